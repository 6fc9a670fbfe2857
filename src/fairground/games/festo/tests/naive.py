"""A second implementation of §5, as simple as possible: every way to pay for a dish, and the questions."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from fairground.games.festo.words import COLOURS

PRICES = {"drink": (2, 1), "dessert": (2, 2), "starter": (3, 2), "side": (3, 3)}
Way = tuple[str, str, str, tuple[int, ...]]  # other colour, surcharge, waived cube, salt by colour
Payment = tuple[int, ...]  # by colour, salt last


@dataclass
class Case:
    """A dish to pay for, and what there is to pay with."""

    dish: str
    colour: int
    cubes: list[int]
    salt: int
    drinks: set[int]
    reserved: bool
    free_columns: bool

    def ways(self) -> dict[Way, Payment]:
        found = {}
        for other, extra, price in self.prices():
            price = [max(0, need - (colour in self.drinks)) for colour, need in enumerate(price)]
            for waive, rest in self.waivers(price):
                for salted, payment in self.payments(rest):
                    found[other, extra, waive, salted] = payment
        return found

    def prices(self) -> Iterator[tuple[str, str, list[int]]]:
        if self.dish == "main":
            yield "", "", [1] * 6
        elif self.dish == "roast":
            for colour in range(6):
                yield COLOURS[colour], "", [6 * (colour == each) for each in range(6)]
        else:
            yield from self.small_prices()

    def small_prices(self) -> Iterator[tuple[str, str, list[int]]]:
        own, another = PRICES[self.dish[:-1]]
        surcharge = 0 if self.free_columns else int(self.dish[-1]) - 1
        for other in range(6):
            if other == self.colour:
                continue
            for extra in ("own", "other") if surcharge else ("",):
                price = [0] * 6
                price[self.colour] = own + surcharge * (extra == "own")
                price[other] = another + surcharge * (extra == "other")
                yield COLOURS[other], extra, price

    def waivers(self, price: list[int]) -> Iterator[tuple[str, list[int]]]:
        if not self.reserved or not any(price):
            yield "", price
            return
        for colour in range(6):
            if price[colour]:
                less = [need - (colour == each) for each, need in enumerate(price)]
                yield ("own" if colour == self.colour else "other"), less

    def payments(self, price: list[int]) -> Iterator[tuple[tuple[int, ...], Payment]]:
        for salted in product(*(range(min(need, self.salt) + 1) for need in price)):
            real = [need - salt for need, salt in zip(price, salted, strict=True)]
            enough = all(need <= have for need, have in zip(real, self.cubes, strict=True))
            if enough and sum(salted) <= self.salt:
                yield salted, (*real, sum(salted))

    def words(self, way: Way, step: int) -> str:
        if step < 3:
            return f"{('with', 'extra', 'waive')[step]} {way[step]}"
        if self.dish == "main":
            named = [name for name, salt in zip(COLOURS, way[3], strict=True) if salt]
            return f"salt {' '.join(named) or 'none'}"
        first = COLOURS.index(way[0]) if self.dish == "roast" else self.colour
        return f"salt {way[3][first]}+{sum(way[3]) - way[3][first]}"


def steps(case: Case, ways: dict[Way, Payment]) -> dict[str, dict[Way, Payment]]:
    """Return the next question: each answer with the ways that it leaves; {} if all pay the same cubes."""
    if len(set(ways.values())) == 1:
        return {}
    step = next(step for step in range(4) if len({way[step] for way in ways}) > 1)
    answers: dict[str, dict[Way, Payment]] = {}
    for way, payment in ways.items():
        answers.setdefault(case.words(way, step), {})[way] = payment
    return answers
