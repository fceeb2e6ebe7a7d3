"""QTI 2.1: a quiz as a package with a manifest, a test, and a file for each question and each picture.

The formats are those of IMS Question and Test Interoperability 2.1 and IMS Content Packaging 1.1.4. An item sets SCORE
as the standard's template `match_correct` does and then, if there is an answer to show, the feedback.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from playground.export.quiz import ALT, OPEN, QuizItem
from playground.export.site import Parcel

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_MATCH_CORRECT = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
_TEST, _MANIFEST = "test.xml", "imsmanifest.xml"
_TITLE = "Perceptron exercises"

Element = ElementTree.Element
_add = ElementTree.SubElement


def write(items: Sequence[QuizItem]) -> bytes:
    """Return a quiz as a QTI package, a ZIP file.

    >>> import io, zipfile
    >>> from playground.address.lists import ListItem
    >>> quiz = write([QuizItem("01", ListItem("", {}, "2 + 2?", number=True), 4, "<svg/>", "")])
    >>> zipfile.ZipFile(io.BytesIO(quiz)).namelist()
    ['imsmanifest.xml', 'test.xml', 'item-01.xml', 'board-01.svg']
    """
    names = [f"{place:02}" for place in range(1, len(items) + 1)]
    files = {_MANIFEST: _written(_manifest(names)), _TEST: _written(_test(names))}
    for name, asked in zip(names, items, strict=True):
        files |= {f"item-{name}.xml": _written(_item(asked, name)), f"board-{name}.svg": asked.picture.encode()}
    return Parcel().end(files)


def _written(root: Element) -> bytes:
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content


# ---- the package


def _manifest(names: Sequence[str]) -> Element:
    manifest = Element("manifest", xmlns=_PACKAGE, identifier="perceptron-exercises")
    metadata = _add(manifest, "metadata")
    _add(metadata, "schema").text, _add(metadata, "schemaversion").text = "QTIv2.1 Package", "1.0.0"
    _add(manifest, "organizations")
    resources = _add(manifest, "resources")
    test = _resource(resources, "test", "imsqti_test_xmlv2p1", [_TEST])
    for name in names:
        _add(test, "dependency", identifierref=f"item-{name}")
        _resource(resources, f"item-{name}", "imsqti_item_xmlv2p1", [f"item-{name}.xml", f"board-{name}.svg"])
    return manifest


def _resource(resources: Element, name: str, kind: str, files: Sequence[str]) -> Element:
    resource = _add(resources, "resource", identifier=name, type=kind, href=files[0])
    for file in files:
        _add(resource, "file", href=file)
    return resource


def _test(names: Sequence[str]) -> Element:
    test = Element("assessmentTest", xmlns=_QTI, identifier="test", title=_TITLE)
    part = _add(test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual")
    section = _add(part, "assessmentSection", identifier="section", title=_TITLE, visible="true")
    for name in names:
        _add(section, "assessmentItemRef", identifier=f"item-{name}", href=f"item-{name}.xml")
    return test


# ---- an item


def _item(asked: QuizItem, name: str) -> Element:
    task, right = asked.task, asked.right
    root = Element("assessmentItem", xmlns=_QTI, identifier=f"item-{name}", title=asked.name)
    root.attrib |= {"adaptive": "false", "timeDependent": "false"}
    kind = "string" if right is None else "identifier" if task.choices else "integer"
    response = _add(root, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType=kind)
    if right is not None:
        value = _choice(right) if task.choices else f"{right}"
        _add(_add(response, "correctResponse"), "value").text = value
    score = _add(root, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    _add(_add(score, "defaultValue"), "value").text = "0"
    if task.answer:
        _add(root, "outcomeDeclaration", identifier="FEEDBACK", cardinality="single", baseType="identifier")
    _body(_add(root, "itemBody"), asked, f"board-{name}.svg")
    if task.answer:
        _process(_add(root, "responseProcessing"), judged=right is not None)
        feedback = _add(root, "modalFeedback", outcomeIdentifier="FEEDBACK", identifier="answer", showHide="show")
        feedback.text = task.answer
    elif right is not None:
        _add(root, "responseProcessing", template=_MATCH_CORRECT)
    return root


def _choice(place: int) -> str:
    return f"choice-{place + 1}"


def _body(parent: Element, asked: QuizItem, picture: str) -> None:
    task = asked.task
    _add(parent, "p").text = task.ask
    _add(_add(parent, "p"), "img", src=picture, alt=ALT, width="360", height="346")
    for remark in asked.remarks:
        _add(parent, "p").text = remark
    if asked.link:
        _add(_add(parent, "p"), "a", href=asked.link).text = OPEN
    if asked.right is None:
        _add(parent, "extendedTextInteraction", responseIdentifier="RESPONSE")
    elif task.choices:
        choices = _add(parent, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices="1")
        for place, choice in enumerate(task.choices):
            _add(choices, "simpleChoice", identifier=_choice(place)).text = choice
    else:
        _add(_add(parent, "p"), "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="6")


def _process(processing: Element, *, judged: bool) -> None:
    """Set SCORE to 1 for the right answer, if an answer can be judged, and show the feedback after any."""
    if judged:
        right = _add(_add(processing, "responseCondition"), "responseIf")
        match = _add(right, "match")
        _add(match, "variable", identifier="RESPONSE")
        _add(match, "correct", identifier="RESPONSE")
        _add(_add(right, "setOutcomeValue", identifier="SCORE"), "baseValue", baseType="float").text = "1"
    shown = _add(processing, "setOutcomeValue", identifier="FEEDBACK")
    _add(shown, "baseValue", baseType="identifier").text = "answer"
