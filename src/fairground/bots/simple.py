"""Bots that hardly think; other bots are measured against them."""

from fairground.bots.search.one_ply import move_prospects
from fairground.bots.trained_judge import shipped_judge
from fairground.engine.judge import Judge
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
        prospects = move_prospects(mind, self.judge(mind), self.worlds)
        highest = max(prospects)
        best = [move for move, prospect in zip(moves, prospects, strict=True) if prospect == highest]
        return best[mind.rng.below(len(best))]

    def judge(self, mind: Mind) -> Judge:
        return mind.judge


class NetworkBot(GreedyBot):
    """Does the same with the network that comes with the game, at the tables that it has learnt."""

    def judge(self, mind: Mind) -> Judge:
        network = shipped_judge(mind.game)
        return network.judge(mind, mind.judge) if network else mind.judge
