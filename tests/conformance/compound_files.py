"""Compound files (MS-CFB) and Outlook messages made for tests, with a marker in every property."""

# ruff: noqa: E501 (tables read best in long lines)

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

Mark = Callable[[], str]
_SECTOR, _MINI = 512, 64
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
Tree = Mapping[str, "bytes | Tree"]


class _Writer:
    """Writes a tree of storages and streams; all streams are short ones, in the stream of the root."""

    def __init__(self, tree: Tree) -> None:
        self._mini, self._mini_fat = b"", list[int]()
        self._entries: list[list[object]] = [["Root Entry", 5, _FREE, _FREE, _FREE, 0, 0]]
        self._entries[0][4] = self._children(tree)

    def _children(self, tree: Tree) -> int:
        """Entries of a storage as a chain to the right; readers that do not search by name take it."""
        names = sorted(tree, key=lambda name: (len(name), name.upper()))
        first = after = _FREE
        for name in reversed(names):
            value = tree[name]
            number = len(self._entries)
            self._entries.append([name, 2, _FREE, after, _FREE, _END, 0])
            if isinstance(value, bytes):
                self._entries[number][5:] = [self._stream(value), len(value)]
            else:
                self._entries[number][1] = 1
                self._entries[number][4] = self._children(value)
            first = after = number
        return first

    def _stream(self, content: bytes) -> int:
        if not content:
            return _END
        start = len(self._mini_fat)
        n = -(-len(content) // _MINI)
        self._mini += content.ljust(n * _MINI, b"\0")
        self._mini_fat += [*range(start + 1, start + n), _END]
        return start

    def written(self) -> bytes:
        """The file."""
        mini_fat = struct.pack(f"<{len(self._mini_fat)}I", *self._mini_fat)
        directory_size = 128 * len(self._entries)
        sizes = [len(self._mini), len(mini_fat), directory_size]
        counts = [-(-size // _SECTOR) for size in sizes]
        n_fat = 1
        while n_fat * 128 < n_fat + sum(counts):
            n_fat += 1
        starts, fat = [], [_FAT] * n_fat
        for count in counts:
            starts.append(len(fat) if count else _END)
            fat += [*range(len(fat) + 1, len(fat) + count), _END] if count else []
        self._entries[0][5:] = [starts[0], len(self._mini)]
        header = struct.pack(
            "<8s16sHHHHH6sIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, b"", 0, n_fat,
            starts[2], 0, 4096, starts[1], counts[1], _END, 0,
        )  # fmt: skip
        header += struct.pack("<109I", *range(n_fat), *[_FREE] * (109 - n_fat))
        fat += [_FREE] * (n_fat * 128 - len(fat))
        body = struct.pack(f"<{len(fat)}I", *fat)
        for content, count in zip(
            (self._mini, mini_fat.ljust(counts[1] * _SECTOR, b"\xff"), self._directory()), counts, strict=True
        ):
            body += content.ljust(count * _SECTOR, b"\0")
        return header + body

    def _directory(self) -> bytes:
        written = b""
        for name, kind, left, right, child, start, size in self._entries:
            text = str(name).encode("utf-16-le") + b"\0\0"
            written += struct.pack(
                "<64sHBBIII16sIQQIQ", text, len(text), kind, 1, left, right, child, b"", 0, 0, 0, start, size
            )
        return written


def compound_file(tree: Tree) -> bytes:
    """A compound file of storages (mappings) and streams (bytes)."""
    return _Writer(tree).written()


def _properties(header: int, numbers: Mapping[int, tuple[int, int]]) -> bytes:
    entries = (struct.pack("<HHIQ", kind, tag, 6, value) for tag, (kind, value) in numbers.items())
    return bytes(header) + b"".join(entries)


def _texts(values: Mapping[int, str]) -> dict[str, bytes]:
    return {f"__substg1.0_{tag:04X}001F": text.encode("utf-16-le") for tag, text in values.items()}


def message(mark: Mark, header: int = 32, page: bool = True, **more: bytes | Tree) -> Tree:
    """A message with a marker in what people read, and in what they do not."""
    return {
        "__properties_version1.0": _properties(header, {0x0039: (0x40, 133_500_000_000_000_000)}),
        **_texts({
            0x001A: "IPM.Note", 0x0037: f"About {mark()}", 0x0C1A: f"{mark()} Roe", 0x5D01: f"{mark()}@example.org",
            0x1000: f"Dear {mark()},\r\nsee you.", 0x007D: f"X-Own: {mark()}", 0x0E04: mark(), 0x1035: mark(),
            0x0070: mark(), 0x3FFA: mark(),
        }),
        **({"__substg1.0_10130102": f"<p>Dear <b>{mark()}</b></p><!-- {mark()} -->".encode()} if page else {}),
        "__substg1.0_300B0102": mark().encode(),
        "__nameid_version1.0": {"__substg1.0_00040102": mark().encode("utf-16-le")},
        **{
            f"__recip_version1.0_#0000000{n}": {
                "__properties_version1.0": _properties(8, {0x0C15: (3, n + 1)}),
                **_texts({0x3001: f"{mark()} Poe", 0x39FE: f"{mark()}@example.org", 0x3A20: mark()}),
            }
            for n in range(3)
        },
        **more,
    }  # fmt: skip


def attached(mark: Mark, name: str, content: bytes) -> Tree:
    """An attached file."""
    return {
        "__properties_version1.0": _properties(8, {0x3705: (3, 1)}),
        "__substg1.0_37010102": content,
        **_texts({0x3707: name, 0x3704: mark(), 0x370E: "text/plain", 0x3711: mark(), 0x3703: mark()}),
    }


def marked_message(mark: Mark) -> bytes:
    """A message with attached files and an attached message."""
    inner = message(mark, 24, page=False)
    return compound_file(
        message(
            mark,
            **{
                "__attach_version1.0_#00000000": attached(
                    mark, f"{mark()}.txt", f"Text of {mark()}".encode()
                ),
                "__attach_version1.0_#00000001": attached(mark, "page.html", f"<p>{mark()}</p>".encode()),
                "__attach_version1.0_#00000002": {
                    "__properties_version1.0": _properties(8, {0x3705: (3, 5)}),
                    "__substg1.0_3701000D": inner,
                },
            },
        )
    )
