"""Study the judge's guesses: the playouts' rule plays against itself with one of them changed.

python -m fairground.games.fireworks.tests.study_guesses --matches 3000 --seed guesses
"""

import argparse
import math
from collections.abc import Callable
from statistics import fmean, pstdev

from fairground.arena.standings import Z95, wilson
from fairground.engine.rng import Rng, seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.bots import FEW, FireworksJudge, Outlook
from fairground.games.fireworks.rules.boards import AIM_FROM
from fairground.games.fireworks.rules.launch import HEIGHTS, HIGH, LOW, MIDDLE
from fairground.games.fireworks.rules.table import LAUNCH
from fairground.games.fireworks.rules.turn import Fireworks

Player = Callable[[Fireworks, int, Rng], int]


def player(
    outlook: Outlook | None = None, few: int = FEW, few_up: int = HIGH, many_up: int = MIDDLE
) -> Player:
    """Return the playouts' rule, with another outlook or other heights."""
    judge = FireworksJudge()
    if outlook is not None:
        judge.varied = outlook

    def choose(state: Fireworks, seat: int, rng: Rng) -> int:
        move = int(judge.pick(state, seat, state.legal(seat), rng))
        if state.phase != LAUNCH or move < AIM_FROM:
            return move
        zone = (move - AIM_FROM) // HEIGHTS
        return AIM_FROM + HEIGHTS * zone + (few_up if state.takeable < few else many_up)

    return choose


def outlook_with(shape: float = 0.38, colour: float = 0.38) -> Outlook:
    return Outlook(shape, colour, 0.12, 0.08, 0.20)


OTHERS = {
    "shape 0.30": player(outlook_with(shape=0.30)),
    "shape 0.50": player(outlook_with(shape=0.50)),
    "colour 0.30": player(outlook_with(colour=0.30)),
    "colour 0.45": player(outlook_with(colour=0.45)),
    "low with many face up": player(many_up=LOW),
    "always low": player(few_up=LOW, many_up=LOW),
    "always middle": player(few_up=MIDDLE),
    "always high": player(many_up=HIGH),
    "high with up to 3 face up": player(few=4),
}


def duel(other: Player, rule: Player, matches: int, seed: str) -> list[int]:
    """Return the other's leads; each deal is played twice, with the seats exchanged."""
    leads = []
    for number in range(matches):
        rng = seeded(f"{seed} {number // 2}")
        state = GAME.setup(2, rng.fork(), {"arrange": "end"})
        seat = number % 2
        players = [other, rule] if seat == 0 else [rule, other]
        while state.actor != -1:
            actor = int(state.actor)
            state.play(actor, players[actor](state, actor, rng))
        points = state.scores()
        leads.append(points[seat] - points[1 - seat])
    return leads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", default="guesses")
    wish = parser.parse_args()
    for name, other in OTHERS.items():
        leads = duel(other, player(), wish.matches, wish.seed)
        won = wilson(sum(lead > 0 for lead in leads) + sum(lead == 0 for lead in leads) / 2, len(leads))
        error = Z95 * pstdev(leads) / math.sqrt(len(leads))
        wins = f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
        print(f"{name}: wins {wins}, lead {fmean(leads):+.2f} +- {error:.2f}", flush=True)


if __name__ == "__main__":
    main()
