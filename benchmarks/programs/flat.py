"""Sources for LibreOffice: flat Open Documents with markers in every place that a program fills."""

from __future__ import annotations

from benchmarks.programs.marked import Marked, case, embedded, picture

SPACES = """xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"
xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"
xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"
xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:ooo="http://openoffice.org/2004/office" """
ANCHOR = 'text:anchor-type="paragraph"'
PLACE = 'svg:x="{}cm" svg:y="{}cm"'
WHEN = "<dc:date>2024-05-06T10:11:12</dc:date>"


def document(case: Marked, kind: str, styles: str, body: str) -> str:
    """A flat Open Document with properties that name people."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {SPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.{kind}">
<office:meta><dc:title>{case.named("title")}</dc:title><dc:subject>{case.at("subject")}</dc:subject>
<dc:description>{case.at("description")}</dc:description>
<meta:initial-creator>{case.named("author")}</meta:initial-creator><dc:creator>{case.named("editor")}</dc:creator>
<meta:keyword>{case.of_kind("keyword", "mail")}</meta:keyword>
<meta:user-defined meta:name="Client">{case.named("property")}</meta:user-defined></office:meta>
{styles}<office:body>{body}</office:body></office:document>"""


def comment(case: Marked, place: str = "comment") -> str:
    return (
        f"<office:annotation><dc:creator>{case.named(f'{place} author')}</dc:creator>{WHEN}"
        f"<text:p>{case.at(place)}</text:p></office:annotation>"
    )


def image(case: Marked, place: str, where: str) -> str:
    """A picture with text in it, a name, a title and an alternative text."""
    drawn = embedded(picture(case.at(f"{place} pixels")))
    return (
        f'<draw:frame draw:name="{case.named(f"{place} name")}" {where} svg:width="9cm" '
        f'svg:height="2cm">{drawn}'
        f"<svg:title>{case.named(f'{place} title')}</svg:title>"
        f"<svg:desc>{case.at(f'{place} text')}</svg:desc>"
        "</draw:frame>"
    )


def chart(case: Marked, where: str) -> str:
    """A bar chart with a title and named categories."""
    rows = "".join(
        f"<table:table-row><table:table-cell "
        f'office:value-type="string"><text:p>{case.named("chart category")}</text:p>'
        f'</table:table-cell><table:table-cell office:value-type="float" '
        f'office:value="{n}"><text:p>{n}</text:p>'
        "</table:table-cell></table:table-row>"
        for n in (3, 5, 8)
    )
    return f"""<draw:frame {where} svg:width="9cm" svg:height="5cm"><draw:object>
<office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.chart"><office:body>
<office:chart><chart:chart svg:width="9cm" svg:height="5cm" chart:class="chart:bar">
<chart:title svg:x="1cm" svg:y="0.1cm"><text:p>{case.at("chart title")}</text:p></chart:title>
<chart:plot-area table:cell-range-address="local-table.A1:.B4" chart:data-source-has-labels="both">
<chart:axis chart:dimension="x"><chart:categories table:cell-range-address="local-table.A2:.A4"/></chart:axis>
<chart:axis chart:dimension="y"/><chart:series chart:values-cell-range-address="local-table.B2:.B4"
 chart:label-cell-address="local-table.B1" chart:class="chart:bar"/></chart:plot-area>
<table:table table:name="local-table"><table:table-header-columns>
<table:table-column/></table:table-header-columns>
<table:table-columns><table:table-column/></table:table-columns><table:table-header-rows><table:table-row>
<table:table-cell><text:p/></table:table-cell>
<table:table-cell office:value-type="string"><text:p>Visits</text:p>
</table:table-cell></table:table-row></table:table-header-rows><table:table-rows>{rows}</table:table-rows></table:table>
</chart:chart></office:chart></office:body></office:document></draw:object></draw:frame>"""


def grid(rows: list[list[str]], name: str) -> str:
    """A table of strings."""
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    return f'<table:table table:name="{name}">{columns}{cells}</table:table>'


def people(case: Marked, n: int) -> list[list[str]]:
    """A table of people with a header."""
    rows = [["Name", "Phone", "MRN", "Result"]]
    for _ in range(n):
        cells = [case.of_kind("cell", kind) for kind in ("person", "phone", "number")]
        rows.append([*cells, case.rng.choice(("normal", "high", "low"))])
    return rows


def letter(number: int) -> tuple[str, dict[str, str]]:
    """A text document; every third place is left out of some, so that no two have the same shape."""
    made = case("letter", number)
    parts = [
        f'<text:h text:outline-level="1">Report on {made.named("heading")}</text:h>',
        f"<text:p>{made.at('body')} {made.findings(3)}</text:p>",
        grid(people(made, made.rng.randint(2, 6)), f"T{number}"),
        f"<text:list><text:list-item><text:p>{made.at('list')}</text:p><text:list><text:list-item><text:p>"
        f"{made.at('inner list')}</text:p></text:list-item></text:list></text:list-item></text:list>",
        f'<text:p>{made.findings(1)}<text:note text:id="f1" text:note-class="footnote"><text:note-citation>1'
        f"</text:note-citation><text:note-body><text:p>{made.at('footnote')}</text:p></text:note-body></text:note>"
        '<text:note text:id="e1" text:note-class="endnote"><text:note-citation>i</text:note-citation>'
        f"<text:note-body><text:p>{made.at('endnote')}</text:p></text:note-body></text:note></text:p>",
        f"<text:p>{comment(made)}{made.findings(1)}</text:p>",
        f'<text:p>A page: <text:a xlink:type="simple" '
        f'xlink:href="mailto:{made.of_kind("link", "mail")}">write</text:a>'
        f' and <text:bookmark text:name="{made.named("bookmark")}"/>a place.</text:p>',
        f'<text:p><draw:frame text:anchor-type="paragraph" svg:width="7cm" svg:height="2cm"><draw:text-box>'
        f"<text:p>{made.at('text box')}</text:p></draw:text-box></draw:frame></text:p>",
        f"<text:p>{image(made, 'picture', ANCHOR)}</text:p>",
        f"<text:p>{chart(made, ANCHOR)}</text:p>",
        f"<text:p>{split_over_spans(made)}</text:p>",
        f'<text:p><text:span text:style-name="Hidden">{made.at("hidden text")}</text:span> Seen.</text:p>',
    ]
    parts = [part for n, part in enumerate(parts) if (n + number) % 5]
    with_changes, with_form = number % 4 == 1, number % 4 == 2
    changes, changed = tracked(made) if with_changes else ("", "")
    forms, control = form(made) if with_form else ("", "")
    body = f"<office:text>{forms}{changes}{''.join(parts)}{changed}{control}</office:text>"
    return document(made, "text", text_styles(made), body), made.markers


def split_over_spans(case: Marked) -> str:
    """A name and a number with a span for each piece, as editing leaves them."""
    name, phone = case.named("spans"), case.of_kind("spans", "phone")
    return (
        f'Her sister <text:span text:style-name="Bold">{name[:3]}</text:span>{name[3:]} answers '
        f'at {phone[:5]}<text:span text:style-name="Bold">{phone[5:]}</text:span>.'
    )


def text_styles(case: Marked) -> str:
    return f"""<office:styles><style:style style:name="Bold" style:family="text">
<style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Hidden" style:family="text">
<style:text-properties text:display="none"/></style:style></office:styles><office:automatic-styles>
<style:page-layout style:name="P1"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"
 fo:margin="2cm"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P1">
<style:header><text:p>{case.at("header")}</text:p></style:header>
<style:footer><text:p>{case.at("footer")} Page <text:page-number/></text:p></style:footer></style:master-page>
</office:master-styles>"""


def tracked(case: Marked) -> tuple[str, str]:
    """Changes that are kept: an insertion and a deletion."""
    info = "<office:change-info><dc:creator>{}</dc:creator>" + WHEN + "</office:change-info>"
    regions = (
        f"<text:changed-region "
        f'text:id="c1"><text:insertion>{info.format(case.named("change author"))}</text:insertion>'
        f"</text:changed-region><text:changed-region "
        f'text:id="c2"><text:deletion>{info.format(case.named("change author"))}'
        f"<text:p>{case.at('deleted')}</text:p></text:deletion></text:changed-region>"
    )
    body = (
        f'<text:p>Before <text:change-start text:change-id="c1"/>{case.at("inserted")}'
        '<text:change-end text:change-id="c1"/> and <text:change text:change-id="c2"/>after.</text:p>'
    )
    return f"<text:tracked-changes>{regions}</text:tracked-changes>", body


def form(case: Marked) -> tuple[str, str]:
    """A form with a field of text and a list."""
    forms = f"""<office:forms><form:form form:name="F"><form:text form:name="{case.named("form name")}"
 form:control-implementation="ooo:com.sun.star.form.component.TextField" xml:id="k1" form:id="k1"
 form:current-value="{case.of_kind("form value", "ssn")}"/><form:listbox form:name="L" form:dropdown="true"
 form:control-implementation="ooo:com.sun.star.form.component.ListBox" xml:id="k2" form:id="k2">
<form:option form:label="{case.named("form choice")}" form:current-selected="true"/>
</form:listbox></form:form>
</office:forms>"""
    control = "".join(
        f'<text:p>Field: <draw:control text:anchor-type="as-char" svg:width="6cm" '
        f'svg:height="0.8cm" draw:control="{k}"/></text:p>'
        for k in ("k1", "k2")
    )
    return forms, control


def workbook(number: int) -> tuple[str, dict[str, str]]:
    """A workbook: people, results with a formula, a comment, a link, a chart, hidden rows, headers."""
    made = case("workbook", number)
    rows = people(made, made.rng.randint(4, 9))
    listed = grid(rows, made.named("sheet name") if number % 3 == 0 else "Patients")
    noted = (
        '<table:table-row><table:table-cell office:value-type="string">'
        f"{comment(made)}<text:p>{made.at('cell')}</text:p></table:table-cell></table:table-row>"
        '<table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>'
        f"{made.at('hidden row')}</text:p></table:table-cell></table:table-row>"
        '<table:table-row><table:table-cell office:value-type="string"><text:p><text:a xlink:type="simple" '
        f'xlink:href="mailto:{made.of_kind("link", "mail")}">write</text:a></text:p></table:table-cell>'
        "</table:table-row>"
    )
    place = PLACE.format(9, 1)
    drawn = chart(made, place) if number % 2 else image(made, "picture", place)
    numbers = "".join(
        f"<table:table-row><table:table-cell "
        f'office:value-type="string"><text:p>{name}</text:p></table:table-cell>'
        f'<table:table-cell office:value-type="float" '
        f'office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        "</table:table-row>"
        for name, value in (("Sodium", 139), ("Potassium", 4.1), ("Glucose", 104 + number))
    )
    formula = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>Sum</text:p>'
        '</table:table-cell><table:table-cell table:formula="of:=SUM([.B1:.B3])" office:value-type="float" '
        'office:value="0"/></table:table-row>'
    )
    sheets = (
        f"{listed}<table:table "
        f'table:name="Notes"><table:shapes>{drawn}</table:shapes><table:table-column/>{noted}</table:table>'
        f'<table:table table:name="Results"><table:table-column/>{numbers}{formula}</table:table>'
        f"{hidden_sheet(made) if number % 4 == 0 else ''}"
        '<table:named-expressions><table:named-range table:name="Total" '
        'table:base-cell-address="$Results.$A$1" table:cell-range-address="$Results.$B$4"/>'
        "</table:named-expressions>"
    )
    return document(
        made, "spreadsheet", text_styles(made), f"<office:spreadsheet>{sheets}</office:spreadsheet>"
    ), made.markers


def hidden_sheet(case: Marked) -> str:
    return grid([[case.at("hidden sheet")]], "Old").replace(
        "<table:table ", '<table:table table:display="false" ', 1
    )


def slides(number: int) -> tuple[str, dict[str, str]]:
    """A presentation: titles, lists, a table, a picture, a chart, notes, a comment, a hidden slide."""
    made = case("slides", number)
    place = 'svg:x="{}cm" svg:y="{}cm" svg:width="20cm" svg:height="{}cm"'
    boxes = [
        f'<draw:frame presentation:class="title" {place.format(2, 1, 2)}><draw:text-box><text:p>Case of '
        f"{made.named('slide title')}</text:p></draw:text-box></draw:frame>",
        f'<draw:frame presentation:class="outline" '
        f"{place.format(2, 4, 6)}><draw:text-box><text:list><text:list-item>"
        f"<text:p>{made.at('slide list')}</text:p></text:list-item>"
        f"<text:list-item><text:p>{made.findings(1)}</text:p>"
        "</text:list-item></text:list></draw:text-box></draw:frame>",
        f"<draw:frame "
        f"{place.format(2, 11, 3)}><draw:text-box>"
        f"<text:p>{made.at('text box')}</text:p></draw:text-box></draw:frame>",
    ]
    second = [
        f"<draw:frame {place.format(1, 1, 5)}>{grid(people(made, 3), 'G')}</draw:frame>",
        image(made, "picture", PLACE.format(2, 8)),
        chart(made, PLACE.format(13, 8)) if number % 2 else "",
        f'<draw:custom-shape svg:x="2cm" svg:y="11cm" svg:width="7cm" '
        f'svg:height="3cm"><text:p>{made.at("shape")}</text:p>'
        '<draw:enhanced-geometry draw:type="rectangle" svg:viewBox="0 0 21600 21600"/></draw:custom-shape>',
    ]
    pages = [
        slide(made, boxes, "s1", comment(made)),
        slide(made, second, made.named("slide name") if number % 3 == 0 else "s2"),
    ]
    if number % 2 == 0:
        hidden = (
            f"<draw:frame {place.format(2, 4, 3)}><draw:text-box>"
            f"<text:p>{made.at('hidden slide')}</text:p></draw:text-box></draw:frame>"
        )
        pages.append(slide(made, [hidden], "s3", style='draw:style-name="Away"'))
    styles = f"""<office:automatic-styles><style:page-layout style:name="P1">
<style:page-layout-properties fo:page-width="25.4cm"
 fo:page-height="14.3cm"/></style:page-layout><style:style style:name="Away" style:family="drawing-page">
<style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="P1">
<draw:frame {place.format(2, 13, 1)}><draw:text-box>
<text:p>{made.at("master")}</text:p></draw:text-box></draw:frame>
</style:master-page></office:master-styles>"""
    return document(
        made, "presentation", styles, f"<office:presentation>{''.join(pages)}</office:presentation>"
    ), made.markers


def slide(case: Marked, boxes: list[str], name: str, before: str = "", style: str = "") -> str:
    """A slide with notes."""
    notes = (
        '<presentation:notes><draw:frame presentation:class="notes" svg:x="2cm" svg:y="14cm" '
        'svg:width="17cm" '
        f'svg:height="10cm"><draw:text-box><text:p>{case.at("notes")}</text:p></draw:text-box></draw:frame></presentation:notes>'
    )
    return (
        f'<draw:page draw:name="{name}" {style} '
        f'draw:master-page-name="Default">{before}{"".join(boxes)}{notes}</draw:page>'
    )
