"""All games as games of OpenSpiel. Importing this module registers them with OpenSpiel.

    from fairground.research.open_spiel import load

    game = load(name, seats=3, chance="explicit")
    game = pyspiel.load_game(f"python_fairground_{name}(seats=3,chance=explicit)")  # the same

Seat k is player k, and action k is the move `game.moves[k]`. Simultaneous choices are asked for one after
another and stay sealed. `docs/open_spiel.md` explains chance, rewards and observations.
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
from fairground.research.game_tree import CHANCE, NOBODY, GameTree, Root, TreeSettings, registered
from fairground.research.optional_imports import explain_missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise explain_missing(error) from None

__all__ = ["Observer", "SpielGame", "SpielState", "load", "register"]

PREFIX: Final = "python_fairground_"
CHANCES: Final = ("explicit", "sampled")
REWARDS: Final = ("win", "points")
OWN: Final = {"seats", "chance", "reward", "seed"}
MOST_POINTS: Final = 10_000.0  # a bound on points, positive or negative; games declare none of their own
LARGEST: Final = 2**31 - 1  # the largest int of OpenSpiel
RECALL: Final = "recall"
RECALL_BITS: Final = 64
UNDEALT: Final = "nothing is dealt yet"
Params = Mapping[str, Any]  # numbers and strings, as OpenSpiel passes them


def load(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    chance: str = "explicit",
    reward: str = "win",
    seed: str = "",
) -> "SpielGame":
    """Load a game as an OpenSpiel game.

        game = load(name, seats=2, chance="sampled")
        state = game.new_initial_state()

    Args:
        name: The name of the game.
        seats: The number of players. The default is the smallest number that the game allows.
        options: Options of the game. Those you leave out take their defaults for studies.
        chance: "explicit" makes every draw of the rules a chance node; "sampled" has one, the deal.
        reward: "win" is zero-sum; "points" are the final points.
        seed: With sampled chance, deal every match from this seed, so that all matches are the same.
    """
    game = registered.get(name) or from_shelf(name)
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


def register(definition: Game[S, B]) -> None:
    """Register a game of your own with OpenSpiel, as `python_fairground_<name>`.

    Importing this module registers all games that come with Fairground.
    """
    game = registered[definition.name] = cast("Game[State, object]", definition)
    settings = TreeSettings(game, game.seats[0], game.settle_options({}, study=True), explicit=True)
    # A class, because OpenSpiel releases it only after Python has shut down; other objects would crash then.
    kind = type(f"SpielGame_{game.name}", (SpielGame,), {"game": game})
    pyspiel.register_game(_type(settings, "win", _defaults(game)), kind)


# The facts about a game that OpenSpiel asks for


def _defaults(game: Game[State, object]) -> dict[str, Any]:
    options = game.settle_options({}, study=True)
    if clash := OWN.intersection(options):
        raise BadSetting(f"{game.title} has options with the names of OpenSpiel parameters: {sorted(clash)}")
    return {"seats": game.seats[0], "chance": "explicit", "reward": "win", "seed": "", **options}


def _settings_from(game: Game[State, object], params: Params) -> TreeSettings:
    """Return the settings that the parameters describe."""
    _one_of("chance", params["chance"], CHANCES)
    _one_of("reward", params["reward"], REWARDS)
    options = game.settle_options({name: value for name, value in params.items() if name not in OWN})
    if params["seats"] not in game.seats:
        raise BadSetting(f"{game.title} is for {game.seats[0]}-{game.seats[-1]} seats, not {params['seats']}")
    return TreeSettings(game, params["seats"], options, params["chance"] == "explicit")


def _one_of(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadSetting(f"expected {name} to be {' or '.join(choices)}, got {value!r}")


def _seed(settings: TreeSettings, seed: str) -> str:
    """Return the seed if a match can be dealt from it."""
    if seed and settings.has_chance and not settings.samples_chance:
        raise BadSetting("expected no seed with explicit chance, where you choose every outcome")
    if seed:
        generator(seed)
    return seed


def _legible(seed: str) -> str:
    """Return the seed if OpenSpiel can write it into a game string and read it back."""
    try:
        read = pyspiel.game_parameters_from_string(f"name(seed={seed})")
    except pyspiel.SpielError:
        read = {}
    if read.get("seed") != seed:
        raise BadSetting(f"expected a seed that OpenSpiel does not read as a number or a game, got {seed!r}")
    return seed


def _type(settings: TreeSettings, reward: str, defaults: Params) -> Any:
    kind, game = pyspiel.GameType, settings.game
    mode = kind.ChanceMode
    stochastic = mode.EXPLICIT_STOCHASTIC if settings.explicit else mode.SAMPLED_STOCHASTIC
    secret, open_ = kind.Information.IMPERFECT_INFORMATION, kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=stochastic if settings.has_chance else mode.DETERMINISTIC,
        information=secret if game.hides(settings.options) else open_,
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


def _info(settings: TreeSettings, reward: str) -> Any:
    game = settings.game
    widest = max(2, game.widest, settings.seats) if settings.explicit else 1
    outcomes = widest if settings.has_chance else 0
    win = reward == "win"
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.moves),
        max_chance_outcomes=outcomes,
        num_players=settings.seats,
        min_utility=-1 / (settings.seats - 1) if win else -MOST_POINTS,
        max_utility=1.0 if win else MOST_POINTS,
        utility_sum=0.0 if win else None,
        max_game_length=game.longest,
    )


@cache
def _actions(name: str) -> dict[int, int]:
    return {move: action for action, move in enumerate(registered[name].moves)}


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with a number of seats, options, a treatment of chance, and a reward. `load` makes one."""

    game: ClassVar[Game[State, object]]

    def __init__(self, params: Params) -> None:
        game = self.game
        params = {**_defaults(game), **params}
        self.settings = _settings_from(game, params)
        self.reward: str = params["reward"]
        self.seed = _seed(self.settings, _legible(params["seed"]))
        kind = _type(self.settings, self.reward, _defaults(game))
        super().__init__(kind, _info(self.settings, self.reward), dict(params))

    def new_initial_state(self, seed: str | None = None) -> "SpielState":
        """Return the state before the deal.

        With sampled chance you can pass a seed; the match then equals `Match(game, seats, seed)`.
        """
        chosen = self.seed if seed is None else _seed(self.settings, seed)
        return SpielState(self, GameTree(self.settings, Root(chosen)))

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes a match can have."""
        if not self.settings.has_chance:
            return 0
        game = self.settings.game
        return min(LARGEST - game.longest, game.draws + game.longest) if self.settings.explicit else 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> "Observer":
        """Return an observer; without a type, one of observations without recall."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.settings, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node in the game tree of a match."""

    def __init__(self, game: SpielGame, tree: GameTree) -> None:
        super().__init__(game)
        self.tree = tree  # the only attribute, because OpenSpiel copies and stores all of them

    # Players and actions

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's id for chance or for a finished match."""
        player = self.tree.player
        if player == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.tree.player == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        tree = self.tree
        if tree.state is None or player != tree.player:
            return []
        actions = _actions(tree.settings.game.name)
        return [actions[move] for move in tree.state.legal(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self.tree.outcomes()

    def _apply_action(self, action: int) -> None:
        try:
            self.tree.play(action if self.tree.player == CHANCE else self._move(action))
        except IllegalMove as error:
            raise pyspiel.SpielError(str(error)) from None

    def _move(self, action: int) -> int:
        moves = self.tree.settings.game.moves
        if not 0 <= action < len(moves):
            raise IllegalMove(f"expected an action from 0 to {len(moves) - 1}, got {action}")
        return moves[action]

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.tree.settings.game
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return game.write(game.moves[action]) if 0 <= action < len(game.moves) else f"no move {action}"

    # Results and copies

    def returns(self) -> list[float]:
        """Return the final reward of each player; 0 until the match is over."""
        tree = self.tree
        if tree.state is None or tree.state.actor != OVER:
            return [0.0] * tree.settings.seats
        outcome = tree.settings.game.outcome(tree.state)
        if self.get_game().get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM:
            return [float(points) for points in outcome.points]
        return _zero_sum_returns(outcome.winners, tree.settings.seats)

    def __str__(self) -> str:
        return str(self.tree)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by hand, because OpenSpiel cannot store a Python game with sampled chance."""
        return _unpickle, (str(self.get_game()), self.serialize())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state that `player` cannot tell from this one; its history starts at this node."""
        try:
            tree = self.tree.imagine(player, seeded(repr(sampler())))
        except IllegalMove as error:
            raise pyspiel.SpielError(str(error)) from None
        return SpielState(self.get_game(), tree)


def _zero_sum_returns(winners: list[int], seats: int) -> list[float]:
    """Return 1 for a sole winner and -1/(seats - 1) for the others; several winners split what is left."""
    share = 1 / len(winners)
    return [(seats * share * (seat in winners) - 1) / (seats - 1) for seat in range(seats)]


def _unpickle(game: str, state: str) -> SpielState:
    made: SpielState = pyspiel.load_game(game).deserialize_state(state)
    return made


class Observer:
    """Tell what a player may know: `game.view` as a string and `game.features` as a tensor.

    It follows OpenSpiel's observer interface. With perfect recall the string also holds everything that the
    seat did, was told and saw, and the tensor a digest of that string. Without private information it is what
    spectators see, as a string only. Without public information it is what only the seat sees: the parts of
    its view that differ from the spectators', as a string only and without recall.
    """

    def __init__(self, settings: TreeSettings, kind: Any, params: Params | None) -> None:
        if params:
            raise BadSetting(f"expected no parameters for an observer, got {dict(params)}")
        self.recalls: bool = kind.perfect_recall
        self.public: bool = kind.public_info
        self.own: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (self.public or self.own):
            raise BadSetting("expected an observer of what one seat knows or of what is public, got another")
        if self.recalls and not self.public:
            raise BadSetting("expected an observer of what is private without recall, got one with it")
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        self.size = settings.game.size(settings.seats)
        if self.own and self.public:
            self._allocate({block.name: block.size for block in settings.game.layout(settings.seats)})

    def _allocate(self, blocks: dict[str, int]) -> None:
        """Allocate the tensor and name its parts: the blocks of the features and, with recall, the digest."""
        sizes = {**blocks, RECALL: RECALL_BITS} if self.recalls else blocks
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what the player may know."""
        tree, tensor = state.tree, self.tensor
        if tensor is None:
            return
        tensor[: self.size] = 0 if tree.state is None else tree.settings.game.features(tree.state, player)
        if self.recalls:
            tensor[self.size :] = _digest_bits(self.string_from(state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what the player may know, as text."""
        tree = state.tree
        if tree.state is None:
            return UNDEALT if self.public else ""
        seat = player if self.own else None
        if not self.public:
            return private_part(tree.settings.game, tree.state, player)
        now = msgspec.json.encode(tree.settings.game.view(tree.state, seat)).decode()
        return "\n".join([*self._recall(tree, seat), now])

    def _recall(self, tree: GameTree, seat: int | None) -> list[str]:
        if not self.recalls:
            return []
        seen = [] if seat is None else [f"seen {tree.view_digest(seat).all.hex()}"]
        return tree.log(seat) + seen


def private_part(game: Game[State, object], state: State, seat: int) -> str:
    """Return the parts of a seat's view that spectators do not see, as JSON."""
    own, open_ = (msgspec.to_builtins(game.view(state, each)) for each in (seat, None))
    hidden = {name: value for name, value in own.items() if value != open_[name] and name != "seat"}
    return msgspec.json.encode(hidden).decode()


def _digest_bits(text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return a digest of the text, as bits."""
    digest = hashlib.blake2b(text.encode(), digest_size=RECALL_BITS // 8).digest()
    return np.unpackbits(np.frombuffer(digest, np.uint8))


for _name in list_games():
    register(from_shelf(_name))
