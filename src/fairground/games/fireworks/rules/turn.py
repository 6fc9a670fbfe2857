"""§3, §6, §9 The turn: which moves are legal, and what follows from each."""

from typing import Final

from mypy_extensions import i64, u8

from fairground.engine.rng import Rng
from fairground.engine.state import OVER
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.rules.boards import (
    AIM,
    AIM_FROM,
    ARRANGE,
    DONE,
    ENOUGH,
    GATHER,
    GIVE_TILE,
    SWAP,
    TAKE,
    TURN_TILE,
    WITH,
    Boards,
)
from fairground.games.fireworks.rules.launch import HEIGHTS, NO_HEIGHT, drop_die, gather, is_success
from fairground.games.fireworks.rules.table import (
    ADVANCED,
    AGAIN_BY_SYMBOL,
    AGAIN_BY_TILE,
    ARRANGED,
    AT_END,
    CALM,
    CHOOSE,
    CHOSE,
    DOWN,
    DREW,
    EMPTY_SKY,
    FAILED,
    FAR,
    FILLED,
    FINISHED,
    FULL_BOARD,
    GATHERED,
    GIVE,
    GONE,
    GRAB,
    HAND,
    HELPED,
    HELPERS,
    LAST,
    LAST_ARRANGING,
    LAUNCH,
    LAUNCHED,
    MATCH_OVER,
    NONE,
    NOT_YET,
    OUT_DOWN,
    OUT_OF_TURNS,
    OUT_UP,
    PASSED,
    PLACE,
    RAINED,
    READY,
    RESHUFFLED,
    RETURN,
    SPEED,
    SPENT,
    SYMBOL,
    TOOK,
    TURN,
    TURN_LIMIT,
    UP,
    WENT_BACK,
)
from fairground.games.fireworks.rules.tiles import (
    BONUS,
    DIRECTIONS,
    GALE,
    RAIN,
    SPACES,
)

ZONES: Final = 9
NOBODY_WAITS: Final[list[int]] = []
AIMS: Final = list(range(AIM, AIM + ZONES))
AIMS_FROM: Final = list(range(AIM_FROM, AIM_FROM + ZONES * HEIGHTS))
MOST_ARRANGING: Final = 48
MOST_TURNS: Final = 1_000


class Fireworks(Boards):
    """A match of Fireworks."""

    def copy(self) -> "Fireworks":
        twin = Fireworks()
        twin._take_over(self)
        return twin

    # Who decides what

    def actors(self) -> list[int]:
        if self.actor == OVER:
            return []
        if self.phase == GRAB:
            return list(range(self.seats))
        if self.phase == PLACE or self.phase == LAST:
            return [seat for seat in range(self.seats) if self.busy[seat] > 0]
        if self.phase == GIVE or self.phase == RETURN:
            return [seat for seat in range(self.seats) if self.sealed[seat] == NONE]
        return [self.actor]

    def someone(self, rng: Rng) -> i64:
        """§9.2 In the speed variant anybody may move next."""
        if self.phase == GRAB:
            return rng.below(self.seats)
        if self.variant == SPEED and self.actor != OVER:
            arranging = self.actors()
            return arranging[rng.below(len(arranging))]
        return self.actor

    def legal(self, seat: i64) -> list[int]:
        phase = self.phase
        if self.actor == OVER:
            return []
        if phase == GRAB:
            return self._grabs(seat)
        if phase in (PLACE, LAST):
            return [DONE, *self.arranging_moves(seat)] if self.busy[seat] > 0 else []
        if phase in (GIVE, RETURN):
            return (
                [GIVE_TILE + tile for tile in self.givable_tiles(seat)] if self.sealed[seat] == NONE else []
            )
        if seat != self.actor:
            return []
        if phase == LAUNCH:
            return self._launches()
        if phase == CHOOSE:
            return self.open_tiles(TAKE)
        return self._helpers()

    def play(self, seat: i64, move: i64) -> None:
        self.begin_events()
        self.latest = move
        self.latest_by = seat
        if move <= AIM + 8 or AIM_FROM <= move < TURN_TILE:
            self._launch(move)
        elif move <= ENOUGH:
            self._name_helper(move)
        elif move == DONE:
            self._end_arranging(seat)
        elif TAKE <= move < GIVE_TILE:
            self._take_chosen(seat, move - TAKE)
        elif GIVE_TILE <= move < TURN_TILE:
            self._seal(seat, move - GIVE_TILE)
        else:
            self._arrange(seat, move)

    # §3.1, §3.2 Launch

    def begin_turn(self) -> None:
        """Begin a turn, regular or bonus. In the advanced variant it begins with a card."""
        self.turns += 1
        self.gathered = 0
        self.second = 0
        self.again = 0
        self.die = NONE
        self.actor = self.active
        self.phase = LAUNCH
        for seat in range(self.seats):
            self.helping[seat] = 0
            self.taken[seat] = 0
        self.log(TURN, self.active, self.turns)
        if self.variant == ADVANCED:
            self._draw_card()

    def _launches(self) -> list[int]:
        aims = AIMS_FROM if self.chooses_height() else AIMS
        return [GATHER, *aims] if self.may_gather() else aims[:]

    def chooses_height(self) -> bool:
        """Return whether the die falls through the barrel, so that somebody decides how high to hold it."""
        return self.has_heights() and (self.card == NONE or self.printed.barrel[self.card] != 0)

    def may_gather(self) -> bool:
        return not self.gathered and (not self.second or self.gathers_before_every_launch())

    def _launch(self, move: i64) -> None:
        if move == GATHER:
            self.gathered = 1
            gather(self)
            self.log(GATHERED, self.active, 0)
            return
        if move >= AIM_FROM:
            drop_die(self, (move - AIM_FROM) // HEIGHTS, (move - AIM_FROM) % HEIGHTS)
        else:
            drop_die(self, move - AIM, NO_HEIGHT)
        self.log(LAUNCHED, self.active, move)
        self._after_launch()

    def _after_launch(self) -> None:
        self.count_face_up()
        success = is_success(self)
        if not success:
            self.log(FAILED, self.active, 0)
        if success or self.second:
            self.die = self.rolled
            self._choose(self.active)
        elif self.variant == ADVANCED:
            self._functions(GALE)  # §9.1 the turn ends without a die
        else:
            self.second = 1
            if self.gathers_before_every_launch():
                self.gathered = 0
            self._draw_card()

    def _draw_card(self) -> None:
        """§3.2 Draw from the taller pile. The discards replace piles that ran out."""
        if self.refills_each_pile():
            self._refill_piles()
        elif not self.first_pile and not self.second_pile:
            self.split_cards(self.discards)
            self.discards = []
            self.log(RESHUFFLED, self.active, 0)
        if len(self.first_pile) >= len(self.second_pile):
            self.card = self.first_pile[-1]
            self.first_pile = self.first_pile[:-1]
        else:
            self.card = self.second_pile[-1]
            self.second_pile = self.second_pile[:-1]
        self.revealed += 1
        self.log(DREW, self.active, self.card)
        if self.refills_each_pile():
            self._refill_piles()
        self._ask_for_helpers()

    def _refill_piles(self) -> None:
        """Shuffle the discards into a new pile in the place of one that ran out."""
        if self.discards and not (self.first_pile and self.second_pile):
            mixed = sorted(self.discards)
            self.rng.shuffle(mixed)
            if self.first_pile:
                self.second_pile = mixed
            else:
                self.first_pile = mixed
            self.discards = []
            self.sorted_piles = 1
            self.log(RESHUFFLED, self.active, 0)

    def split_cards(self, cards: list[int]) -> None:
        """Shuffle cards into two piles."""
        mixed = sorted(cards)
        self.rng.shuffle(mixed)
        half = (len(mixed) + 1) // 2
        self.first_pile = mixed[:half]
        self.second_pile = mixed[half:]

    # §3.2 Helpers

    def helper_count(self) -> i64:
        count: i64 = 0
        for helps in self.helping:
            count += helps
        return count

    def _helpers(self) -> list[int]:
        moves: list[int] = []
        for seat in range(self.seats):
            if seat != self.active and not self.helping[seat]:
                moves.append(WITH + seat)
        if self.helper_count() >= self.printed.least[self.card]:
            moves.append(ENOUGH)
        return moves

    def _ask_for_helpers(self) -> None:
        """Ask for helpers as long as there is a choice; add the only possible one without asking."""
        self.phase = LAUNCH
        most = self.printed.most[self.card]
        while self.helper_count() < most and self.helper_count() < self.seats - 1:
            choices = self._helpers()
            if len(choices) > 1:
                self.phase = HELPERS
                return
            self._add_helper(choices[0] - WITH)

    def _add_helper(self, seat: i64) -> None:
        self.helping[seat] = 1
        self.log(HELPED, seat, self.card)

    def _name_helper(self, move: i64) -> None:
        if move == ENOUGH:
            self.phase = LAUNCH
        else:
            self._add_helper(move - WITH)
            self._ask_for_helpers()

    # §3.3 Choose

    def tiles_each(self) -> i64:
        """Return how many tiles each seat in the launch takes."""
        return i64(1) if self.die == SYMBOL else self.die

    def _choose(self, seat: i64) -> None:
        """Ask the next seat that may take a tile, clockwise from this one; go on if nobody may."""
        self.phase = CHOOSE
        while self.takeable:
            seat = self._next_taker(seat)
            if seat == NONE:
                self._end_choosing()
                return
            if self.takeable > 1:
                self.actor = seat
                return
            self._take(seat, self.first_open())
            seat = self.seat_after(seat)
        self.log(EMPTY_SKY, self.active, 0)
        self._end_choosing()

    def seat_after(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.seats else i64(0)

    def _next_taker(self, seat: i64) -> i64:
        quota = self.tiles_each()
        for _ in range(self.seats):
            if (
                (seat == self.active or self.helping[seat])
                and self.taken[seat] < quota
                and self.tiles[seat] < SPACES
            ):
                return seat
            seat = self.seat_after(seat)
        return NONE

    def _take(self, seat: i64, tile: i64) -> None:
        self.drop(seat, tile)
        if self.stale[seat]:
            self.late = [*self.late, 8 * tile + seat]
        self.taken[seat] += 1
        self.takeable -= 1
        self.log(TOOK, seat, tile)

    def _take_chosen(self, seat: i64, tile: i64) -> None:
        if self.phase == GRAB:
            self._grab(seat, tile)
        else:
            self._take(seat, tile)
            self._choose(self.seat_after(seat))

    # §3.4 Place

    def _end_choosing(self) -> None:
        """End the choosing: see which boards are full, and let the seats that took a tile rearrange."""
        if self.late:
            self.late = []
        for seat in range(self.seats):
            if self.taken[seat]:
                self.stale[seat] = 1
                if self.tiles[seat] == SPACES:
                    self.log(FILLED, seat, 0)
            if self.tiles[seat] == SPACES and self.ending == NOT_YET:
                self.ending = FULL_BOARD  # §6 it stays the last round even if a board loses a tile
        if self.arranging == HAND:
            self._ask_to_arrange(PLACE)
        else:
            self._functions(GALE)

    def _ask_to_arrange(self, phase: i64) -> None:
        self.phase = phase
        for seat in range(self.seats):
            self.busy[seat] = MOST_ARRANGING if phase == LAST or self.taken[seat] else 0
        self._ask_next_arranger()

    def _ask_next_arranger(self) -> None:
        """§4 Ask the next seat that still arranges; go on with the turn if there is none."""
        for seat in range(self.seats):
            if self.busy[seat]:
                self.actor = seat
                return
        if self.phase == LAST:
            self._over()
        else:
            self._functions(GALE)

    def _end_arranging(self, seat: i64) -> None:
        self.busy[seat] = 0
        self.log(READY, seat, 0)
        if self.variant == SPEED and seat == self.active:
            self._over()
        else:
            self._ask_next_arranger()

    def _arrange(self, seat: i64, move: i64) -> None:
        base = seat * SPACES
        if move == ARRANGE:
            arrange(self, seat)
        elif move < SWAP:
            space = (move - TURN_TILE) // DIRECTIONS
            self.facing[self.board[base + space]] = u8((move - TURN_TILE) % DIRECTIONS)
        else:
            one = base + (move - SWAP) // SPACES
            other = base + (move - SWAP) % SPACES
            tile = self.board[one]
            self.board[one] = self.board[other]
            self.board[other] = tile
        self.busy[seat] -= 1
        self.log(ARRANGED, seat, move)
        if self.phase != GRAB and not self.busy[seat]:
            self._end_arranging(seat)

    # §3.6 Function tiles

    def _functions(self, function: i64) -> None:
        """Carry out the function tiles that lie face up, from this function on."""
        while function <= BONUS and self.functions:
            tile = self._function_tile(function)
            if tile != NONE:
                self._remove_function(tile)
                if function == BONUS:
                    self._another_turn(tile)
                elif self._somebody_has_only_start_tiles():
                    self.log(CALM, self.active, tile)
                else:
                    self._ask_for_tiles(function)
                    return
            function += 1
        self._end_turn()

    def _remove_function(self, tile: i64) -> None:
        """Take a function tile out of the game."""
        if self.place[tile] >= OUT_DOWN:
            self.fallen -= 1
        if tile in self.waiting:
            self.waiting = [other for other in self.waiting if other != tile]
        self.place[tile] = GONE
        self.x[tile] = FAR
        self.functions -= 1

    def _function_tile(self, function: i64) -> i64:
        if self.minds_every_function_tile():
            return self._first_of(function)
        face, place = self.face, self.place
        for tile in range(self.printed.slots):
            if i64(face[tile]) == function and place[tile] == UP:
                return tile
        return NONE

    def _first_of(self, function: i64) -> i64:
        """Return the tile of a function that takes effect: one that waits, else the first face up."""
        for tile in self.open_functions():
            if i64(self.face[tile]) == function:
                return tile
        return NONE

    def _somebody_has_only_start_tiles(self) -> bool:
        return any(tiles <= 2 for tiles in self.tiles)

    def _ask_for_tiles(self, function: i64) -> None:
        """Ask every seat for a tile. A seat with a single tile to give is not asked."""
        self.phase = GIVE if function == GALE else RETURN
        for seat in range(self.seats):
            tiles = self.givable_tiles(seat)
            self.sealed[seat] = tiles[0] if len(tiles) == 1 else NONE
        self._all_chosen()

    def _seal(self, seat: i64, tile: i64) -> None:
        self.sealed[seat] = tile
        self.latest = NONE
        self.log(CHOSE, seat, 0)
        self._all_chosen()

    def _all_chosen(self) -> None:
        for seat in range(self.seats):
            if self.sealed[seat] == NONE:
                self.actor = seat
                return
        self.revealed += 1
        for seat in range(self.seats):
            self.lift(seat, self.sealed[seat])
            self.stale[seat] = 1
        if self.phase == GIVE:
            self._gale()
        else:
            self._rain()

    def _gale(self) -> None:
        for seat in range(self.seats):
            tile = self.sealed[seat]
            self.drop(self.seat_after(seat), tile)
            self.log(PASSED, seat, tile)
            self.sealed[seat] = NONE
        self._functions(RAIN)

    def _rain(self) -> None:
        for seat in range(self.seats):
            tile = self.sealed[seat]
            self.toss(tile, DOWN)
            self.log(RAINED, seat, tile)
            self.sealed[seat] = NONE
        self._functions(BONUS)

    def _another_turn(self, tile: i64) -> None:
        if self.die == SYMBOL or self.tile_used:
            self.log(SPENT, self.active, tile)
        else:
            self.tile_used = 1
            self.again = 1
            self.log(AGAIN_BY_TILE, self.active, tile)

    # §3.7, §6 The end of a turn

    def _end_turn(self) -> None:
        if self.minds_every_function_tile():
            self.waiting = self.open_functions() if self.functions else NOBODY_WAITS
        if self.fallen:
            self._put_back()
        if self.card != NONE:
            self.discards = [*self.discards, self.card]
            self.card = NONE
        if self.die == SYMBOL and not self.symbol_used:
            self.symbol_used = 1
            self.again = 1
            self.log(AGAIN_BY_SYMBOL, self.active, 0)
        if self.turns >= MOST_TURNS and self.ending == NOT_YET:
            self.ending = TURN_LIMIT
            self.log(OUT_OF_TURNS, self.active, self.turns)
        if self.again:
            self.begin_turn()
        else:
            self._next_seat()

    def _put_back(self) -> None:
        """§3.7 Put the tiles that fell out back into the box, same side up."""
        self.fallen = 0
        for tile in range(self.printed.slots):
            if self.place[tile] == OUT_DOWN or self.place[tile] == OUT_UP:
                self.toss(tile, i64(self.place[tile]) - OUT_DOWN)
                self.log(WENT_BACK, self.active, tile)

    def _next_seat(self) -> None:
        """Begin the next seat's turn, or end the match after the last round."""
        if self.ending != NOT_YET and self.active == self.seats - 1:
            self._finish()
            return
        self.symbol_used = 0
        self.tile_used = 0
        self.active = self.seat_after(self.active)
        self.begin_turn()

    def _finish(self) -> None:
        """§6 Let all seats arrange once more, then end the match."""
        if self.arranging == HAND and self.variant != SPEED:
            self.log(LAST_ARRANGING, NONE, 0)
            self._ask_to_arrange(LAST)
        else:
            self._over()

    def _over(self) -> None:
        if self.arranging == AT_END:
            for seat in range(self.seats):
                self.stale[seat] = 1
        self.phase = FINISHED
        self.actor = OVER
        self.log(MATCH_OVER, NONE, 0)

    # §9.2 The speed variant

    def _grabs(self, seat: i64) -> list[int]:
        moves: list[int] = []
        if self.arranging == HAND and self.busy[seat]:
            arranging = self.arranging_moves(seat)
            moves.append(ARRANGE)
            moves.extend(self.open_tiles(TAKE))
            moves.extend(arranging[1:])
            return moves
        return self.open_tiles(TAKE)

    def _grab(self, seat: i64, tile: i64) -> None:
        self.drop(seat, tile)
        self.stale[seat] = 1
        self.busy[seat] = MOST_ARRANGING
        self.log(TOOK, seat, tile)
        if self.tiles[seat] == SPACES:
            self.log(FILLED, seat, 0)
            self.ending = FULL_BOARD
            if self.arranging == HAND and self.lets_the_last_tile_be_placed():
                self._let_place_last(seat)
            else:
                self._over()

    def _let_place_last(self, seat: i64) -> None:
        """Let a seat place the tile that filled its board; the others may arrange until it is done."""
        self.active = seat
        self.actor = seat
        self.phase = LAST
