"""SCORM 1.2: pages that stand alone in a package, whose first page tells a learning platform how far a student is.

The format is that of the SCORM 1.2 Content Aggregation Model; `src/entries/course.ts` speaks with its Run-Time
Environment. The package is one unit (SCO): its first page frames the others, one at a time, and adds up their answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from playground.export.site import FIRST, Leaf, shared
from playground.stage import assets
from playground.stage.templates import template

TITLE = "Perceptron exercises"

_MANIFEST = "imsmanifest.xml"
_NAMESPACES = {
    "xmlns": "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
    "xmlns:adlcp": "http://www.adlnet.org/xsd/adlcp_rootv1p2",
}

_add = ElementTree.SubElement


def cover(leaves: Sequence[Leaf]) -> dict[str, bytes]:
    """Return the files of a package beside its pages by their names: the first page, the stage's and the manifest."""
    exercises = [
        {
            "file": each.name,
            "ask": each.entry.question,
            "name": each.task["remember"],
            "right": each.task["right"],
            "choices": len(each.task["options"]),
        }
        for each in leaves
        if each.task
    ]
    script = assets.script("course.js").decode()
    first = template("export/scorm.html").render(
        title=TITLE, themes=assets.themes(), exercises=exercises, script=script
    )
    files = {FIRST: first.encode(), **shared(leaves)}
    return files | {_MANIFEST: _manifest([*files, *(each.name for each in leaves)])}


def _manifest(files: Sequence[str]) -> bytes:
    manifest = ElementTree.Element("manifest", _NAMESPACES, identifier="perceptron-exercises", version="1.0")
    metadata = _add(manifest, "metadata")
    _add(metadata, "schema").text, _add(metadata, "schemaversion").text = "ADL SCORM", "1.2"
    organization = _add(_add(manifest, "organizations", default="course"), "organization", identifier="course")
    _add(organization, "title").text = TITLE
    item = _add(organization, "item", identifier="exercises", identifierref="pages", isvisible="true")
    _add(item, "title").text = TITLE
    about = {"type": "webcontent", "adlcp:scormtype": "sco", "href": FIRST}
    resource = _add(_add(manifest, "resources"), "resource", about, identifier="pages")
    for file in files:
        _add(resource, "file", href=file)
    content: bytes = ElementTree.tostring(manifest, encoding="utf-8", xml_declaration=True)
    return content
