"""MIME entities as they are written: headers folded and encoded, parts under new boundaries."""

from __future__ import annotations

import base64
import quopri
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email.utils import encode_rfc2231

from adapters.documents.containers.composite import one_line


@dataclass(slots=True)
class Entity:
    """One MIME entity as it will be written.

    Parameters
    ----------
    content_type : str
        Type and subtype; parameters are written anew.
    names : list of str
        Header fields (or ``"filename"``) whose texts are child `lines`.
    lines, body : int or None
        Indexes of children; None where there is none.
    fixed : bytes
        Content that is no child: a cleaned picture, the note for a removed file.
    content_id : str
        New id of an inline part.
    filename : str
        Name of a file that is no child: a number.
    entities : list of Entity
        Of a multipart or an attached message.
    """

    content_type: str
    names: list[str] = field(default_factory=list)
    lines: int | None = None
    body: int | None = None
    fixed: bytes = b""
    content_id: str = ""
    filename: str = ""
    entities: list[Entity] = field(default_factory=list)


def written(entity: Entity, contents: Sequence[bytes], path: str) -> Iterator[bytes]:
    """The lines of an entity.

    Parameters
    ----------
    entity : Entity
        What to write.
    contents : sequence of bytes
        Contents of the children that entities refer to.
    path : str
        Where it stands; makes boundaries differ between levels.
    """
    values = contents[entity.lines].decode("utf-8").split("\n") if entity.lines is not None else []
    fields = dict(zip(entity.names, values, strict=False)) if entity.names == ["filename"] else {}
    if not entity.content_type:
        for name, value in zip(entity.names, values, strict=False):
            yield header_line(name, value)
        yield b"MIME-Version: 1.0"
        yield from written(entity.entities[0], contents, path)
    elif entity.content_type == "message/rfc822":
        yield b"Content-Type: message/rfc822\n"
        yield from written(entity.entities[0], contents, f"{path}.0")
    elif entity.entities or entity.content_type.startswith("multipart/"):
        yield from _written_parts(entity, contents, path)
    else:
        yield from _written_leaf(entity, contents, fields.get("filename", entity.filename))


def _written_parts(entity: Entity, contents: Sequence[bytes], path: str) -> Iterator[bytes]:
    boundary = f"=_released_{path}"
    yield f'Content-Type: {entity.content_type}; boundary="{boundary}"\n'.encode()
    for number, part in enumerate(entity.entities):
        yield f"--{boundary}".encode()
        yield from written(part, contents, f"{path}.{number}")
    yield f"--{boundary}--\n".encode()


def _written_leaf(entity: Entity, contents: Sequence[bytes], filename: str) -> Iterator[bytes]:
    content = contents[entity.body] if entity.body is not None else entity.fixed
    is_text = entity.content_type.startswith("text/")
    charset = "; charset=utf-8" if is_text else ""
    yield f"Content-Type: {entity.content_type}{charset}".encode()
    if entity.content_id:
        yield f"Content-ID: <{entity.content_id}>".encode()
    if filename:
        filename = f"attachment{filename}" if filename.startswith(".") else filename  # its name was deleted
        yield f"Content-Disposition: attachment; filename{parameter(filename)}".encode()
    if is_text:
        yield b"Content-Transfer-Encoding: quoted-printable\n"
        yield quopri.encodestring(content.replace(b"\r\n", b"\n")).replace(b"\n.", b"\n=2E")
    else:
        yield b"Content-Transfer-Encoding: base64\n"
        yield base64.encodebytes(content)


def parameter(value: str) -> str:
    """``="value"``, or in the form of RFC 2231 where it is not plain ASCII."""
    if re.fullmatch(r"[\x20-\x7e]*", value):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'="{quoted}"'
    return f"*={encode_rfc2231(value, 'utf-8')}"


def header_line(name: str, value: str) -> bytes:
    """One header field, folded; words that are not plain ASCII become encoded words."""
    words = [_encoded_word(word) for word in one_line(value).split(" ")]
    lines = [f"{name}:"]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > 76 and lines[-1].strip() and lines[-1] != f"{name}:":
            lines.append("")
        lines[-1] += f" {word}"
    return "\n".join(lines).encode("ascii")


def _encoded_word(word: str) -> str:
    """The word itself, or encoded with the space that readers drop between encoded words."""
    if re.fullmatch(r"[\x21-\x7e]*", word) and "=?" not in word:
        return word
    pieces = [f"{word} "[at : at + 12] for at in range(0, len(word) + 1, 12)]
    return " ".join(f"=?utf-8?b?{base64.b64encode(piece.encode()).decode()}?=" for piece in pieces)
