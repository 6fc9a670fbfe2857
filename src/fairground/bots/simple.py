"""Bots that hardly think."""

from fairground.bots.search.ahead import prospects
from fairground.engine.mind import Mind


class Random:
    """Any move, each as likely."""

    def choose(self, mind: Mind) -> int:
        moves = mind.legal()
        return moves[mind.rng.below(len(moves))]


class Greedy:
    """The move that the game's judge likes best right after it, averaged over a few imagined worlds."""

    worlds = 8

    def choose(self, mind: Mind) -> int:
        moves = mind.legal()
        if len(moves) == 1:
            return moves[0]
        hopes = prospects(mind, mind.judge, self.worlds)
        best = [move for move, hope in zip(moves, hopes, strict=True) if hope == max(hopes)]
        return best[mind.rng.below(len(best))]
