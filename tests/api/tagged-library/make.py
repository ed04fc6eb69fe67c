"""Writes a calibre library, a Mylar-tagged folder, a Metron-tagged folder and a PDF with XMP, and prints what they say.

usage: make.py FOLDER
"""

import json
import struct
import sys
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(sys.argv[1])


def png():
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\0" + b"\x80\x40\x20" * 40 for _ in range(60))
    header = struct.pack(">IIBBBBB", 40, 60, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def cbz(path, **members):
    target = ROOT / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for page in ("1.png", "2.png", "3.png"):
            archive.writestr(page, png())
        for name, content in members.items():
            archive.writestr(f"{name}.xml", content)


def element(tag, text=None, children=(), **attributes):
    made = ET.Element(tag, attributes)
    made.text = text
    made.extend(children)
    return made


def names(parent, item, values):
    return element(parent, None, [element(item, value) for value in values])


def comic_info(**fields):
    pages = element(
        "Pages",
        None,
        [
            element("Page", Image="0", Type="FrontCover"),
            element("Page", Image="2", DoublePage="true", Bookmark="The end"),
        ],
    )
    return ET.tostring(element("ComicInfo", None, [element(k, v) for k, v in fields.items()] + [pages]), encoding="unicode")


def mylar():
    series = {
        "version": "1.0.2",
        "metadata": {
            "type": "comicSeries",
            "publisher": "Image",
            "imprint": "Skybound",
            "name": "Saga (2012)",
            "comicid": 46568,
            "year": 2012,
            "description_text": None,
            "description_formatted": "<p>War &amp; love.</p><script>x</script>",
            "volume": None,
            "booktype": "Print",
            "age_rating": "Mature",
            "ComicImage": "https://pictures.example/1.jpg",
            "total_issues": 54,
            "publication_run": "March 2012 - Present",
            "status": "Continuing",
            "links": ["https://metron.cloud/series/saga-2012/", "javascript:alert(1)"],
        },
    }
    (ROOT / "Mylar/Saga").mkdir(parents=True)
    (ROOT / "Mylar/Saga/series.json").write_text(json.dumps(series), encoding="utf-8")
    info = comic_info(
        Title="Chapter One",
        Series="Saga",
        Number="1",
        Count="54",
        Summary="<b>Two</b> soldiers",
        Notes="Tagged with ComicTagger using info from Comic Vine [Issue ID 317187]",
        Writer="Brian K. Vaughan",
        Translator="Tess",
        Tags="space, war",
        Characters="Alana, Marko",
        Teams="Landfall",
        Locations="Cleave",
        StoryArc="Volume One,Escape",
        StoryArcNumber="1,2",
        SeriesGroup="Space opera",
        AlternateSeries="Best of",
        AlternateNumber="3",
        LocalizedSeries="サーガ",
        GTIN="978-1-60706-601-9",
        Web="https://a.example/1 https://b.example/2",
        CommunityRating="4.5",
        Format="One-Shot",
    )
    cbz("Mylar/Saga/Saga 001.cbz", ComicInfo=info)


def metron():
    root = element(
        "MetronInfo",
        None,
        [
            element("IDS", None, [element("ID", "290431", source="Metron", primary="true"), element("ID", "7", source="Comic Vine")]),
            element("Publisher", None, [element("Name", "DC Comics"), element("Imprint", "Vertigo")]),
            element("Series", None, [element("Name", "Justice League"), element("SortName", "League of Justice"), element("Volume", "2"), element("Format", "Omnibus"), element("StartYear", "2010")], lang="en", id="654"),
            element("Number", "1"),
            element("Stories", None, [element("Story", "Part One"), element("Story", "Part Two")]),
            element("CoverDate", "2011-10-01"),
            names("Characters", "Character", ["Aquaman", "Batman"]),
            names("Teams", "Team", ["Justice League"]),
            element("Universes", None, [element("Universe", None, [element("Name", "New 52")])]),
            element("Arcs", None, [element("Arc", None, [element("Name", "Origin"), element("Number", "1")])]),
            names("Reprints", "Reprint", ["JL #1 (2002)"]),
            element("GTIN", None, [element("ISBN", "1234567890123"), element("UPC", "76194130593600111")]),
            element("AgeRating", "Teen Plus"),
            element("URLs", None, [element("URL", "https://metron.example/1", primary="true")]),
            element(
                "Credits",
                None,
                [
                    element("Credit", None, [element("Creator", "Geoff Johns"), names("Roles", "Role", ["Writer"])]),
                    element("Credit", None, [element("Creator", "Jim Lee"), names("Roles", "Role", ["Penciller", "Cover"])]),
                ],
            ),
        ],
    )
    cbz("Metron/Justice League/Justice League 001.cbz", MetronInfo=ET.tostring(root, encoding="unicode"), ComicInfo=comic_info(Title="By ComicInfo", Summary="Only here"))


OPF = "http://www.idpf.org/2007/opf"
DC = "http://purl.org/dc/elements/1.1/"


def calibre():
    folder = ROOT / "Calibre/Frank Herbert/Dune (17)"
    folder.mkdir(parents=True)
    inside = f"""<?xml version="1.0"?><package xmlns="{OPF}" version="3.0" unique-identifier="i">
      <metadata xmlns:dc="{DC}"><dc:identifier id="i">x</dc:identifier><dc:title>Inside</dc:title><dc:language>en</dc:language>
      <dc:publisher>Inside House</dc:publisher></metadata>
      <manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>"""
    container = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    with zipfile.ZipFile(folder / "Dune - Frank Herbert.epub", "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("a.opf", inside)
        archive.writestr("a.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body><p>Sand</p></body></html>')
    ET.register_namespace("", OPF)
    ET.register_namespace("dc", DC)
    ET.register_namespace("opf", OPF)

    def dc(name, text, **attributes):
        return element(f"{{{DC}}}{name}", text, **{f"{{{OPF}}}{k.replace('_', '-')}": v for k, v in attributes.items()})

    def meta(name, content):
        return element(f"{{{OPF}}}meta", name=name, content=content)

    column = json.dumps({"#value#": ["dry", "slow"], "datatype": "text", "is_multiple": "|", "label": "moods"})
    metadata = element(
        f"{{{OPF}}}metadata",
        None,
        [
            dc("identifier", "17", scheme="calibre"),
            dc("identifier", "9780441172719", scheme="ISBN"),
            dc("identifier", "234225", scheme="GOODREADS"),
            dc("title", "The Dune"),
            dc("creator", "Frank Herbert", role="aut", file_as="Herbert, Frank"),
            dc("date", "0101-01-01T00:00:00+00:00"),
            dc("description", "<p>Sand.</p>"),
            dc("subject", "Science Fiction"),
            meta("calibre:series", "Dune Chronicles"),
            meta("calibre:series_index", "1.0"),
            meta("calibre:rating", "9"),
            meta("calibre:title_sort", "Dune, The"),
            meta("calibre:user_metadata:#moods", column),
        ],
    )
    package = element(f"{{{OPF}}}package", None, [metadata], version="2.0")
    ET.ElementTree(package).write(folder / "metadata.opf", encoding="utf-8", xml_declaration=True)


def pdf():
    xmp = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"
        prism:publicationName="The Monthly" prism:number="7">
      <dc:title><rdf:Alt><rdf:li xml:lang="de">Anders</rdf:li><rdf:li xml:lang="x-default">A Paper</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>Ann A</rdf:li><rdf:li>Bob B</rdf:li></rdf:Seq></dc:creator>
      <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>salt</rdf:li></rdf:Bag></dc:subject>
      <dc:publisher><rdf:Bag><rdf:li>Paper House</rdf:li></rdf:Bag></dc:publisher>
      <prism:coverDate>2019-05-02</prism:coverDate><prism:isbn>9780306406157</prism:isbn></rdf:Description></rdf:RDF></x:xmpmeta>
      <?xpacket end="w"?>""".encode("utf-8")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] >>",
        b"<< /Subject (About the sea) >>",
        b"<< /Type /Metadata /Subtype /XML /Length %d >>\nstream\n%s\nendstream" % (len(xmp), xmp),
    ]
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    data += table + b"trailer\n<< /Size 6 /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(data)
    (ROOT / "Papers").mkdir()
    (ROOT / "Papers/paper.pdf").write_bytes(data)


for make in (mylar, metron, calibre, pdf):
    make()
