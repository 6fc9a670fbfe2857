"""All tournaments: sets them up, lets people enter and leave, starts and cancels them."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from fairground.engine.text import clean_message
from fairground.games import load
from fairground.server import keys, table_wire
from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import RateLimit
from fairground.server.logs import log
from fairground.server.people.passports import PassportRegistry
from fairground.server.services import Services
from fairground.server.store.passports import StoredPassport
from fairground.server.store.tournaments import StoredTournament, TournamentStore
from fairground.server.tables.chair_requests import check_level
from fairground.server.tables.contest import check_rated
from fairground.server.tables.creation import check_wish
from fairground.server.tournament_wire import NewTournament, TournamentFacts, TournamentPage
from fairground.server.tournaments.pages import tournament_facts, tournament_page
from fairground.server.tournaments.plan import Entrant, TournamentPlan, TournamentState
from fairground.server.tournaments.rounds import fewest_players

UNKNOWN: Final = "there is no such tournament"
ONLY_HOST: Final = "only the host of the tournament can do this"
NOT_OPEN: Final = "the tournament has begun already"
CHANGED: Final = "the tournament was changed at the same moment: try again"
YOURS_FULL: Final = "you have too many tournaments that are not over: end or cancel one first"
FULL: Final = "there are too many tournaments already: come back later"
TOO_MANY_TODAY: Final = "too many new tournaments from your address today: come back tomorrow"
LONGEST_TITLE: Final = 60
MOST_IN_ROUND_ROBIN: Final = 16
LATEST_START: Final = 60 * 60 * 24 * 60.0
MOST_LISTED: Final = 100
TRIES: Final = 5


class TournamentRegistry:
    """Changes tournaments as people ask for it. `wake` lets their rounds begin. `section` is for exports."""

    section = "tournaments"

    def __init__(self, services: Services, store: TournamentStore, wake: Callable[[], None]) -> None:
        self.services = services
        self.store = store
        self.wake = wake

    @property
    def people(self) -> PassportRegistry:
        return self.services.people

    # Looking

    async def page(self, name: str, viewer: str) -> TournamentPage:
        """Return everything about a tournament, for somebody with a passport or without one (empty)."""
        return tournament_page(await self._stored(name), viewer, self.services.time.date())

    async def list_for(self, passport: StoredPassport) -> list[TournamentFacts]:
        """Return the tournaments that somebody hosts or plays in, last changed first."""
        found = await self.store.of_person(passport.id, MOST_LISTED)
        return [tournament_facts(stored, passport.id) for stored in found]

    # Setting up

    async def create(self, wish: NewTournament, host: StoredPassport, address: str) -> TournamentPage:
        """Set up a tournament; its host may take part or not."""
        plan, date = make_plan(wish, self.services.time.date()), self.services.time.date()
        await self._take_quota(host, address)
        stored = StoredTournament(
            id=keys.new_name(),
            host=host.id,
            created=date,
            changed=date,
            phase="open",
            number=1,
            due=plan.begins,
            plan=plan,
            state=TournamentState(seed=keys.new_name() + keys.new_name()),
        )
        await self.store.add(stored)
        log("tournament created", tournament=stored.id, game=plan.game)
        return tournament_page(stored, host.id, date)

    async def _take_quota(self, host: StoredPassport, address: str) -> None:
        limits = self.services.settings.limits
        if await self.store.count(["open", "running"]) >= limits.live_tournaments:
            raise Refusal(FULL, 503)
        if await self.store.count(["open", "running"], host.id) >= limits.tournaments_a_host:
            raise Refusal(YOURS_FULL, 429)
        today: RateLimit = self.services.address_limits.tournaments_a_day
        if not today.take(address):
            raise Refusal(TOO_MANY_TODAY, 429)

    # Taking part

    async def join(self, name: str, passport: StoredPassport) -> TournamentPage:
        """Let somebody take part; twice is the same as once."""

        def enter(stored: StoredTournament) -> None:
            _check_open(stored)
            if stored.state.entrant(passport.id):
                return
            if len(stored.state.entrants) >= stored.plan.most:
                raise Refusal("the tournament is full")
            stored.state.entrants.append(Entrant(passport.id, passport.name))

        enter(await self._stored(name))  # so that no entry is noted where nobody can enter
        await self.store.note_entry(name, passport.id)
        return await self._change(name, passport.id, enter)

    async def leave(self, name: str, passport: StoredPassport) -> TournamentPage:
        """Let somebody leave. After the start their present match is lost, and others play on."""
        return await self._change(name, passport.id, lambda stored: remove_player(stored, passport.id))

    async def start(self, name: str, passport: StoredPassport) -> TournamentPage:
        """Let the host start the tournament: the first round begins after a pause."""

        def begin(stored: StoredTournament) -> None:
            _check_host(stored, passport.id)
            _check_open(stored)
            begin_tournament(stored, self.services.time.date() + self.services.settings.tournament_pause)

        return await self._change(name, passport.id, begin)

    async def cancel(self, name: str, passport: StoredPassport) -> TournamentPage:
        """Let the host cancel the tournament. Matches under way go on, and no longer count for it."""

        def end(stored: StoredTournament) -> None:
            _check_host(stored, passport.id)
            if stored.phase not in ("open", "running"):
                raise Refusal("the tournament is over already")
            stored.phase, stored.due = "cancelled", None

        return await self._change(name, passport.id, end)

    async def _change(
        self, name: str, viewer: str, change: Callable[[StoredTournament], None]
    ) -> TournamentPage:
        """Change a tournament, on top of whatever others do to it at the same time."""
        for _ in range(TRIES):
            stored = await self._stored(name)
            change(stored)
            stored.number, stored.changed = stored.number + 1, self.services.time.date()
            if await self.store.replace(stored):
                self.wake()
                return tournament_page(stored, viewer, stored.changed)
        raise Refusal(CHANGED, 503)

    async def _stored(self, name: str) -> StoredTournament:
        found = await self.store.find(name)
        if found is None:
            raise Refusal(UNKNOWN, 404)
        return found

    # What is not kept, and what belongs to a passport

    async def sweep(self) -> None:
        """Delete tournaments that nobody has started, and the oldest that are over."""
        settings = self.services.settings
        before = self.services.time.date() - settings.keep_waiting
        await self.store.delete_unused(before, settings.limits.kept_tournaments)

    async def export_passport(self, passport: str) -> Any:
        found = await self.store.of_person(passport, 10**6)
        return [msgspec.to_builtins(tournament_facts(stored, passport)) for stored in found]

    async def delete_passport(self, passport: str) -> None:
        """Take a person out of tournaments that have not begun, and their name out of the others."""
        for stored in await self.store.of_person(passport, 10**6):
            forget = partial(forget_player, player=passport, alias=f"-{keys.new_person()}")
            await self._change(stored.id, "", forget)
            await self.store.drop_entry(stored.id, passport)


def make_plan(wish: NewTournament, now: float) -> TournamentPlan:
    """Return a checked plan; Refusal if no such tournament could be played."""
    game = load(wish.game)
    bots = [wish.bot] if wish.bot else []
    create = table_wire.Create(wish.game, wish.seats, clock=wish.clock, seat=None)
    check_wish(create)
    if wish.seats not in game.seats or not 2 <= wish.seats <= 5:
        raise Refusal(f"expected a number of chairs that {game.title} has, got {wish.seats}", 400)
    if wish.clock.kind == "none":
        raise Refusal("expected a clock, so that every match ends", 400)
    if wish.format == "knock_out" and wish.seats != 2:
        raise Refusal("expected two chairs in a knock-out", 400)
    if (wish.format == "swiss") != (wish.rounds > 0):
        raise Refusal("expected a number of rounds in a Swiss tournament, and in no other", 400)
    if wish.format == "round_robin" and wish.most > MOST_IN_ROUND_ROBIN:
        raise Refusal(f"expected at most {MOST_IN_ROUND_ROBIN} players in a round robin", 400)
    for level in bots:
        check_level(level)
    if wish.rated:
        check_rated(msgspec.structs.replace(create, bots=bots), "")
    if wish.begins is not None and not now < wish.begins < now + LATEST_START:
        raise Refusal("expected a start within the next 60 days", 400)
    title = clean_message(wish.title)[:LONGEST_TITLE].rstrip() or game.title
    fields = {name: getattr(wish, name) for name in wish.__struct_fields__}
    return TournamentPlan(**{**fields, "title": title})


def begin_tournament(stored: StoredTournament, first_round: float) -> None:
    """Start a tournament; Refusal if there are too few players."""
    fewest = fewest_players(stored.plan)
    if len(stored.state.entrants) < fewest:
        raise Refusal(f"expected at least {fewest} players, got {len(stored.state.entrants)}")
    stored.phase, stored.due = "running", first_round


def remove_player(stored: StoredTournament, player: str) -> None:
    """Take somebody out of a tournament, or note that they have left it."""
    entrant = stored.state.entrant(player)
    if entrant is None or stored.phase not in ("open", "running"):
        raise Refusal("you do not take part in this tournament")
    if stored.phase == "open":
        stored.state.entrants.remove(entrant)
    elif stored.state.rounds and not stored.state.rounds[-1].decided:
        stored.due = stored.changed  # so that their match ends soon
    entrant.left = True


def forget_player(stored: StoredTournament, player: str, alias: str) -> None:
    """Let an alias without a name stand for somebody in a tournament; they leave it if it is not over."""
    if stored.state.entrant(player) and stored.phase in ("open", "running"):
        remove_player(stored, player)
    if stored.host == player:
        stored.host = ""
        if stored.phase == "open":
            stored.phase, stored.due = "cancelled", None
    renamed = msgspec.json.encode(stored.state).replace(f'"{player}"'.encode(), f'"{alias}"'.encode())
    stored.state = msgspec.json.decode(renamed, type=TournamentState)
    if entrant := stored.state.entrant(alias):
        entrant.name = ""


def _check_host(stored: StoredTournament, player: str) -> None:
    if stored.host != player:
        raise Refusal(ONLY_HOST, 403)


def _check_open(stored: StoredTournament) -> None:
    if stored.phase != "open":
        raise Refusal(NOT_OPEN)
