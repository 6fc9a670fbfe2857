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
from fairground.games.fireworks.bots import CROWDED, SPARSE, FireworksJudge, Outlook
from fairground.games.fireworks.rules.boards import AIM_FROM
from fairground.games.fireworks.rules.launch import HEIGHTS, HIGH, LOW, MIDDLE
from fairground.games.fireworks.rules.table import DOWN, LAUNCH
from fairground.games.fireworks.rules.turn import Fireworks

NEVER = 112  # more tiles than there are

Player = Callable[[Fireworks, int, Rng], int]


def player(outlook: Outlook | None = None, crowded: int = CROWDED, sparse: int = SPARSE) -> Player:
    """Return the playouts' rule, with another outlook or other numbers of tiles for the heights."""
    judge = FireworksJudge()
    if outlook is not None:
        judge.varied = outlook

    def choose(state: Fireworks, seat: int, rng: Rng) -> int:
        move = int(judge.pick(state, seat, state.legal(seat), rng))
        if state.phase != LAUNCH or move < AIM_FROM:
            return move
        down = sum(place == DOWN for place in state.place)
        height = HIGH if down >= crowded else MIDDLE if down >= sparse else LOW
        return AIM_FROM + (move - AIM_FROM) // HEIGHTS * HEIGHTS + height

    return choose


def outlook_with(shape: float = 0.38, colour: float = 0.38) -> Outlook:
    return Outlook(shape, colour, 0.12, 0.08, 0.20)


OTHERS = {
    "shape 0.30": player(outlook_with(shape=0.30)),
    "shape 0.50": player(outlook_with(shape=0.50)),
    "colour 0.30": player(outlook_with(colour=0.30)),
    "colour 0.45": player(outlook_with(colour=0.45)),
    "always low": player(crowded=NEVER, sparse=NEVER),
    "always middle": player(crowded=NEVER, sparse=0),
    "always high": player(crowded=0),
    "heights at 95 and 80": player(crowded=95, sparse=80),
    "heights at 75 and 60": player(crowded=75, sparse=60),
}


def duel(other: Player, rule: Player, matches: int, seats: int, seed: str) -> list[float]:
    """Return the other's leads in mean points; each deal is played twice, with the seats exchanged."""
    leads = []
    for number in range(matches):
        rng = seeded(f"{seed} {number // 2}")
        state = GAME.setup(seats, rng.fork(), {"arrange": "end"})
        players = [other if (seat + number) % 2 == 0 else rule for seat in range(seats)]
        while state.actor != -1:
            actor = int(state.actor)
            state.play(actor, players[actor](state, actor, rng))
        points = state.scores()
        leads.append(fmean(points[number % 2 :: 2]) - fmean(points[1 - number % 2 :: 2]))
    return leads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 4))
    parser.add_argument("--seed", default="guesses")
    wish = parser.parse_args()
    for name, other in OTHERS.items():
        leads = duel(other, player(), wish.matches, wish.seats, wish.seed)
        won = wilson(sum(lead > 0 for lead in leads) + sum(lead == 0 for lead in leads) / 2, len(leads))
        error = Z95 * pstdev(leads) / math.sqrt(len(leads))
        wins = f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
        print(f"{name}: wins {wins}, lead {fmean(leads):+.2f} +- {error:.2f}", flush=True)


if __name__ == "__main__":
    main()
