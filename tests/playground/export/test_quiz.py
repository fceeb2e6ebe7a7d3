"""Quizzes for learning platforms: readers of other projects find the questions, answers and pictures that the app has.

Moodle XML is read by moodle_xml_parser, which knows choices alone, and by the names that Moodle's importer asks for;
GIFT by gift-pegjs; QTI by onyx2moodle. The right answers are those of the exercise on its page.
"""

import base64
import io
import json
import random
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from moodle_xml_parser import parser as moodle_reader
from onyx2moodle import classifier
from onyx2moodle import parser as qti_reader

from playground.address import conditions
from playground.address.lists import FILES, ListItem, decode, encode
from playground.draw.thumbnails import thumbnail
from playground.export import gift, moodle, qti, quiz
from playground.lessons import LESSONS
from playground.page.guide import ask_part
from tests import readers
from tests.playground.address.test_tasks import PAPER
from tests.playground.visiting import answered

APP = "https://a.example/app/"
WORDS = [
    "How many updates?", "Will it ever stop?", "None", "<script>alert(1)</script>", "]]>", "<![CDATA[x", "~=#{}:%50%",
    "\\", "\\n", "a\\:b", "[html] <b>", "[plain]", "::x::", "// x", "$CATEGORY: x", "&&058;", "&lt;", "{1:MC:=x}",
    "a -> b", "####", "@@PLUGINFILE@@/x", "مرحبا بالعالم", "שלום ABC", "\u202dx", "𝐰·𝐱 > 0", "γ = √2 − 1", '"\'',
    "https://b.example/?x=1&y=2", "{{ x }}",
]  # fmt: skip
LONG = "<b>]]>~=#{}: " * 400


def any_list(draw):
    """Draw a list of up to three exercises, of any page, kind and words."""

    def words(most):
        return " ".join(draw.choices(WORDS, k=draw.choice([1, 1, 2, 5])))[:most].strip()

    def exercise():
        path, board = draw.choice(PAPER)
        kind = draw.choice(["number", "own number", "choice", "unknown choice", "open", "build"])
        parts = {"hint": draw.choice(["", words(200)]), "answer": draw.choice(["", words(400)])}
        if kind in ("number", "own number"):
            parts |= {"number": True, "right": draw.choice([0, 7, 999_999]) if kind == "number" else None}
        elif kind in ("choice", "unknown choice"):
            choices = tuple({words(40): 0 for _ in range(draw.randint(2, 6))} | {"Yes": 0, "No": 0})[-6:]
            parts |= {"choices": choices, "right": draw.randrange(len(choices)) if kind == "choice" else None}
        elif kind == "build":
            parts["solved"] = conditions.read("at most 6 points, a line separates them")
        return ListItem(path, board, words(200), hide=draw.choice([(), ("outcome", "curves")]), **parts)

    return decode(encode([exercise() for _ in range(draw.randint(1, 3))]))


DRAW = random.Random("quizzes")


ASKED = [each for each in LESSONS.values() if any(part.can_be_asked for part in each.parts)]
LISTS = [*(any_list(DRAW) for _ in range(40)), *map(quiz.exercises, ASKED)]


class Known(NamedTuple):
    """A question of a quiz, and its kind, right number or choice, and picture as its page has them."""

    asked: quiz.QuizItem
    key: tuple
    picture: str | None


def known(tasks):
    code = encode(tasks)
    for place, task in enumerate(tasks, 1):
        scene = answered(FILES[task.path], list=code, open=place)
        right = scene["guide"]["task"]["right"]
        kind = "essay" if right is None else "choice" if task.choices else "number"
        key = kind, task.choices[right] if kind == "choice" else right
        picture = None if task.hide else thumbnail(scene, numbered=True)
        yield Known(quiz.item(task, place, app=APP), key, picture)


@pytest.fixture(scope="module")
def quizzes():
    """The questions of the 40 lists and of all lessons."""
    return [[*known(tasks)] for tasks in LISTS]


class Words(HTMLParser):
    """What a browser shows of HTML: its words, and the addresses of its pictures and links; no other elements."""

    def __init__(self, text):
        super().__init__()
        self.words, self.pictures, self.links = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        assert tag in ("p", "span", "img", "a")
        self.pictures += [value for name, value in attributes if name == "src"]
        self.links += [value for name, value in attributes if name == "href"]
        assert {name for name, _ in attributes} <= {"dir", "src", "alt", "width", "height", "href"}

    def handle_data(self, data):
        self.words.append(data)


def words(text):
    return "".join(Words(text).words)


def by_choice(asked):
    """What is said of each choice; nothing of the right one."""
    said = {reply.first: reply.says for reply in asked.replies}
    return [said.get(place, "") for place in range(len(asked.task.choices))]


# ---- Moodle XML


def moodle_key(question):
    """The kind and the right answer of a question, by the names that Moodle's importer asks for."""
    kind = {"multichoice": "choice", "numerical": "number", "essay": "essay"}[question.get("type")]
    if kind == "essay":
        assert question.findtext("responseformat") == "editor"
        return kind, None
    (right,) = [each for each in question.findall("answer") if each.get("fraction") == "100"]
    if kind == "choice":
        assert question.findtext("single") == "true"
        return kind, words(right.findtext("text"))
    assert right.findtext("tolerance") == "0"
    assert right is question.find("answer")  # the first in whose range an answer lies counts
    return kind, int(right.findtext("text"))


def moodle_replies(question):
    """What a numerical question says of its wrong answers: the numbers from one to another, and the words."""
    for answer in question.findall("answer")[1:]:
        assert answer.get("fraction") == "0"
        middle, about = (float(answer.findtext(name)) for name in ("text", "tolerance"))
        yield middle - about, middle + about, words(answer.findtext("feedback/text"))


def test_moodle_reads_the_questions_the_answers_and_the_pictures(quizzes):
    for each in quizzes:
        items, keys, _ = zip(*each, strict=True)
        root = ElementTree.fromstring(moodle.write(items))
        assert tuple(map(moodle_key, root)) == keys
        for question, asked in zip(root, items, strict=True):
            task, text = asked.task, Words(question.findtext("questiontext/text"))
            assert question.findtext("name/text") == asked.name
            assert text.words[0] == task.ask
            assert text.links == [APP.rstrip("/") + quiz.board_link(task)]
            file = question.find("questiontext/file")
            assert text.pictures == [f"@@PLUGINFILE@@/{file.get('name')}"]
            assert base64.b64decode(file.text).decode() == asked.picture
            assert words(question.findtext("generalfeedback/text")) == task.answer
            if question.get("type") == "numerical":
                assert [*moodle_replies(question)] == [*asked.replies]
        read = moodle_reader.parse_string(moodle.write(items))["multichoice"]
        judged = [asked for asked, (kind, _) in zip(items, keys, strict=True) if kind == "choice"]
        for found, asked in zip(read, judged, strict=True):
            assert found.single
            assert [words(option.feedback or "") for option in found.options] == by_choice(asked)
            rights = [100.0 * (place == asked.right) for place in range(len(asked.task.choices))]
            assert [option.score_fraction for option in found.options] == rights


# ---- GIFT


@pytest.fixture(scope="module")
def read_gift(request, tmp_path_factory):
    """A function that reads texts in GIFT by gift-pegjs, in Node."""
    if not shutil.which("node"):
        pytest.skip("no Node")
    folder = tmp_path_factory.mktemp("gift")
    grammar = readers.script("gift-pegjs-1.0.2", "pegjs-gift.js", request.config.cache.mkdir("readers"))
    (folder / "gift.cjs").write_text(grammar, encoding="utf-8")
    work = "const { parse } = require('./gift.cjs'); const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
    work += "console.log(JSON.stringify(texts.map((text) => parse(text))))"

    def read(texts):
        done = subprocess.run(["node", "-e", work], cwd=folder, input=json.dumps(texts), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return read


def gift_key(question):
    kind = {"MC": "choice", "Numerical": "number", "Essay": "essay"}[question["type"]]
    if kind == "essay":
        return kind, None
    if kind == "choice":
        (right,) = [choice["text"] for choice in question["choices"] if choice["isCorrect"]]
        return kind, words(right["text"])
    choice = question["choices"][0] if isinstance(question["choices"], list) else {"text": question["choices"]}
    assert choice["text"]["range"] == 0
    return kind, choice["text"]["number"]


def gift_replies(question):
    """What a numerical question says of its wrong answers, as `moodle_replies`."""
    for choice in question["choices"][1:] if isinstance(question["choices"], list) else []:
        assert choice["weight"] == 0
        answer = choice["text"]
        low, high = (
            (answer["number"],) * 2 if answer["type"] == "range" else (answer["numberLow"], answer["numberHigh"])
        )
        yield low, high, words(choice["feedback"]["text"])


def test_a_reader_of_gift_finds_the_questions_and_the_answers(quizzes, read_gift):
    lists = [zip(*each, strict=True) for each in quizzes]
    lists = [(items, keys) for items, keys, _ in lists]
    for questions, (items, keys) in zip(read_gift([gift.write(items) for items, _ in lists]), lists, strict=True):
        assert tuple(map(gift_key, questions)) == keys
        for question, asked in zip(questions, items, strict=True):
            stem, task = Words(question["stem"]["text"]), asked.task
            assert question["title"] == asked.name.replace("&&", "& &")
            assert question["stem"]["format"] == "html"
            assert stem.words[0] == task.ask
            assert stem.links == [APP.rstrip("/") + quiz.board_link(task)]
            assert words((question["globalFeedback"] or {"text": ""})["text"]) == task.answer
            if question["type"] == "MC":
                assert [words(choice["text"]["text"]) for choice in question["choices"]] == [*task.choices]
                said = [words((choice["feedback"] or {"text": ""})["text"]) for choice in question["choices"]]
                assert said == by_choice(asked)
            elif question["type"] == "Numerical":
                assert [*gift_replies(question)] == [*asked.replies]


# ---- QTI


def opened(package, folder):
    """The items of a QTI package in the order of its test, each with the files that its manifest names."""
    names = {"p": "http://www.imsglobal.org/xsd/imscp_v1p1", "q": "http://www.imsglobal.org/xsd/imsqti_v2p1"}
    with zipfile.ZipFile(io.BytesIO(package)) as packed:
        packed.extractall(folder)
        files = {*packed.namelist()}
    resources = {each.get("identifier"): each for each in
                 ElementTree.parse(folder / "imsmanifest.xml").iterfind("p:resources/p:resource", names)}  # fmt: skip
    listed = {file.get("href") for each in resources.values() for file in each.iterfind("p:file", names)}
    assert files == listed | {"imsmanifest.xml"}
    test = resources["test"]
    assert {each.get("identifierref") for each in test.iterfind("p:dependency", names)} == {*resources} - {"test"}
    for reference in ElementTree.parse(folder / test.get("href")).iterfind(".//q:assessmentItemRef", names):
        assert resources[reference.get("identifier")].get("type") == "imsqti_item_xmlv2p1"
        yield folder / reference.get("href")


def qti_key(item):
    """The kind and the right answer of an item, as onyx2moodle finds them."""
    kind = {"multichoice": "choice", "shortanswer": "number", "essay": "essay"}[classifier.classify(item).target]
    (interaction,) = item.interactions
    declared = item.response_decls[interaction.response_identifier]
    assert declared.cardinality == "single"
    if kind == "essay":
        assert declared.correct_values == []
        return kind, None
    (right,) = declared.correct_values
    if kind == "number":
        assert declared.base_type == "integer"
        return kind, int(right)
    assert interaction.max_choices == 1
    (chosen,) = [choice.html for choice in interaction.choices if choice.identifier == right]
    return kind, chosen


def processed(item):
    """What an item's processing says of wrong answers, as `moodle_replies`; of choices by their places."""
    said = {each.identifier: each.html for each in item.feedback}
    places = {choice.identifier: place for each in item.interactions for place, choice in enumerate(each.choices or [])}
    for wrong in ElementTree.fromstring(item.raw_xml).iterfind(".//{*}responseElseIf"):
        limits = [each.text for each in wrong.iterfind(".//{*}and//{*}baseValue")]
        low, high = (places[each] if each in places else int(each) for each in (limits[0], limits[-1]))
        yield low, high, said[wrong.findtext("{*}setOutcomeValue/{*}baseValue")]


def test_a_reader_of_qti_finds_the_questions_the_answers_and_the_pictures(quizzes, tmp_path):
    for number, each in enumerate(quizzes):
        folder, (items, keys, _) = tmp_path / f"{number}", zip(*each, strict=True)
        found = [qti_reader.parse_item(path) for path in opened(qti.write(items), folder)]
        assert tuple(map(qti_key, found)) == keys
        for item, asked in zip(found, items, strict=True):
            parts = {re.sub("{.*}", "", part.tag): part for part in item.body_xml.iter()}
            assert item.title == asked.name
            assert item.body_xml[0].text == asked.task.ask
            assert (folder / parts["img"].get("src")).read_text(encoding="utf-8") == asked.picture
            assert parts["a"].get("href") == APP.rstrip("/") + quiz.board_link(asked.task)
            says = [reply.says for reply in asked.replies]
            assert [feedback.html for feedback in item.feedback] == [
                *says,
                *[asked.task.answer] * bool(asked.task.answer),
            ]
            assert {*processed(item)} == {(*reply[:2], reply.says) for reply in asked.replies}
            if asked.right is not None and asked.task.choices:
                assert [choice.html for choice in item.interactions[0].choices] == [*asked.task.choices]


# ---- what a quiz asks


def test_a_question_has_its_board_as_the_app_shows_it_before_the_first_step(quizzes):
    for asked, _, picture in (each for some in quizzes for each in some if each.picture):
        assert "var(" not in asked.picture
        drawn, shown = (
            [each.get("d") for each in ElementTree.fromstring(text).iter()] for text in (asked.picture, picture)
        )
        assert drawn == shown


def test_a_lessons_questions_are_its_parts_with_its_answers(quizzes):
    """A board that the visitor builds has no number to ask for; every other part has the lesson's own answer."""
    for lesson, tasks, items in zip(ASKED, LISTS[40:], quizzes[40:], strict=True):
        assert decode(encode(tasks)) == tasks
        parts = [part for part in lesson.parts if part.can_be_asked]
        for place, (part, (asked, key, _)) in enumerate(zip(parts, items, strict=True)):
            assert [*asked.replies] == [tuple(reply) for reply in part.replies if key[0] != "essay"]
            scene = dict(answered(lesson.page, **asked.task.board))
            ask_part(lesson, place, scene)
            if part.build and not part.right:
                assert (key, asked.remarks[-1]) == (("essay", None), quiz.BUILD)
            elif "question" in scene:
                assert asked.right == scene["question"]["answer"]
                assert asked.task.ask.endswith(scene["question"]["text"])
            else:
                assert f"{asked.right}" == part.right


@pytest.mark.parametrize("words_of", [LONG, "<script>alert(1)</script>", "]]>", "~=#{}\\:", "مرحبا"])
def test_any_words_are_data_in_every_format(words_of, read_gift, tmp_path):
    task = ListItem("", {"data": "AND"}, words_of, (words_of, "x"), right=0, hint=words_of, answer=words_of)
    asked = [quiz.item(task, 1, app=f"https://a.example/{words_of}")]
    question = ElementTree.fromstring(moodle.write(asked))[0]
    (read,), (item,) = read_gift([gift.write(asked)])[0], map(qti_reader.parse_item, opened(qti.write(asked), tmp_path))
    for texts in (
        [
            Words(question.findtext(f"{name}/text")).words[0]
            for name in ("questiontext", "generalfeedback", "hint", "answer")
        ],
        [Words(text["text"]).words[0] for text in (read["stem"], read["globalFeedback"], read["choices"][0]["text"])],
        [item.body_xml[0].text, item.feedback[0].html, item.interactions[0].choices[0].html],
    ):
        assert {*map(str.strip, texts)} == {words_of.strip()}
