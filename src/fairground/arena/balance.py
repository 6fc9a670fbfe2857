"""The report of a study: a page of its own."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from fairground.arena import plots
from fairground.arena.findings import Findings, Thing
from fairground.arena.page import Section, command, page, paragraph, picture, table
from fairground.arena.report import number, percent, seats_section, told
from fairground.arena.standings import Interval
from fairground.arena.study import Chapter, Study, Sweep

MOVED = 8  # things of a sweep that are shown: those whose use changed most
MANY = 25  # things in one plot


def balance(study: Study, again: str) -> str:
    """The page; `again` is the command that plays the same."""
    first = study.chapters[0].plan
    game, _ = first.open()
    sections = [_overview(study.chapters)]
    for chapter in study.chapters:
        sections += _chapter(chapter)
    sections += [_sweep(sweep) for sweep in study.sweeps]
    sections.append(
        Section("Again", [command(again), paragraph(f"Rules version {first.rules}, box {first.box}.")])
    )
    lead = [
        paragraph(f"Matches between {', '.join(first.bots)}{told(first.options)}, seed {first.seed!r}."),
        paragraph(
            "Intervals hold with 95 % confidence. What a thing is worth compares the seats that ended with "
            "it and those without: it shows what goes with winning, which need not be what causes it."
        ),
    ]
    return page(f"Balance of {game.title}", lead, sections)


def _overview(chapters: Sequence[Chapter]) -> Section:
    head = ("", *(f"{chapter.found.seats} seats" for chapter in chapters))
    found = [chapter.found for chapter in chapters]
    rows = [
        ("matches", *(str(each.matches) for each in found)),
        ("forfeits, not counted", *(str(each.forfeits) for each in found)),
        ("moves a match", *(number(each.moves) for each in found)),
        ("legal moves a decision", *(number(each.branching) for each in found)),
        ("changes of the lead", *(number(each.leads) for each in found)),
        ("points a seat", *(number(each.points) for each in found)),
        ("winner's margin", *(number(each.margin) for each in found)),
        ("ended by", *(_counts(each.reasons) for each in found)),
        ("decided by", *(_counts(each.decided) for each in found)),
    ]
    return Section("Overview", [table(head, rows)])


def _counts(counts: dict[str, int]) -> str:
    total = sum(counts.values())
    return ", ".join(f"{name} {count / total:.0%}" for name, count in counts.items())


def _chapter(chapter: Chapter) -> list[Section]:
    found, title = chapter.found, f"{chapter.found.seats} seats"
    seats = seats_section(found)
    lengths = plots.histogram([played.moves for played in chapter.matches], "moves")
    leads = plots.histogram([played.leads for played in chapter.matches], "changes of the lead")
    return [
        Section(f"{title}: where one sits", seats.parts),
        Section(f"{title}: where points come from", _headings(found)),
        Section(
            f"{title}: length and lead",
            [picture(lengths, "How long the matches were."), picture(leads, "How often the lead changed.")],
        ),
        *(Section(f"{title}: {kind}", _things(list(things))) for kind, things in _kinds(found)),
    ]


def _kinds(found: Findings) -> Iterator[tuple[str, Iterator[Thing]]]:
    return groupby(found.things, key=lambda thing: thing.kind)


def _headings(found: Findings) -> list[str]:
    rows = [(h.name, number(h.points), f"{h.winners:.1f}", f"{h.part:.1%}") for h in found.headings]
    bars = {
        "all": {h.name: h.points.value for h in found.headings},
        "winners": {h.name: h.winners for h in found.headings},
    }
    return [
        table(("heading", "points a seat", "winners", "part of all"), rows),
        picture(plots.stacked(bars, "points"), "Points by heading."),
    ]


def _things(things: list[Thing]) -> list[str]:
    rows = [
        (
            thing.name + (" *" if thing.plain else ""),
            percent(thing.taken),
            f"{thing.times:.2f}",
            _percents(thing.wins),
            _numbers(thing.points),
        )
        for thing in things
    ]
    head = ("what", "seats that have it", "how many a seat", "wins more often by", "points more")
    parts = [table(head, rows)]
    if plain := [thing.name for thing in things if thing.plain]:
        parts.append(paragraph(f"* stands out by more than four standard errors: {', '.join(plain)}."))
    judged = sorted(((t.wins, t.name) for t in things if t.wins), key=lambda pair: -pair[0].value)
    shown = judged if len(judged) <= MANY else judged[: MANY // 2] + judged[-(MANY // 2) :]
    if shown:
        svg = plots.intervals([name for _, name in shown], [w for w, _ in shown], "wins more often by", 0.0)
        parts.append(picture(svg, "How much more often a seat that has it wins."))
    return parts


def _percents(interval: Interval | None) -> str:
    return (
        "too few"
        if interval is None
        else f"{interval.value:+.1%} ({interval.low:+.1%} to {interval.high:+.1%})"
    )


def _numbers(interval: Interval | None) -> str:
    return (
        "too few"
        if interval is None
        else f"{interval.value:+.1f} ({interval.low:+.1f} to {interval.high:+.1f})"
    )


# Sweeps


def _sweep(sweep: Sweep) -> Section:
    head = (sweep.place, "first seat wins", "points a seat", "moves", "changes of the lead", "margin")
    rows = [
        (value, percent(f.by_seat[0]), number(f.points), number(f.moves), number(f.leads), number(f.margin))
        for value, f in zip(sweep.values, sweep.found, strict=True)
    ]
    parts = [table(head, rows)]
    headings = {h.name: [_heading(f, h.name) for f in sweep.found] for h in sweep.found[0].headings}
    if headings:
        svg = plots.lines(sweep.values, headings, sweep.place, "points a seat")
        parts.append(picture(svg, "Points by heading."))
    if things := moved(sweep):
        parts.append(
            picture(plots.lines(sweep.values, things, sweep.place, "seats that have it"), "What is taken.")
        )
    return Section(f"Other values of {sweep.place}", parts)


def _heading(found: Findings, name: str) -> Interval:
    return next((h.points for h in found.headings if h.name == name), Interval(0.0, 0.0, 0.0))


def moved(sweep: Sweep) -> dict[str, list[Interval]]:
    """The things whose use changed most across the sweep."""
    names = list(dict.fromkeys((t.kind, t.name) for found in sweep.found for t in found.things))
    tables = [{(t.kind, t.name): t.taken for t in found.things} for found in sweep.found]
    nothing = Interval(0.0, 0.0, 0.0)
    series = {name: [each.get(name, nothing) for each in tables] for name in names}
    spread = {name: max(v.value for v in row) - min(v.value for v in row) for name, row in series.items()}
    most = sorted(names, key=lambda name: -spread[name])[:MOVED]
    return {f"{kind} {name}": series[kind, name] for kind, name in most if spread[kind, name] > 0}
