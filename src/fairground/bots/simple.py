"""Bots that hardly think; other bots are measured against them."""

from fairground.bots.search.one_ply import move_prospects
from fairground.engine.mind import Mind


class RandomBot:
    """Chooses any legal move, each with the same probability."""

    def choose(self, mind: Mind) -> int:
        moves = mind.legal()
        return moves[mind.rng.below(len(moves))]


class GreedyBot:
    """Chooses the move after which the game's judge sees the best position, over a few imagined worlds."""

    worlds = 8

    def choose(self, mind: Mind) -> int:
        moves = mind.legal()
        if len(moves) == 1:
            return moves[0]
        prospects = move_prospects(mind, mind.judge, self.worlds)
        highest = max(prospects)
        best = [move for move, prospect in zip(moves, prospects, strict=True) if prospect == highest]
        return best[mind.rng.below(len(best))]
