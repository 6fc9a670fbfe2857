"""The judge that a trained network makes for a bot, where the network has learnt the bot's table."""

from fairground.bots.bot import BotFault
from fairground.bots.network_file import NetworkFile, compile_network, find_environment, read_network
from fairground.bots.search.network import Network
from fairground.bots.search.network_judge import NetworkJudge
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.state import State


class TrainedJudge:
    """A network in memory. One object serves many matches."""

    def __init__(self, trained: NetworkFile) -> None:
        self.info = trained.info
        self.weights = trained.weights
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

    def _make(self, seats: int, tuned: Judge) -> NetworkJudge:
        if seats not in self.networks:
            self.networks[seats] = compile_network(self.weights[seats])
        game, learnt = find_environment(self.info, seats), self.info.seats[seats]
        assert game, "a file that fits no version was refused when it was read"
        encode, moves = game.modules.features.encode, list(game.moves)
        network, size = self.networks[seats], game.size(seats)
        judge = NetworkJudge(tuned, network, learnt.anchor, learnt.one_look, size, moves, encode)
        if learnt.horizon is not None:
            judge.horizon = learnt.horizon
        if learnt.curiosity is not None:
            judge.curiosity = learnt.curiosity
        return judge
