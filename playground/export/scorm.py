"""SCORM 1.2: pages that stand alone in a package, whose first page tells a learning platform how far a student is.

The format is that of the SCORM 1.2 Content Aggregation Model; `src/entries/course.ts` speaks with its Run-Time
Environment. The package is one unit (SCO): its first page frames the others, one at a time, and adds up their answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from playground.export.package import MANIFEST, TITLE, add, add_resource, manifest, written
from playground.export.site import FIRST, Leaf, shared
from playground.stage import assets
from playground.stage.templates import template

_NAMESPACES = {
    "xmlns": "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
    "xmlns:adlcp": "http://www.adlnet.org/xsd/adlcp_rootv1p2",
}


def cover(leaves: Sequence[Leaf]) -> dict[str, bytes]:
    """Return the files, by name, that a SCORM package needs beside these pages.

    They are the first page, which shows the others, the stage's files that the pages share, and the manifest.
    """
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
    return files | {MANIFEST: _manifest([*files, *(each.name for each in leaves)])}


def _manifest(files: Sequence[str]) -> bytes:
    root = manifest(_NAMESPACES, "ADL SCORM", "1.2", version="1.0")
    organization = add(add(root, "organizations", default="course"), "organization", identifier="course")
    add(organization, "title").text = TITLE
    item = add(organization, "item", identifier="exercises", identifierref="pages", isvisible="true")
    add(item, "title").text = TITLE
    about = {"type": "webcontent", "adlcp:scormtype": "sco", "href": FIRST, "identifier": "pages"}
    add_resource(add(root, "resources"), about, files)
    return written(root)
