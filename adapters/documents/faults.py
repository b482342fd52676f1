"""Why a document is not opened: one function per reason, none with text of the document."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import InvalidError, SafereleaseError, UnreadableError, fault


def unreadable(code: str, document_id: str, must: str, got: object = "", advice: str = "") -> UnreadableError:
    """An `UnreadableError` with one fault; `got` is a kind, an offset or a number, never text."""
    return UnreadableError(fault(code, document_id or "document", must, got, advice))


def too_large(document_id: str, n_bytes: int, limit: int) -> UnreadableError:
    """DOC003: the file, or what it expands to, is larger than the limit."""
    advice = "Split the file, or raise the limit if the machine has the memory."
    return unreadable("DOC003", document_id, f"must be at most {limit} bytes", n_bytes, advice)


def too_long(document_id: str, needed_mb: int, limit_mb: int) -> UnreadableError:
    """DOC029: its text takes more memory than the policy allows one document."""
    must = f"must take at most {limit_mb} MiB of memory (documents.limits.memory_mb)"
    advice = "Split the file, or raise memory_mb if the machine has the memory."
    return unreadable("DOC029", document_id, must, f"a text that takes about {needed_mb} MiB", advice)


def left_out(document_id: str, name: str, formats: Collection[str]) -> UnreadableError:
    """RUN004: a format that the policy leaves out."""
    must = f"must be of a format that the policy allows ({', '.join(formats)})"
    advice = "Add the format under documents.formats, or leave the file out."
    return unreadable("RUN004", document_id, must, name, advice)


def undecodable(document_id: str, got: str) -> UnreadableError:
    """DOC004: the encoding is neither declared nor one that can be proved."""
    must = "must be UTF-8, UTF-16 with a byte order mark, or of a declared encoding"
    return unreadable("DOC004", document_id, must, got, "Convert it to UTF-8 or declare its encoding.")


def binary(document_id: str, offset: int) -> UnreadableError:
    """DOC005: control characters that no text has."""
    got = f"a control character at offset {offset}"
    return unreadable("DOC005", document_id, "must be text", got, "Give the file the suffix of its format.")


def too_deep(document_id: str, limit: int) -> UnreadableError:
    """DOC006: nested deeper than the limit."""
    advice = "A file nested so deeply is made to break readers; have its source checked."
    return unreadable("DOC006", document_id, f"must be nested at most {limit} deep", "", advice)


def malformed(document_id: str, format_name: str, got: str) -> UnreadableError:
    """DOC007: the bytes are not what the format's grammar allows."""
    advice = "Open and save it in the program it comes from, or convert it."
    return unreadable("DOC007", document_id, f"must be well-formed {format_name}", got, advice)


def not_covered(document_id: str, got: str) -> UnreadableError:
    """DOC028: resources of another FHIR than R4 and STU3, or with elements that neither defines.

    `got` holds names of FHIR's own definitions alone.
    """
    must = "must hold resources and elements of FHIR R4 or STU3 alone"
    advice = "Convert it to R4, a Bundle or a resource a line, with elements of your own as extensions."
    return unreadable("DOC028", document_id, must, got, advice)


def encrypted(document_id: str) -> UnreadableError:
    """DOC008: the content is encrypted."""
    advice = "Remove the password or the encryption in the program it comes from."
    return unreadable("DOC008", document_id, "must not be encrypted", "encrypted content", advice)


def hidden_text(document_id: str, n_characters: int) -> UnreadableError:
    """DOC009: a second parser sees text that the first does not."""
    must = "must read the same to two independent parsers"
    got = f"{n_characters} characters or attributes that only one of them sees"
    return unreadable(
        "DOC009", document_id, must, got, "Repair the markup (unclosed tags, quotes) or convert it."
    )


def unencodable(document_id: str, offset: int) -> InvalidError:
    """DOC015: a replacement has a character that the file's encoding lacks."""
    must = "must be written in the document's encoding"
    got = f"a replacement that it lacks, at offset {offset}"
    return InvalidError(fault("DOC015", document_id, must, got, "Convert the document to UTF-8."))


def hostile_archive(document_id: str, got: str) -> UnreadableError:
    """DOC012: an archive made to do harm: paths that climb out, names twice, endless expansion."""
    advice = "Have the source of the file checked; an archive of this kind is not made by accident."
    return unreadable("DOC012", document_id, "must be an ordinary archive", got, advice)


class EndlessError(UnreadableError):
    """The archives in a document unpack to too much together: no note takes the place of one of them."""


def endless(document_id: str, got: str) -> EndlessError:
    """DOC012: archives in archives that unpack to more than the limit for all of them."""
    must = "must hold archives that unpack to no more than the limit, all together"
    advice = "Unpack it and release its files one by one, or raise documents.limits.expanded_mb."
    return EndlessError(fault("DOC012", document_id or "document", must, got, advice))


def embedded(document_id: str, got: str) -> UnreadableError:
    """DOC014: content that can neither be read nor left out."""
    advice = "Take it out in the program the file comes from, or release it on its own."
    return unreadable("DOC014", document_id, "must have no content that cannot be searched", got, advice)


def scanned(document_id: str, page: int) -> UnreadableError:
    """DOC017: a page that is a picture."""
    must = f"must have text that can be searched; page {page}"
    advice = "Let the policy read or blank scanned pages, or export the text."
    return unreadable("DOC017", document_id, must, "a picture of a page", advice)


def unmapped(document_id: str, n_glyphs: int) -> UnreadableError:
    """DOC018: glyphs without a meaning."""
    must = "must have fonts that say which letters they show"
    advice = "Export the file again with text that can be copied, or as another format."
    return unreadable("DOC018", document_id, must, f"{n_glyphs} letters of fonts that do not", advice)


def across_parts(start: int, end: int, must: str) -> SafereleaseError:
    """DOC016: a change that the caller should have divided (`adapters.documents.layout.clip_to_parts`)."""
    advice = "This is a fault of saferelease: please report this line. The document was not released."
    return SafereleaseError(fault("DOC016", f"change of characters {start} to {end}", must, "", advice))


def with_scripts(document_id: str) -> UnreadableError:
    """DOC013: scripts or macros, and the policy refuses them."""
    advice = "Let the policy remove scripts, or save the document without them."
    return unreadable("DOC013", document_id, "must have no scripts", "a script", advice)


def with_comments(document_id: str) -> UnreadableError:
    """DOC019: comments, and the policy refuses them."""
    advice = "Delete the comments, or let the policy remove them."
    return unreadable("DOC019", document_id, "must have no comments", "comments", advice)


def with_revisions(document_id: str) -> UnreadableError:
    """DOC020: tracked changes, and the policy refuses them."""
    advice = "Accept or reject the changes in the program the file comes from, or let the policy do it."
    return unreadable("DOC020", document_id, "must have no tracked changes", "tracked changes", advice)


def with_earlier_states(document_id: str) -> UnreadableError:
    """DOC021: a PDF that still holds what it was before, and the policy refuses that."""
    advice = "Export the file anew, or let the policy remove earlier states."
    return unreadable("DOC021", document_id, "must hold no earlier state of itself", "an update", advice)


def with_covered_text(document_id: str, n_letters: int) -> UnreadableError:
    """DOC030: text that somebody covered, and that can still be read out of the file."""
    must, got = "must have no text that is covered", f"{n_letters} letters that no page shows"
    advice = "Redact it in the program that covered it, or let the policy remove such text."
    return unreadable("DOC030", document_id, must, got, advice)


def with_attachments(document_id: str) -> UnreadableError:
    """DOC022: attached files, and the policy refuses them."""
    advice = "Release the attached files on their own, or let the policy open or remove them."
    return unreadable("DOC022", document_id, "must have no attached files", "an attached file", advice)


def too_little_read(document_id: str, page: int, n_sure: int, n_words: int) -> UnreadableError:
    """DOC023: a picture with few words, or of which most cannot be read with certainty."""
    must = f"must have text that can be read; page {page}"
    got = f"{n_sure} of {n_words} words read with certainty"
    advice = "Scan it again with more resolution, release its text, or let the policy blank such pictures."
    return unreadable("DOC023", document_id, must, got, advice)


def without_recognition(document_id: str) -> UnreadableError:
    """DOC024: a picture, and nothing that could read it."""
    must = "must be read by text recognition"
    advice = "Install one: pip install 'saferelease[ocr]', or tesseract (apt-get install tesseract-ocr)."
    return unreadable("DOC024", document_id, must, "none is installed", advice)


def without_search(document_id: str) -> UnreadableError:
    """DOC024 too: a picture, and nothing that finds codes, faces, signatures and stamps in it."""
    must = "must be searched for codes, faces, signatures and stamps"
    advice = "Install what finds them: pip install 'saferelease[ocr]', or let the policy keep all four."
    return unreadable("DOC024", document_id, must, "no such library is installed", advice)


def with_marks(
    document_id: str, n_codes: int, n_faces: int, n_signatures: int, n_stamps: int
) -> UnreadableError:
    """DOC025: a picture with a code, face, signature or stamp, and the policy refuses them."""
    must = "must show no code, face, signature or stamp that the policy refuses"
    got = f"{n_codes} codes, {n_faces} faces, {n_signatures} signatures and {n_stamps} stamps"
    return unreadable("DOC025", document_id, must, got, "Cut them out, or let the policy cover them.")


def directory(document_id: str) -> UnreadableError:
    """DOC001: a DICOMDIR, which lists the objects of a medium."""
    must, got = "must be an object of DICOM", "a DICOMDIR, the directory of a medium"
    return unreadable("DOC001", document_id, must, got, "Release the objects that it lists.")


def with_pixels(document_id: str, got: str) -> UnreadableError:
    """DOC026: pixels of a DICOM object that cannot be read."""
    must = "must have no pixels, or such as can be decoded and read here"
    advice = (
        "Decompress it (dcmdjpeg, dcmdjpls of dcmtk), or divide it into objects of few frames. If its images "
        "show neither text nor a face, set BurnedInAnnotation to NO."
    )
    return unreadable("DOC026", document_id, must, got, advice)


def without_converter(document_id: str) -> UnreadableError:
    """DOC027: an old Office file, and nothing that could convert it safely."""
    must = "must be converted by LibreOffice, without a network"
    advice = (
        "Install it (apt-get install libreoffice-writer libreoffice-calc libreoffice-impress) on a Linux "
        "that lets users make namespaces, or save the file as docx, xlsx or pptx."
    )
    return unreadable("DOC027", document_id, must, "none that can be used", advice)
