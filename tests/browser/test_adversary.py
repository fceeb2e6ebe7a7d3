"""The adversary's page in a browser: answer, and undo answers."""


def test_quick_keys_lose_no_answer_and_undo_takes_back_the_toss(visit_light):
    stage = visit_light("/adversary?margin=0.1")
    stage.press("1", "2", "2", "1")
    stage.until(lambda: stage.step == 4)
    stage.settle()
    assert stage.address["said"] == "pmmp"
    stage.press("3")
    stage.until(lambda: stage.step == 100)
    assert stage.facts[1:3] == ["100", "100"]
    stage.settle()
    assert stage.address["said"].startswith("pmmp")
    assert len(stage.address["said"]) == 100
    stage.press("Control+z")
    stage.until(lambda: stage.step == 4)
    stage.settle()
    assert stage.address["said"] == "pmmp"
    stage.do("clear")
    stage.until(lambda: stage.step == 0)
    stage.settle()
    assert "said" not in stage.address


def test_no_key_in_sight_is_one_that_cannot_be_pressed(visit_light):
    stage = visit_light("/adversary?margin=2%2F5")
    dead = stage.page.locator(".stage :disabled").filter(visible=True)
    alive = stage.page.locator(".stage button:enabled").filter(visible=True)
    for answers in range(7):
        assert not dead.count()
        assert alive.count() >= (3 if answers < 6 else 6)
        if answers < 6:
            stage.press("1")
            stage.until(lambda answers=answers: stage.step == answers + 1)
            stage.settle()
    stage.press("Home")
    stage.until(lambda: stage.step == 0)
    assert not dead.count()
    assert stage.button("forward").is_visible()
