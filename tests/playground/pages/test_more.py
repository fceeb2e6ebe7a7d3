"""Each page's sidebar shows few controls, and the rest behind *More*; a link reaches them all, and *More* says so."""

import pytest

from playground import pages
from playground.address.codes import HAND
from playground.app import experiments
from tests.pages import PAGES
from tests.playground.visiting import complaints, visit

KINDS = ("number_input", "selectbox", "toggle", "text_input", "select_slider")


def opened(file, **parameters):
    page = visit(None if file == "app.py" else file, **parameters)
    assert not page.exception
    assert not complaints(page)
    return page


def controls(place):
    return {each.key: each for kind in KINDS for each in place.get(kind)}


def other(control):
    """A value that a control does not have, as a link writes it."""
    if control.type == "toggle":
        return str(not control.value).lower()
    if control.type == "number_input":
        return f"{control.value + control.step:g}"
    if control.type == "text_input":
        return "0.5"
    return next(option for option in control.options if option not in (str(control.value), HAND))


def has(control, text):
    return str(control.value).lower() == text or (control.type == "number_input" and control.value == float(text))


@pytest.mark.parametrize("file", PAGES)
def test_more_opens_and_counts_its_controls_where_a_link_sets_them(monkeypatch, file):
    monkeypatch.setattr(experiments, "show", lambda *_: None)  # what the controls ask for takes its time
    page = opened(file)
    every = controls(page.sidebar)
    if not page.sidebar.expander:
        assert len(every) < 5
        return
    (more,) = page.sidebar.expander
    late = controls(more)
    assert late
    assert len(every) - len(late) < 9
    assert (more.label, more.proto.expanded) == ("More", False)
    asked = {key: other(control) for key, control in late.items()}
    page = opened(file, **asked)
    (more,) = page.sidebar.expander
    assert (more.label, more.proto.expanded) == (f"More: {len(late)} set", True)
    found = controls(more)
    assert [key for key, text in asked.items() if not has(found[key], text)] == []
    asked = {key: other(control) for key, control in every.items() if key not in late}
    usual = {key: str(control.value).lower() for key, control in late.items()}
    page = opened(file, **asked, **usual)
    (more,) = page.sidebar.expander
    assert (more.label, more.proto.expanded) == ("More", False)
    found, settings = controls(page.sidebar), pages.PAGES[file].settings({**asked, **usual})
    shown = {key: text for key, text in asked.items() if pages.PAGES[file].controls[key].present(settings)}
    assert len(shown) > len(asked) / 2
    assert [key for key, text in shown.items() if not has(found[key], text)] == []


def test_more_stays_open_until_another_page():
    page = opened("app.py", rate="2")
    page.number_input(key="rate").set_value(1.0).run()
    (more,) = page.sidebar.expander
    assert (more.label, more.proto.expanded) == ("More", True)
    page.query_params.clear()  # as the links of the menu do
    page.switch_page("pages/proof.py").run()
    (more,) = page.sidebar.expander
    assert (more.label, more.proto.expanded) == ("More", False)
