"""QTI 2.1: a quiz as a package with a manifest, a test, and a file for each question and each picture.

The formats are those of IMS Question and Test Interoperability 2.1 and IMS Content Packaging 1.1.4. An item sets SCORE
as the standard's template `match_correct` does and then, if there is an answer to show, the feedback: first what is
said of this answer, if it is a wrong one that is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from playground.export.package import MANIFEST, TITLE, Element, add, add_resource, manifest, written
from playground.export.quiz import ALT, OPEN, SIZE, QuizItem, QuizReply
from playground.export.site import Parcel

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_MATCH_CORRECT = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
_TEST = "test.xml"


def write(items: Sequence[QuizItem]) -> bytes:
    """Return a quiz with these questions as a QTI package, the bytes of a ZIP file.

    >>> import io, zipfile
    >>> from playground.address.lists import ListItem
    >>> quiz = write([QuizItem("01", ListItem("", {}, "2 + 2?", number=True), 4, "<svg/>", "")])
    >>> zipfile.ZipFile(io.BytesIO(quiz)).namelist()
    ['imsmanifest.xml', 'test.xml', 'item-01.xml', 'board-01.svg']
    """
    names = [f"{place:02}" for place in range(1, len(items) + 1)]
    files = {MANIFEST: written(_manifest(names)), _TEST: written(_test(names))}
    for name, asked in zip(names, items, strict=True):
        files |= {f"item-{name}.xml": written(_item(asked, name)), f"board-{name}.svg": asked.picture.encode()}
    return Parcel().end(files)


# ---- the package


def _manifest(names: Sequence[str]) -> Element:
    root = manifest({"xmlns": _PACKAGE}, "QTIv2.1 Package", "1.0.0")
    add(root, "organizations")
    resources = add(root, "resources")
    test = _resource(resources, "test", "imsqti_test_xmlv2p1", [_TEST])
    for name in names:
        add(test, "dependency", identifierref=f"item-{name}")
        _resource(resources, f"item-{name}", "imsqti_item_xmlv2p1", [f"item-{name}.xml", f"board-{name}.svg"])
    return root


def _resource(resources: Element, name: str, kind: str, files: Sequence[str]) -> Element:
    return add_resource(resources, {"identifier": name, "type": kind, "href": files[0]}, files)


def _test(names: Sequence[str]) -> Element:
    test = Element("assessmentTest", xmlns=_QTI, identifier="test", title=TITLE)
    part = add(test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual")
    section = add(part, "assessmentSection", identifier="section", title=TITLE, visible="true")
    for name in names:
        add(section, "assessmentItemRef", identifier=f"item-{name}", href=f"item-{name}.xml")
    return test


# ---- an item


def _item(asked: QuizItem, name: str) -> Element:
    task, right = asked.task, asked.right
    root = Element("assessmentItem", xmlns=_QTI, identifier=f"item-{name}", title=asked.name)
    root.attrib |= {"adaptive": "false", "timeDependent": "false"}
    kind = "string" if right is None else "identifier" if task.choices else "integer"
    response = add(root, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType=kind)
    if right is not None:
        value = _choice(right) if task.choices else f"{right}"
        add(add(response, "correctResponse"), "value").text = value
    score = add(root, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    add(add(score, "defaultValue"), "value").text = "0"
    shown = {"REPLY": {_reply(each): each.says for each in asked.replies}, "FEEDBACK": {"answer": task.answer}}
    shown = {name: {key: words for key, words in said.items() if words} for name, said in shown.items()}
    for outcome in (name for name, said in shown.items() if said):
        add(root, "outcomeDeclaration", identifier=outcome, cardinality="single", baseType="identifier")
    _body(add(root, "itemBody"), asked, f"board-{name}.svg")
    if any(shown.values()):
        _process(add(root, "responseProcessing"), asked)
    for outcome, said in shown.items():
        for key, words in said.items():
            feedback = add(root, "modalFeedback", outcomeIdentifier=outcome, identifier=key, showHide="show")
            feedback.text = words
    if right is not None and not any(shown.values()):
        add(root, "responseProcessing", template=_MATCH_CORRECT)
    return root


def _choice(place: int) -> str:
    return f"choice-{place + 1}"


def _body(parent: Element, asked: QuizItem, picture: str) -> None:
    task = asked.task
    add(parent, "p").text = task.ask
    add(add(parent, "p"), "img", {"src": picture, "alt": ALT, **SIZE})
    for remark in asked.remarks:
        add(parent, "p").text = remark
    if asked.link:
        add(add(parent, "p"), "a", href=asked.link).text = OPEN
    if asked.right is None:
        add(parent, "extendedTextInteraction", responseIdentifier="RESPONSE")
    elif task.choices:
        choices = add(parent, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices="1")
        for place, choice in enumerate(task.choices):
            add(choices, "simpleChoice", identifier=_choice(place)).text = choice
    else:
        add(add(parent, "p"), "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="6")


def _process(processing: Element, asked: QuizItem) -> None:
    """Set SCORE to 1 for the right answer, if an answer can be judged; choose what is said of others, and after any."""
    if asked.right is not None:
        judging = add(processing, "responseCondition")
        right = add(judging, "responseIf")
        match = add(right, "match")
        add(match, "variable", identifier="RESPONSE")
        add(match, "correct", identifier="RESPONSE")
        _set(right, "SCORE", "float", "1")
        for reply in asked.replies:
            wrong = add(judging, "responseElseIf")
            _meet(wrong, asked, reply)
            _set(wrong, "REPLY", "identifier", _reply(reply))
    if asked.task.answer:
        _set(processing, "FEEDBACK", "identifier", "answer")


def _meet(wrong: Element, asked: QuizItem, reply: QuizReply) -> None:
    """Let a condition hold for the answers of which a reply is said."""
    both = add(wrong, "and")
    limits = (
        (("match", _choice(reply.first)),)
        if asked.task.choices
        else (("gte", f"{reply.first}"), ("lte", f"{reply.last}"))
    )
    for comparison, text in limits:
        compared = add(both, comparison)
        add(compared, "variable", identifier="RESPONSE")
        add(compared, "baseValue", baseType="identifier" if asked.task.choices else "integer").text = text


def _set(parent: Element, outcome: str, kind: str, text: str) -> None:
    add(add(parent, "setOutcomeValue", identifier=outcome), "baseValue", baseType=kind).text = text


def _reply(reply: QuizReply) -> str:
    return f"reply-{reply.first}"
