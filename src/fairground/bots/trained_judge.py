"""The judge that a trained network makes for a bot, where the network has learnt the bot's table."""

from functools import cache
from importlib import resources

from fairground.bots.bot import BotFault
from fairground.bots.network_file import (
    NetworkFile,
    compile_network,
    find_environment,
    parse_network,
    read_network,
)
from fairground.bots.search.network import Network
from fairground.bots.search.network_judge import NetworkJudge, TraitsJudge
from fairground.engine.errors import BadSetting, UnknownGame
from fairground.engine.game import Game
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.state import State
from fairground.games import load

SHIPPED = "network.npz"  # in a game's folder


class TrainedJudge:
    """A network in memory. One object serves many matches."""

    def __init__(self, trained: NetworkFile) -> None:
        self.info = trained.info
        self.weights = trained.weights
        self.digest = trained.digest
        self.networks: dict[int, Network] = {}

    @classmethod
    def read(cls, file: str) -> "TrainedJudge":
        return cls(read_network(file))

    def check(self, game: Game[State, object]) -> None:
        """Raise BadSetting if it was trained for another game."""
        if game.name != self.info.game:
            raise BadSetting(f"this network was trained for {self.info.game}, not for {game.name}")

    def has_learnt(self, mind: Mind) -> bool:
        """Return whether the network has seen this kind of table: seats, options, rules and box."""
        info = self.info
        learnt = (info.rules, info.box, info.options)
        return int(mind.seats) in info.seats and learnt == (int(mind.rules), mind.box, mind.options)

    def judge(self, mind: Mind, tuned: Judge) -> Judge:
        """Return a judge that asks the network, or the tuned one if the network has not learnt this table."""
        if mind.game != self.info.game:
            raise BotFault(f"this network was trained for {self.info.game}, not for {mind.game}")
        return self._make(int(mind.seats), tuned) if self.has_learnt(mind) else tuned

    def _make(self, seats: int, tuned: Judge) -> Judge:
        if seats not in self.networks:
            self.networks[seats] = compile_network(self.weights[seats])
        judge = self._ask_traits(seats, tuned) or self._ask_features(seats, tuned)
        learnt = self.info.seats[seats]
        if learnt.horizon is not None:
            judge.horizon = learnt.horizon
        if learnt.curiosity is not None:
            judge.curiosity = learnt.curiosity
        return judge

    def _ask_traits(self, seats: int, tuned: Judge) -> Judge | None:
        """Return a judge that tells the network traits; None if the network sees features."""
        learnt, traits = self.info.seats[seats], self._environment(seats).modules.traits
        if learnt.inputs != "traits" or traits is None:
            return None
        size, network = len(traits.TRAITS), self.networks[seats]
        return TraitsJudge(tuned, network, learnt.anchor, size, seats, traits.write_traits)

    def _ask_features(self, seats: int, tuned: Judge) -> Judge:
        game, learnt, network = self._environment(seats), self.info.seats[seats], self.networks[seats]
        encode, moves, size = game.modules.features.encode, list(game.moves), game.size(seats)
        return NetworkJudge(tuned, network, learnt.anchor, learnt.one_look, size, moves, encode)

    def _environment(self, seats: int) -> Game[State, object]:
        game = find_environment(self.info, seats)
        assert game, "a file that fits no version was refused when it was read"
        return game


@cache
def shipped_judge(name: str) -> TrainedJudge | None:
    """Return the network in a game's folder; None if there is none that fits the present edition."""
    try:
        data = (resources.files(load(name).package) / SHIPPED).read_bytes()
        return TrainedJudge(parse_network(data, f"{SHIPPED} of {name}"))
    except (FileNotFoundError, BadSetting, UnknownGame):
        return None
