"""The report of a tournament: a page of its own."""

from collections import Counter
from collections.abc import Sequence

from fairground.arena import plots
from fairground.arena.findings import Findings, findings
from fairground.arena.fixtures import Plan
from fairground.arena.page import Section, command, page, paragraph, picture, table
from fairground.arena.sitting import Played
from fairground.arena.standings import Interval, Standing, duels, standings


def report(plan: Plan, matches: Sequence[Played], again: str) -> str:
    """The page; `again` is the command that plays the same."""
    game, _ = plan.open()
    table_ = standings(matches)
    found = findings(matches, plan.seats)
    sections = [
        Section("Standings", _standings(table_, 1 / plan.seats)),
        Section("Each against each", _duels(matches, [row.bot for row in table_])),
        seats_section(found),
        Section("Matches", _lengths(found, [played.moves for played in matches])),
        Section("Faults", _faults(matches)),
        Section("Again", [command(again), paragraph(f"Rules version {plan.rules}, box {plan.box}.")]),
    ]
    lead = f"{len(matches)} matches with {plan.seats} seats{told(plan.options)}, seed {plan.seed!r}."
    return page(f"Tournament: {game.title}", [paragraph(lead)], [s for s in sections if s.parts])


def told(options: dict[str, str]) -> str:
    return "".join(f", {name} = {value}" for name, value in options.items())


def percent(interval: Interval) -> str:
    return f"{interval.value:.1%} ({interval.low:.1%} to {interval.high:.1%})"


def number(interval: Interval) -> str:
    return f"{interval.value:,.1f} ({interval.low:,.1f} to {interval.high:,.1f})"


def _standings(rows: Sequence[Standing], fair: float) -> list[str]:
    head = ("bot", "win share, 95 %", "seats taken", "points", "forfeits", "rating", "±")
    cells = [
        (
            row.bot,
            percent(row.share),
            str(row.seatings),
            f"{row.points:.1f}",
            str(row.forfeits),
            f"{row.rating:.2f}",
            f"{row.uncertainty:.2f}",
        )
        for row in rows
    ]
    shares = plots.intervals([row.bot for row in rows], [row.share for row in rows], "win share", fair)
    caption = (
        "Win shares with Wilson's 95 % intervals. The line is an equal share; a shared win counts in part."
    )
    return [table(head, cells), picture(shares, caption)]


def _duels(matches: Sequence[Played], bots: Sequence[str]) -> list[str]:
    """How often the bot of the row stands above that of the column."""
    found = duels(matches)
    if len(bots) < 2:
        return []
    rows = [[one, *(percent(found[one, two]) if (one, two) in found else "" for two in bots)] for one in bots]
    return [paragraph("How often the row stands above the column."), table(["", *bots], rows)]


def seats_section(found: Findings) -> Section:
    """Whether it matters where one sits."""
    labels = [f"seat {seat}" for seat in range(found.seats)]
    fair = 1 / found.seats
    apart = [label for label, share in zip(labels, found.by_seat, strict=True) if not share.holds(fair)]
    verdict = (
        f"An equal share lies outside the interval of {', '.join(apart)}."
        if apart
        else "An equal share lies within the interval of every seat."
    )
    svg = plots.intervals(labels, found.by_seat, "win share", fair)
    rows = [(label, percent(share)) for label, share in zip(labels, found.by_seat, strict=True)]
    return Section(
        "Seats",
        [paragraph(verdict), table(("seat", "win share, 95 %"), rows), picture(svg, "Win share by seat.")],
    )


def _lengths(found: Findings, moves: Sequence[int]) -> list[str]:
    ends = ", ".join(f"{reason} {count}" for reason, count in found.reasons.items())
    return [
        paragraph(f"Moves a match: {number(found.moves)}. Ended by: {ends or 'forfeit only'}."),
        picture(plots.histogram(moves, "moves"), "How long the matches were."),
    ]


def _faults(matches: Sequence[Played]) -> list[str]:
    counts = Counter((p.players[p.at_fault], p.fault or "") for p in matches if p.at_fault is not None)
    first = {
        (p.players[p.at_fault], p.fault or ""): p.record for p in matches[::-1] if p.at_fault is not None
    }
    rows = [(bot, what, str(times), first[bot, what]) for (bot, what), times in counts.most_common(50)]
    return [table(("bot", "what it did", "matches", "first record"), rows)] if rows else []
