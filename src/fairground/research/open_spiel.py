"""Every game of the shelf as a game of OpenSpiel; importing this registers them.

    from fairground.research.open_spiel import load

    game = load("...", seats=3, options={...}, chance="explicit")
    game = pyspiel.load_game("python_fairground_...(seats=3,chance=explicit)")  # the same

Seat k is player k, and action k is the move `game.moves[k]`. Choices that are made at once are made one after
the other and stay sealed. `docs/open_spiel.md` tells what chance, rewards and observations mean.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Final, cast

import msgspec
import numpy as np

from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.game import B, Game, S
from fairground.engine.match import generator
from fairground.engine.rng import seeded
from fairground.engine.state import OVER, State
from fairground.games import list_games
from fairground.games import load as from_shelf
from fairground.research.extra import missing
from fairground.research.tree import CHANCE, NOBODY, Root, Terms, Tree, known

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from None

PREFIX: Final = "python_fairground_"
CHANCES: Final = ("explicit", "sampled")
REWARDS: Final = ("win", "points")
OWN: Final = {"seats", "chance", "reward", "seed"}
MOST_POINTS: Final = 10_000.0  # more than anybody can have or owe; games do not say how many that are
LARGEST: Final = 2**31 - 1  # what OpenSpiel counts with
RECALL: Final = "recall"
RECALL_BITS: Final = 64
UNDEALT: Final = "nothing is dealt yet"
Params = Mapping[str, Any]  # numbers and words, as OpenSpiel gives them


def load(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    chance: str = "explicit",
    reward: str = "win",
    seed: str = "",
) -> "SpielGame":
    """A game of the shelf as OpenSpiel has it. A seed, with sampled chance, makes every match the same."""
    game = known.get(name) or from_shelf(name)
    given = {
        "seats": game.seats[0] if seats is None else seats,
        "chance": chance,
        "reward": reward,
        "seed": seed,
    }
    made: SpielGame = pyspiel.load_game(
        PREFIX + name, {**given, **game.settle_options(options or {}, study=True)}
    )
    return made


def register(made: Game[S, B]) -> None:
    """Make a game known to OpenSpiel."""
    game = known[made.name] = cast("Game[State, object]", made)
    terms = Terms(game, game.seats[0], game.settle_options({}, study=True), explicit=True)
    # A class, for OpenSpiel lets go of it only after Python has ended: anything else would be freed too late.
    kind = type(f"SpielGame_{game.name}", (SpielGame,), {"game": game})
    pyspiel.register_game(_type(terms, "win", _defaults(game)), kind)


# What OpenSpiel wants to know of a game


def _defaults(game: Game[State, object]) -> dict[str, Any]:
    options = game.settle_options({}, study=True)
    if clash := OWN.intersection(options):
        raise BadSetting(f"{game.title} has options that OpenSpiel's parameters are called: {sorted(clash)}")
    return {"seats": game.seats[0], "chance": "explicit", "reward": "win", "seed": "", **options}


def _agreed(game: Game[State, object], params: Params) -> Terms:
    """The terms that parameters ask for."""
    _one_of("chance", params["chance"], CHANCES)
    _one_of("reward", params["reward"], REWARDS)
    options = game.settle_options({name: value for name, value in params.items() if name not in OWN})
    if params["seats"] not in game.seats:
        raise BadSetting(f"{game.title} is for {game.seats[0]}-{game.seats[-1]} seats, not {params['seats']}")
    return Terms(game, params["seats"], options, params["chance"] == "explicit")


def _one_of(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadSetting(f"expected {name} to be {' or '.join(choices)}, got {value!r}")


def _seed(terms: Terms, seed: str) -> str:
    """A seed that a match can be dealt from."""
    if seed and terms.drawn and not terms.sampled:
        raise BadSetting("with explicit chance there is no seed: whoever plays chance decides")
    if seed:
        generator(seed)
    return seed


def _legible(seed: str) -> str:
    """A seed that survives being written into the text of a game."""
    try:
        read = pyspiel.game_parameters_from_string(f"name(seed={seed})")
    except pyspiel.SpielError:
        read = {}
    if read.get("seed") != seed:
        raise BadSetting(f"expected a seed that OpenSpiel does not take for a number or a game, got {seed!r}")
    return seed


def _type(terms: Terms, reward: str, defaults: Params) -> Any:
    kind, game = pyspiel.GameType, terms.game
    drawn = kind.ChanceMode.EXPLICIT_STOCHASTIC if terms.explicit else kind.ChanceMode.SAMPLED_STOCHASTIC
    secret, open_ = kind.Information.IMPERFECT_INFORMATION, kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=drawn if terms.drawn else kind.ChanceMode.DETERMINISTIC,
        information=secret if game.hides(terms.options) else open_,
        utility=kind.Utility.ZERO_SUM if reward == "win" else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(defaults),
    )


def _info(terms: Terms, reward: str) -> Any:
    game = terms.game
    outcomes = 0 if not terms.drawn else max(2, game.widest, terms.seats) if terms.explicit else 1
    win = reward == "win"
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.moves),
        max_chance_outcomes=outcomes,
        num_players=terms.seats,
        min_utility=-1 / (terms.seats - 1) if win else -MOST_POINTS,
        max_utility=1.0 if win else MOST_POINTS,
        utility_sum=0.0 if win else None,
        max_game_length=game.longest,
    )


@cache
def _actions(name: str) -> dict[int, int]:
    return {move: action for action, move in enumerate(known[name].moves)}


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game at a number of seats, with options, a way to treat chance, and a reward."""

    game: ClassVar[Game[State, object]]

    def __init__(self, params: Params) -> None:
        game = self.game
        params = {**_defaults(game), **params}
        self.terms = _agreed(game, params)
        self.reward: str = params["reward"]
        self.seed = _seed(self.terms, _legible(params["seed"]))
        kind = _type(self.terms, self.reward, _defaults(game))
        super().__init__(kind, _info(self.terms, self.reward), dict(params))

    def new_initial_state(self, seed: str | None = None) -> "SpielState":
        """Before the deal. With sampled chance a seed can be given: the match is then that of the referee."""
        chosen = self.seed if seed is None else _seed(self.terms, seed)
        return SpielState(self, Tree(self.terms, Root(chosen)))

    def max_chance_nodes_in_history(self) -> int:
        if not self.terms.drawn:
            return 0
        game = self.terms.game
        return min(LARGEST - game.longest, game.draws + game.longest) if self.terms.explicit else 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> "Observer":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.terms, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A place in the tree of a match."""

    def __init__(self, game: SpielGame, tree: Tree) -> None:
        super().__init__(game)
        self.tree = tree  # the only attribute: OpenSpiel copies and stores them all

    # Who chooses, and what

    def current_player(self) -> int:
        player = self.tree.player
        if player == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def is_terminal(self) -> bool:
        return self.tree.player == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        tree = self.tree
        if tree.state is None or player != tree.player:
            return []
        actions = _actions(tree.terms.game.name)
        return [actions[move] for move in tree.state.legal(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.tree.outcomes()

    def _apply_action(self, action: int) -> None:
        try:
            self.tree.play(action if self.tree.player == CHANCE else self._move(action))
        except IllegalMove as error:
            raise pyspiel.SpielError(str(error)) from None

    def _move(self, action: int) -> int:
        moves = self.tree.terms.game.moves
        if not 0 <= action < len(moves):
            raise IllegalMove(f"expected an action from 0 to {len(moves) - 1}, got {action}")
        return moves[action]

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.tree.terms.game
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return game.write(game.moves[action]) if 0 <= action < len(game.moves) else f"no move {action}"

    # How it stands

    def returns(self) -> list[float]:
        tree = self.tree
        if tree.state is None or tree.state.actor != OVER:
            return [0.0] * tree.terms.seats
        outcome = tree.terms.game.outcome(tree.state)
        if self.get_game().get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM:
            return [float(points) for points in outcome.points]
        return _won(outcome.winners, tree.terms.seats)

    def __str__(self) -> str:
        return str(self.tree)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by hand, for OpenSpiel cannot store a Python game with sampled chance."""
        return _stored, (str(self.get_game()), self.serialize())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that `player` cannot tell from this one; its history begins here."""
        try:
            tree = self.tree.imagined(player, seeded(repr(sampler())))
        except IllegalMove as error:
            raise pyspiel.SpielError(str(error)) from None
        return SpielState(self.get_game(), tree)


def _won(winners: list[int], seats: int) -> list[float]:
    """1 for who wins alone, in all 0; those who share it share the sum of their places."""
    share = 1 / len(winners)
    return [(seats * share * (seat in winners) - 1) / (seats - 1) for seat in range(seats)]


def _stored(game: str, state: str) -> SpielState:
    made: SpielState = pyspiel.load_game(game).deserialize_state(state)
    return made


class Observer:
    """What a player may know, as OpenSpiel's `PyObserver`: `game.view` as text, `game.features` as numbers.

    With perfect recall the text also holds all that the seat did, heard and saw, the numbers a digest of it.
    Without private information it is what spectators see, as text only.
    """

    def __init__(self, terms: Terms, kind: Any, params: Params | None) -> None:
        if params:
            raise BadSetting(f"observers take no parameters, got {dict(params)}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadSetting("one may observe what a seat knows or what everybody does, nothing else")
        self.recalls: bool = kind.perfect_recall
        self.own: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        self.size = terms.game.size(terms.seats)
        if self.own:
            self._lay_out({block.name: block.size for block in terms.game.layout(terms.seats)})

    def _lay_out(self, blocks: dict[str, int]) -> None:
        """One tensor, and each block of the features by its name; with perfect recall one for the past."""
        sizes = {**blocks, RECALL: RECALL_BITS} if self.recalls else blocks
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        tree, tensor = state.tree, self.tensor
        if tensor is None:
            return
        tensor[: self.size] = 0 if tree.state is None else tree.terms.game.features(tree.state, player)
        if self.recalls:
            tensor[self.size :] = _digest_bits(self.string_from(state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        tree = state.tree
        if tree.state is None:
            return UNDEALT
        seat = player if self.own else None
        now = msgspec.json.encode(tree.terms.game.view(tree.state, seat)).decode()
        return "\n".join([*self._recalled(tree, seat), now])

    def _recalled(self, tree: Tree, seat: int | None) -> list[str]:
        if not self.recalls:
            return []
        seen = [] if seat is None else [f"seen {tree.glimpse(seat).all.hex()}"]
        return tree.told(seat) + seen


def _digest_bits(text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Equal for equal texts, and for others as good as never."""
    digest = hashlib.blake2b(text.encode(), digest_size=RECALL_BITS // 8).digest()
    return np.unpackbits(np.frombuffer(digest, np.uint8))


for _name in list_games():
    register(from_shelf(_name))
