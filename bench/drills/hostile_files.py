"""Small files that cost much to open. They are made here each time, and none is kept."""

import io
import struct
import zipfile
import zlib

MILLION = 1_000_000


def files() -> dict[str, tuple[str, bytes]]:
    """What it is: the task that opens it (`uploaded_files.sandbox_child.TASKS`), and the file."""
    return {
        "a PDF whose drawing draws itself ten times, twelve deep": ("scan", nested_pdf()),
        "a PDF that unpacks to 700 MB": ("scan", packed_pdf(700 * MILLION)),
        "a workbook of 45 MB in one row": ("table", wide_workbook(45 * MILLION)),
        "a picture that claims 3,600 megapixels": ("scan", png(60_000, 60_000)),
        "a table of a million columns": ("table", b"x.csv\n" + b"a," * MILLION),
        "an export a hundred thousand levels deep": ("export", b'{\n"rows":[\n' + b"[" * 100_000 + b"\n"),
        "an export with one line of 70 MB": ("export", b'{\n"rows":[\n"' + b"x" * 70 * MILLION),
    }


def nested_pdf(depth: int = 12, times: int = 10) -> bytes:
    """Each drawing draws the next one `times`, so that the last is drawn times ** depth times."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"]
    objects.append(
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>"
    )
    objects.append(stream(b"/F Do\n"))
    for number in range(5, 5 + depth):
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</F %d 0 R>>>>" % (number + 1)
        objects.append(stream(b"/F Do\n" * times, form))
    objects.append(stream(b"0 0 m 9 9 l S\n", b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]"))
    return _pdf(objects)


def packed_pdf(size: int) -> bytes:
    """A page with nothing but spaces, packed twice."""
    compressor = zlib.compressobj(9)
    packed = b"".join([compressor.compress(b" " * MILLION) for _ in range(size // MILLION)] + [compressor.flush()])
    content = stream(zlib.compress(packed, 9), b"/Filter[/FlateDecode/FlateDecode]")
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>"
    return _pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, content])


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


def _pdf(objects: list[bytes]) -> bytes:
    body = b"".join(b"%d 0 obj%s endobj\n" % (number, each) for number, each in enumerate(objects, start=1))
    return b"%%PDF-1.7\n%strailer<</Root 1 0 R>>\n%%%%EOF\n" % body


def wide_workbook(size: int) -> bytes:
    """An XLSX whose first row has as many cells as fit into `size` bytes."""
    cell = b'<c t="b"><v>1</v></c>'
    return workbook(cell * (size // len(cell)))


def workbook(cells: bytes, entities: bytes = b"") -> bytes:
    """An XLSX with these cells in its only row; `entities` are declared before it."""
    from openpyxl import Workbook

    plain, packed = io.BytesIO(), io.BytesIO()
    Workbook().save(plain)
    declared = b"<!DOCTYPE x [%s]>" % entities if entities else b""
    sheet = (
        b'%s<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        % declared
    )
    sheet += cells + b"</row></sheetData></worksheet>"
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name.endswith("sheet1.xml") else old.read(name))
    return b"x.xlsx\n" + packed.getvalue()


def lying_workbook(size: int) -> bytes:
    """An XLSX whose directory says that its sheet has 300 bytes; it unpacks to `size`."""
    packed = bytearray(workbook(b" " * size))
    for signature, size_at, name, length in ((b"PK\1\2", 24, 46, 28), (b"PK\3\4", 22, 30, 26)):
        at = 0
        while (at := packed.find(signature, at)) >= 0:
            (letters,) = struct.unpack_from("<H", packed, at + length)
            if packed[at + name : at + name + letters].endswith(b"sheet1.xml"):
                struct.pack_into("<I", packed, at + size_at, 300)
            at += 4
    return bytes(packed)


def pdf_of_pages(pages: bytes, *objects: bytes) -> bytes:
    """A PDF with these entries for its pages; the other objects begin with number 3."""
    return _pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages%s>>" % pages, *objects])


def png(width: int, height: int) -> bytes:
    """A PNG that claims this size and holds one byte."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
