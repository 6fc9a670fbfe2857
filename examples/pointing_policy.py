"""A policy for MaskablePPO that looks at each thing on the table in the same way, and points at things.

Some games describe things one after the other, each by the same number of numbers (`Block.things`), and have
an action for each of them. A network that is the same for all of them learns from one what holds for all. A
game that names no things gets the usual two layers.
"""

from dataclasses import dataclass

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn

from fairground import Game, State

WIDTH = 64  # of all layers
MARK = 16  # numbers that tell what a thing is like


@dataclass(frozen=True)
class Table:
    """Where an observation describes things, and which actions name them."""

    blocks: tuple[tuple[int, int, int], ...]  # for each block: its first number, things, numbers of a thing
    rest: tuple[int, ...]  # the numbers that describe no thing
    things: int
    verbs: int  # kinds of actions that name a thing
    moves: int
    pointing: tuple[int, ...]  # the actions that name a thing
    pairs: tuple[int, ...]  # for each of these: verb * things + thing


def read_table(game: Game[State, object], seats: int) -> Table:
    """Return what a game says about its things."""
    blocks, rest, ids, at = [], list[int](), list[str](), 0
    for block in game.layout(seats):
        if block.things:
            blocks.append((at, len(block.things), block.size // len(block.things)))
            ids += block.things
        else:
            rest += range(at, at + block.size)
        at += block.size
    place = {name: index for index, name in enumerate(ids)}
    verbs, pointing, pairs = dict[str, int](), list[int](), list[int]()
    for action, move in enumerate(game.moves):
        named = [place[name] for name in game.path(move) if name in place]
        if named:
            verb = verbs.setdefault(game.write(move).split()[0], len(verbs))
            pointing.append(action)
            pairs.append(verb * len(ids) + named[-1])
    return Table(
        tuple(blocks), tuple(rest), len(ids), len(verbs), len(game.moves), tuple(pointing), tuple(pairs)
    )


class Look(BaseFeaturesExtractor):
    """A first layer that policy and value share, followed by what each thing is like."""

    def __init__(self, space: spaces.Box, table: Table) -> None:
        super().__init__(space, features_dim=WIDTH + MARK * table.things)
        self.blocks = table.blocks
        self.rest: Tensor
        self.register_buffer("rest", torch.tensor(table.rest))
        self.marks = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 2 * MARK), nn.ReLU(), nn.Linear(2 * MARK, MARK))
            for _, _, width in table.blocks
        )
        self.first = nn.Linear(len(table.rest) + 2 * MARK * len(table.blocks), WIDTH)

    def forward(self, observations: Tensor) -> Tensor:
        marks = [
            mark(observations[:, at : at + count * width].reshape(-1, count, width))
            for mark, (at, count, width) in zip(self.marks, self.blocks, strict=True)
        ]
        together = [pool for each in marks for pool in (each.mean(dim=1), each.amax(dim=1))]
        rest = observations[:, self.rest] if marks else observations
        hidden = torch.tanh(self.first(torch.cat([rest, *together], dim=1)))
        return torch.cat([hidden, *(each.flatten(1) for each in marks)], dim=1)


class Thoughts(MlpExtractor):
    """A second layer for the policy, which keeps the things, and one for the value."""

    def __init__(self, things: int) -> None:
        super().__init__(WIDTH, [WIDTH], nn.Tanh)
        self.latent_dim_pi += MARK * things

    def forward_actor(self, features: Tensor) -> Tensor:
        return torch.cat([self.policy_net(features[:, :WIDTH]), features[:, WIDTH:]], dim=1)

    def forward_critic(self, features: Tensor) -> Tensor:
        return super().forward_critic(features[:, :WIDTH])


class Point(nn.Module):
    """The last layer of the policy: how much each action is worth, by itself and by the thing it names."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.plain = nn.Linear(WIDTH, table.moves)
        self.wanted = nn.Linear(WIDTH, MARK * max(table.verbs, 1))
        for layer in (self.plain, self.wanted):
            nn.init.orthogonal_(layer.weight, 0.01)
            nn.init.zeros_(layer.bias)
        self.pointing: Tensor
        self.pairs: Tensor
        self.register_buffer("pointing", torch.tensor(table.pointing))
        self.register_buffer("pairs", torch.tensor(table.pairs))

    def forward(self, latent: Tensor) -> Tensor:
        hidden, table = latent[:, :WIDTH], self.table
        plain: Tensor = self.plain(hidden)
        if not table.verbs:
            return plain
        marks = latent[:, WIDTH:].view(-1, table.things, MARK)
        fits = torch.bmm(self.wanted(hidden).view(-1, table.verbs, MARK), marks.transpose(1, 2))
        return plain.index_add(1, self.pointing, fits.flatten(1)[:, self.pairs])


class PointingPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with these layers; `features_extractor_kwargs` has the table."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Thoughts(self.features_extractor_kwargs["table"].things)

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        self.action_net = Point(self.features_extractor_kwargs["table"])
        self.optimizer = self.optimizer_class(self.parameters(), **self.optimizer_kwargs)
