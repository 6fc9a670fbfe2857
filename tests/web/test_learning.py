"""Learning on the site: lessons on the board, the guided match, the card of rules, hints and puzzles."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import SiteServer, Visit, check_page, games_on_site
from fairground import load
from fairground.analysis.puzzles import Puzzle, read_puzzles
from fairground.lessons.course import Lesson, read_course
from fairground.lessons.lesson_run import READ_ON, replay

GAMES = games_on_site()
OVER = """() => {
  const root = document.documentElement;
  return [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
}"""
QUICK = min(GAMES, key=lambda name: load(name).longest)


def lesson_with_task(game: str) -> tuple[str, Lesson]:
    """The first lesson of a game in which the first task is done by one move."""
    course = read_course(load(game))
    assert course is not None
    for name, lesson in course.lessons.items():
        tasks = [step for step in lesson.steps if step.goal]
        if tasks and len(tasks[0].solution) == 1:
            return name, lesson
    raise AssertionError(f"{game} has no such lesson")


def read_up_to_task(page: Page) -> None:
    """Read on until something is to be done."""
    card = page.locator("section.lesson")
    card.wait_for()
    while card.locator(".task").count() == 0:
        card.get_by_role("button", name="Continue").click()
        page.wait_for_timeout(200)


def fits(page: Page) -> None:
    """The page does not scroll, and the way on is in the window."""
    over = page.evaluate(OVER)
    assert max(over) <= 0, over
    for button in page.locator("section.lesson .ways > *:visible").all():
        box = button.bounding_box()
        assert box is not None
        window = page.viewport_size
        assert window is not None
        assert (
            box["y"] + box["height"] <= window["height"] + 1
            and box["x"] + box["width"] <= window["width"] + 1
        )


def wrong_and_right(game: str, lesson: Lesson) -> tuple[int | None, int]:
    """A move that is taken back, if there is one, and the move that solves the first task."""
    rules, first = load(game), next(at for at, step in enumerate(lesson.steps) if step.goal)
    read = [READ_ON] * first
    run = replay(rules, lesson, read)
    moves = run.match.state.legal(lesson.seat)
    wrong = [move for move in moves if replay(rules, lesson, [*read, rules.write(move)]).verdict == "wrong"]
    return (wrong[0] if wrong else None), rules.read(lesson.steps[first].solution[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_task_is_tried_wrongly_and_solved_by_keyboard(visit: Visit, game: str) -> None:
    name, lesson = lesson_with_task(game)
    page = visit.go(f"learn/{game}/{name}")
    read_up_to_task(page)
    check_page(visit, f"lesson of {game}")
    step = next(step for step in lesson.steps if step.goal)
    assert step.praise and step.task
    card = page.locator("section.lesson")
    expect(card).to_contain_text(step.task.en)
    card.get_by_role("button", name="Show me").press("Enter")
    wrong, right = wrong_and_right(game, lesson)
    if wrong is not None:
        page.locator(f"button.offer[data-move='{wrong}']").press("Enter")
        expect(card.locator(".answer.wrong")).to_be_visible()
    page.locator(f"button.offer[data-move='{right}']").press("Enter")
    expect(card.locator(".answer.right")).to_contain_text(step.praise.en)


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (740, 360)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_fits_every_window(
    browser: Browser, server: SiteServer, game: str, size: tuple[int, int]
) -> None:
    name, _ = lesson_with_task(game)
    with Visit(browser, server.port, size[0]) as visit:
        visit.page.set_viewport_size({"width": size[0], "height": size[1]})
        page = visit.go(f"learn/{game}/{name}")
        page.locator("section.lesson").wait_for()
        fits(page)
        read_up_to_task(page)
        fits(page)


def test_a_course_is_listed_and_progress_is_remembered(visit: Visit) -> None:
    name, lesson = lesson_with_task(QUICK)
    page = visit.go(f"learn/{QUICK}")
    expect(page.get_by_role("link", name="Begin")).to_be_visible()
    check_page(visit, "course")
    page.goto(page.url + f"/{name}")
    card = page.locator("section.lesson")
    for step in lesson.steps:
        card.wait_for()
        if step.goal is None:
            card.get_by_role("button", name="Continue").click()
            continue
        for words in step.solution:
            move = load(QUICK).read(words)
            page.locator(f"button.offer[data-move='{move}']").press("Enter")
        if step is not lesson.steps[-1]:
            card.get_by_role("button", name="Continue").click()
    expect(card.get_by_text("You have finished this lesson.")).to_be_visible()
    visit.go("")
    page = visit.go(f"learn/{QUICK}")
    expect(page.locator(".number.done")).to_have_count(1)
    expect(page.get_by_role("link", name="Go on")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_the_first_match_is_guided_and_the_guide_can_end(
    browser: Browser, server: SiteServer, width: int
) -> None:
    course = read_course(load(QUICK))
    assert course is not None
    with Visit(browser, server.port, width) as visit:
        page = visit.go(f"learn/{QUICK}")
        page.get_by_role("button", name="First match").click()
        note = page.locator("section.guide")
        note.wait_for()
        told = {explanation.words.en for explanation in course.guide.explanations}
        expect(note.locator("p").first).to_have_text(re.compile("|".join(map(re.escape, told))))
        check_page(visit, "guide")
        note.get_by_role("button", name="End the guide").click()
        expect(note).to_have_count(0)
        page.reload()
        page.locator("[data-phase=playing]").wait_for()
        expect(page.locator("section.guide")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_card_of_rules_opens_over_the_table_with_one_key(visit: Visit, game: str) -> None:
    page = visit.sit(visit.set_table(game, load(game).seats[0])["table"]["id"])
    page.keyboard.press("r")
    card = page.get_by_role("dialog", name="Rules")
    expect(card.locator(".parts > section")).to_have_count(4)
    expect(card.locator("figure")).not_to_have_count(0)
    check_page(visit, "card of rules")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Rules").click()
    expect(card).to_be_visible()


def test_a_hint_is_shown_and_told(visit: Visit) -> None:
    page = visit.sit(visit.set_table(QUICK, 2)["table"]["id"])
    page.locator("button.offer").first.wait_for(state="attached")
    page.keyboard.press("h")
    hint = page.get_by_label("Good moves")
    expect(hint.locator("li").first).to_be_visible()
    expect(hint).to_contain_text("to win")
    expect(page.locator(".log")).to_contain_text("takes a hint")
    check_page(visit, "hint")


def first_puzzle(arrangement: bool) -> tuple[str, Puzzle]:
    return next(
        (game, puzzle)
        for game in GAMES
        for puzzle in read_puzzles(load(game)).values()
        if (puzzle.goal is not None) == arrangement
    )


@pytest.mark.parametrize("width", [1280, 360])
def test_an_arrangement_is_made_on_the_board(browser: Browser, server: SiteServer, width: int) -> None:
    game, puzzle = first_puzzle(arrangement=True)
    with Visit(browser, server.port, width) as visit:
        page = visit.go(f"puzzles/{game}/{puzzle.name}")
        card = page.locator("section.lesson")
        expect(card).to_contain_text(f"bring {puzzle.goal} points")
        moves = [load(game).read(move.words) for move in puzzle.line]
        page.locator(f"button.offer[data-move='{moves[0]}']").press("Enter")
        expect(card).to_contain_text("1 move made")
        card.get_by_role("button", name="Start again").click()
        for made, move in enumerate(moves):
            expect(card).to_contain_text(re.compile(rf"\b{made} moves? made"))
            page.locator(f"button.offer[data-move='{move}']").press("Enter")
        expect(card).to_contain_text("Right!")
        fits(page)
        check_page(visit, "arrangement")


@pytest.mark.parametrize("width", [1280, 360])
def test_a_puzzle_is_tried_and_its_solution_stepped_through(
    browser: Browser, server: SiteServer, width: int
) -> None:
    game, puzzle = first_puzzle(arrangement=False)
    with Visit(browser, server.port, width) as visit:
        page = visit.go("puzzles")
        expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
        check_page(visit, "puzzles")
        page.goto(page.url + f"/{game}/{puzzle.name}")
        card = page.locator("section.lesson")
        card.wait_for()
        wrong = load(game).read(puzzle.values[1].words)
        page.locator(f"button.offer[data-move='{wrong}']").press("Enter")
        expect(card).to_contain_text("Try again")
        right = load(game).read(puzzle.best)
        page.locator(f"button.offer[data-move='{right}']").press("Enter")
        expect(card).to_contain_text("Right!")
        fits(page)
        card.get_by_role("button", name="Back").click()
        expect(card).to_contain_text("Before the move")
        card.get_by_role("button", name="Next move").click()
        page = visit.go("puzzles")
        expect(page.locator("a.solved")).to_have_count(1)
