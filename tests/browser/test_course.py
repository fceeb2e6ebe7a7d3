"""A course's package in a learning platform whose run-time is scorm-again: first answers, completion, and going on."""

import http.server
import json
import threading
from functools import partial

import pytest

from playground.address import conditions
from playground.address.lists import ListItem
from playground.export import gift, quiz, scorm, site
from playground.lessons import LESSONS
from tests import readers
from tests.browser.browsing import DESKTOP, PHONE, wait_for

AND = {"data": "AND", "bias": "true"}
HOSTILE = "</script><img src=x onerror=alert(1)>"
TASKS = [
    ListItem("", AND, "How many updates?", number=True, answer=HOSTILE),
    ListItem("", {"data": "XOR", "bias": "true"}, HOSTILE, ("Yes", "No"), right=1, hint=HOSTILE),
    ListItem("race", {"data": "AND"}, "Who is first?"),
    ListItem("", AND, "Make it long.", solved=conditions.read("more than 50 updates")),
    ListItem("proof", AND, "What is 6 · 7?", number=True, right=42),
]
PLATFORM = """<!doctype html><title>Course</title><script src="/runtime.js"></script><script>
  window.API = new Scorm12API({ lmsCommitUrl: "/commit", logLevel: 5 });
  if (%s) API.loadFromJSON(%s);
</script><iframe src="/course/index.html" style="width: 100%%; height: 95vh"></iframe>"""


class Platform(http.server.SimpleHTTPRequestHandler):
    """Serves the package within its page, and keeps what the run-time commits."""

    def __init__(self, *arguments, kept, ended, runtime, **options):
        self.kept, self.ended, self.runtime = kept, ended, runtime
        super().__init__(*arguments, **options)

    def do_GET(self):
        if self.path.startswith("/course/"):
            super().do_GET()
            return
        state = json.dumps(self.kept[-1]["cmi"] if self.kept else None)
        self._send(self.runtime if self.path == "/runtime.js" else PLATFORM % (state, state))

    def do_POST(self):
        self.kept.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self._send('{"result": true, "errorCode": 0}')
        if "total_time" in self.kept[-1]["cmi"]["core"]:
            self.ended.set()

    def _send(self, text):
        self.send_response(200)
        kind = {"/runtime.js": "text/javascript", "/commit": "application/json"}.get(self.path, "text/html")
        self.send_header("content-type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def platform(tmp_path, request):
    """The address of a learning platform that has the package, all that it was told, and whether an attempt ended."""
    folder, kept, ended = tmp_path / "course", [], threading.Event()
    folder.mkdir()
    links = site.named(site.links_of(TASKS))
    leaves = [site.leaf(links, place, joined=False) for place in range(len(links))]
    for name, content in {**{leaf.name: leaf.page for leaf in leaves}, **scorm.cover(leaves)}.items():
        (folder / name).write_bytes(content)
    runtime = readers.script("scorm-again-3.4.3", "dist/scorm12.min.js", request.config.cache.mkdir("readers"))
    handler = partial(Platform, directory=tmp_path, kept=kept, ended=ended, runtime=runtime)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", kept, ended
    server.shutdown()


class Student:
    """A student in front of the package."""

    def __init__(self, page, address):
        self.page = page
        page.goto(address)
        self.course = page.frame_locator("iframe")
        self.exercise = self.course.frame_locator("iframe")
        self.ready()

    def ready(self):
        self.exercise.locator(".stage[data-at] .stage-sentence:not(:empty)").wait_for()

    def open(self, place):
        self.course.locator(f"nav button:nth-child({place})").click()
        self.exercise.get_by_text(f"{place} of {len(TASKS)}").wait_for()
        self.ready()

    @property
    def reply(self):
        return self.exercise.locator(".stage-key").inner_text()

    def count(self, number):
        self.exercise.locator(".stage-task input").fill(number)
        self.exercise.get_by_role("button", name="Check").click()

    def leave(self, ended):
        """Go away, and wait for the end of the attempt, which a page that has gone may tell later."""
        ended.clear()
        self.page.goto("about:blank")
        assert ended.wait(30)


def told(kept):
    """What the platform knows now: status, place, score, and the results of the first answers."""
    core, answers = kept[-1]["cmi"]["core"], kept[-1]["cmi"]["interactions"]
    answers = answers.get("childArray", answers.values()) if isinstance(answers, dict) else answers
    results = [(each["id"], each["student_response"], each["result"]) for each in answers]
    score = core["score"]
    return core["lesson_status"], core["lesson_location"], {k: score[k] for k in ("raw", "min", "max")}, results


@pytest.mark.slow
def test_a_course_is_begun_left_gone_on_with_on_another_device_and_completed(window, platform):
    address, kept, ended = platform
    student = Student(window(own=True, viewport=DESKTOP), address)
    assert student.course.get_by_role("status").inner_text() == "0 of 5 done"
    student.count("18")
    assert student.reply == "You say 18. Step to the end, which tells."
    student.open(2)
    student.exercise.get_by_role("button", name="Yes", exact=True).click()
    assert student.reply.startswith("✗ Not “Yes”. It is “No”.")
    student.exercise.get_by_role("button", name="No", exact=True).click()  # the first answer counts
    student.open(3)
    assert student.course.get_by_role("status").inner_text() == "3 of 5 done"
    student.leave(ended)
    right, wrong = ("exercise-1", "18", "correct"), ("exercise-2", "a", "wrong")
    assert told(kept) == ("incomplete", "3", {"raw": "33", "min": "0", "max": "100"}, [right, wrong])
    assert kept[-1]["cmi"]["core"]["exit"] == "suspend"
    assert len(kept[-1]["cmi"]["suspend_data"]) <= 4096

    student = Student(window(own=True, **PHONE), address)
    student.exercise.get_by_text("3 of 5").wait_for()
    student.open(1)
    assert student.exercise.locator(".stage-task input").input_value() == "18"
    student.open(2)
    assert student.reply.startswith("✓ Right.")
    assert student.exercise.locator(":is(.stage-guide, nav) img").count() == 0
    student.open(4)
    student.open(5)
    student.count("41")
    assert student.course.get_by_role("status").inner_text() == "5 of 5 done"
    assert student.page.evaluate("Object.keys(localStorage)") == ["shown"]  # which the window had before
    student.leave(ended)
    status, place, score, results = told(kept)
    assert (status, place, score["raw"]) == ("completed", "5", "33")
    assert ("exercise-5", "41", "wrong") in results


@pytest.mark.slow
def test_a_lesson_is_saved_for_a_course_and_any_other_board_is_not(visit_light, server):
    stage = visit_light("/?lesson=order&seed=1")
    stage.do("share")
    stage.page.click(".stage-save summary")
    stage.page.locator(".stage-course a").first.wait_for()
    assert [*stage.page.locator(".stage-course a").all_inner_texts()] == ["Moodle XML", "GIFT", "QTI", "SCORM"]
    with stage.page.expect_download() as saved:
        stage.page.get_by_role("link", name="GIFT").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert text == gift.write(
        [quiz.item(task, k, app=server) for k, task in enumerate(quiz.exercises(LESSONS["order"]), 1)]
    )
    stage = visit_light("/?data=AND")
    stage.do("share")
    stage.page.click(".stage-save summary")
    stage.settle()
    assert stage.page.locator(".stage-course").count() == 0


def test_without_a_platform_the_pages_work_and_say_that_nothing_is_sent(window, platform):
    address, kept, _ = platform
    page = window(own=True, viewport=DESKTOP)
    page.goto(f"{address}course/index.html")
    assert page.get_by_role("status").inner_text() == "No course is connected: answers are not sent."
    wait_for(page.frames[1], ".stage[data-at]")
    page.frame_locator("iframe").get_by_text("1 of 5").wait_for()
    assert kept == []
