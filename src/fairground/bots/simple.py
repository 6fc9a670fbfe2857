"""Bots that hardly think."""

from fairground.engine.mind import Mind


class Random:
    """Any move, each as likely."""

    def choose(self, mind: Mind) -> int:
        moves = mind.legal()
        return moves[mind.rng.below(len(moves))]


class Greedy:
    """The move with the best lead right after it, averaged over a few imagined worlds."""

    worlds = 8

    def choose(self, mind: Mind) -> int:
        moves = mind.legal()
        if len(moves) == 1:
            return moves[0]
        gains = [self.gain(mind, move) for move in moves]
        best = [move for move, gain in zip(moves, gains, strict=True) if gain == max(gains)]
        return best[mind.rng.below(len(best))]

    def gain(self, mind: Mind, move: int) -> int:
        return sum(self.lead_after(mind, move) for _ in range(self.worlds))

    def lead_after(self, mind: Mind, move: int) -> int:
        world = mind.imagine()
        world.play(mind.seat, move)
        scores = world.scores()
        return scores.pop(mind.seat) - max(scores)
