"""The report of a tournament: one HTML page."""

from collections import Counter
from collections.abc import Sequence

from fairground.arena import plots
from fairground.arena.findings import compute_findings
from fairground.arena.match_runner import MatchResult
from fairground.arena.pages import embed, format_percent, render_page, seat_stats
from fairground.arena.schedule import Plan
from fairground.arena.standings import Standing, compute_standings, head_to_head

MOST_FAULTS = 50  # rows in the table of faults


def render_tournament_report(plan: Plan, matches: Sequence[MatchResult], command: str) -> str:
    """Return the page; `command` is shown as the way to play the same tournament again."""
    game, _ = plan.open()
    standings = compute_standings(matches)
    findings = compute_findings(matches, plan.seats)
    bots = [row.bot for row in standings]
    shares = [row.share for row in standings]
    return render_page(
        "tournament.html",
        title=f"Tournament: {game.title}",
        command=command,
        plan=plan,
        matches=len(matches),
        standings=[_standing_cells(row) for row in standings],
        shares_plot=embed(plots.interval_plot(bots, shares, "win share", 1 / plan.seats)),
        bots=bots,
        duels=_duel_rows(matches, bots),
        seat_stats=seat_stats(findings),
        findings=findings,
        endings=", ".join(f"{reason} {count}" for reason, count in findings.reasons.items()),
        lengths_plot=embed(plots.histogram([match.moves for match in matches], "moves")),
        faults=_fault_rows(matches),
    )


def _standing_cells(row: Standing) -> tuple[str, ...]:
    return (
        row.bot,
        format_percent(row.share),
        str(row.seatings),
        f"{row.points:.1f}",
        str(row.forfeits),
        f"{row.rating:.2f}",
        f"{row.uncertainty:.2f}",
    )


def _duel_rows(matches: Sequence[MatchResult], bots: Sequence[str]) -> list[list[str]]:
    """Return how often the bot of each row placed above that of each column."""
    if len(bots) < 2:
        return []
    shares = head_to_head(matches)
    return [
        [one, *(format_percent(shares[one, two]) if (one, two) in shares else "" for two in bots)]
        for one in bots
    ]


def _fault_rows(matches: Sequence[MatchResult]) -> list[tuple[str, str, str, str]]:
    """Return who did what, in how many matches, and where to find the first."""
    faults = [
        (match.players[match.at_fault], match.fault or "", match.record)
        for match in matches
        if match.at_fault is not None
    ]
    counts = Counter((bot, fault) for bot, fault, _ in faults)
    first = {(bot, fault): record for bot, fault, record in reversed(faults)}
    return [
        (bot, fault, str(count), first[bot, fault]) for (bot, fault), count in counts.most_common(MOST_FAULTS)
    ]
