"""Random generators. Everything random in a match comes from one `Rng`."""

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF
SPAN: Final = 0x100000000
LARGEST: Final = 0x7FFFFFFF


class Rng:
    """The fast generator (sfc32). It gives the same numbers compiled and interpreted."""

    def __init__(self) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 1

    def word(self) -> i64:
        """Return the next 32 bits."""
        out = (self.a + self.b + self.d) & MASK
        self.d = (self.d + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = (((self.c << 21) | (self.c >> 11)) + out) & MASK
        return out

    def below(self, n: i64) -> i64:
        """Return a whole number from 0 to n - 1, each equally likely; n = 1 draws nothing."""
        if n <= 1:
            if n == 1:
                return 0
            raise ValueError(f"below() takes a number from 1 to {LARGEST}, not {n}")
        if n > LARGEST:
            raise ValueError(f"below() takes a number from 1 to {LARGEST}, not {n}")
        product = self.word() * n
        if product & MASK < n:
            reject = (SPAN - n) % n
            while product & MASK < reject:
                product = self.word() * n
        return product >> 32

    def likely(self, part: i64, whole: i64) -> bool:
        """Return True in `part` of `whole` equally likely cases. Draws even if the answer is certain."""
        return self.below(whole) < part

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        left: i64 = len(items)
        while left > 1:
            chosen = self.below(left)
            left -= 1
            items[left], items[chosen] = items[chosen], items[left]

    def mix(self, items: vec[i64]) -> None:
        """Shuffle an unboxed array in place."""
        self.mix_part(items, 0, len(items))

    def mix_part(self, items: vec[i64], start: i64, end: i64) -> None:
        """Shuffle a part of an unboxed array in place, from `start` to before `end`.

        This is `mix_step_by_step` with its draws written out, so that the generator stays in registers.
        """
        a, b, c, d = self.a, self.b, self.c, self.d
        left = end - start
        while left > 1:
            out = (a + b + d) & MASK
            d = (d + 1) & MASK
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & MASK
            c = (((c << 21) | (c >> 11)) + out) & MASK
            product = out * left
            if product & MASK < left and product & MASK < (SPAN - left) % left:
                continue  # `below` draws again too
            chosen = start + (product >> 32)
            left -= 1
            last = items[start + left]
            items[start + left] = items[chosen]
            items[chosen] = last
        self.a, self.b, self.c, self.d = a, b, c, d

    def mix_step_by_step(self, items: vec[i64], start: i64, end: i64) -> None:
        """Do the same as `mix_part` with the draws of whatever generator this is."""
        left = end - start
        while left > 1:
            chosen = start + self.below(left)
            left -= 1
            last = items[start + left]
            items[start + left] = items[chosen]
            items[chosen] = last

    def fork(self) -> "Rng":
        """Return a new fast generator that is independent of this one."""
        child = Rng()
        child.a = self.word()
        child.b = self.word()
        child.c = self.word()
        child._warm_up()
        return child

    def copy(self) -> "Rng":
        """Return a generator that will draw the same numbers."""
        twin = Rng()
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.d = self.d
        return twin

    def dump(self) -> list[int | str]:
        """Return data from which `restore_rng` makes the same generator."""
        return ["fast", self.a, self.b, self.c, self.d]

    def __reduce__(self) -> tuple[object, ...]:
        return restore_rng, (self.dump(),)

    def _warm_up(self) -> None:
        for _ in range(12):
            self.word()


class KeyedRng(Rng):
    """The generator of live tables: SHA-256 of a secret and a counter, so that nobody can predict it."""

    def __init__(self, secret: bytes) -> None:
        super().__init__()
        self.secret = secret
        self.counter: i64 = 0
        self.block = b""

    def word(self) -> i64:
        part = self.counter & 7
        if part == 0 or not self.block:
            self.block = self._hash(self.counter >> 3)
        self.counter += 1
        return int.from_bytes(self.block[4 * part : 4 * part + 4], "big")

    def mix_part(self, items: vec[i64], start: i64, end: i64) -> None:
        self.mix_step_by_step(items, start, end)

    def copy(self) -> Rng:
        twin = KeyedRng(self.secret)
        twin.counter = self.counter
        return twin

    def dump(self) -> list[int | str]:
        return ["keyed", self.secret.hex(), self.counter]

    def _hash(self, number: i64) -> bytes:
        return hashlib.sha256(self.secret + int(number).to_bytes(8, "big")).digest()


class Unanswered(ValueError):
    """The script has no answer for the next draw, which has `whole` equally likely cases.

    If `likely` asked, only the difference between the first `part` cases and the others matters; otherwise
    `part` is -1.
    """

    def __init__(self, given: int, part: int, whole: int) -> None:
        super().__init__(f"the script has {given} answers; one more below({whole}) was asked")
        self.part = part
        self.whole = whole


class ScriptedRng(Rng):
    """Gives prepared answers in order; for tests, and for trees in which chance is a player."""

    def __init__(self, answers: list[int]) -> None:
        super().__init__()
        self.answers = answers
        self.used: i64 = 0

    def word(self) -> i64:
        raise ValueError("a scripted generator has answers for below() only")

    def below(self, n: i64) -> i64:
        if n == 1:
            return 0
        if self.used >= len(self.answers):
            raise Unanswered(len(self.answers), -1, n)
        answer: i64 = self.answers[self.used]
        if not 0 <= answer < n:
            raise ValueError(f"the script's answer {self.used + 1} is {answer}, but below({n}) was asked")
        self.used += 1
        return answer

    def likely(self, part: i64, whole: i64) -> bool:
        if self.used >= len(self.answers) and whole > 1:
            raise Unanswered(len(self.answers), part if part > 0 else 0, whole)
        return self.below(whole) < part

    def mix_part(self, items: vec[i64], start: i64, end: i64) -> None:
        self.mix_step_by_step(items, start, end)

    def fork(self) -> Rng:
        return seeded(f"script {self.used}")

    def copy(self) -> Rng:
        twin = ScriptedRng(self.answers)
        twin.used = self.used
        return twin

    def dump(self) -> list[int | str]:
        out: list[int | str] = ["scripted", self.used]
        out.extend(self.answers)
        return out


def seeded(text: str) -> Rng:
    """Return the fast generator for a seed."""
    digest = hashlib.sha256(text.encode()).digest()
    rng = Rng()
    rng.a = int.from_bytes(digest[0:4], "big")
    rng.b = int.from_bytes(digest[4:8], "big")
    rng.c = int.from_bytes(digest[8:12], "big")
    rng._warm_up()
    return rng


def keyed(secret: bytes) -> Rng:
    """Return the keyed generator for a secret of 32 bytes."""
    if len(secret) != 32:
        raise ValueError(f"a secret has 32 bytes, not {len(secret)}")
    return KeyedRng(secret)


def scripted(answers: list[int]) -> Rng:
    """Return a generator whose `below` gives these answers."""
    return ScriptedRng(list(answers))


def restore_rng(dump: list[int | str]) -> Rng:
    """Return the generator that `Rng.dump` described."""
    kind = dump[0]
    if kind == "keyed":
        rng = KeyedRng(bytes.fromhex(str(dump[1])))
        rng.counter = int(dump[2])
        return rng
    numbers = [int(entry) for entry in dump[1:]]
    if kind == "scripted":
        script = ScriptedRng(numbers[1:])
        script.used = numbers[0]
        return script
    if kind != "fast":
        raise ValueError(f"a generator is fast, keyed or scripted, not {kind!r}")
    fast = Rng()
    fast.a, fast.b, fast.c, fast.d = numbers[0], numbers[1], numbers[2], numbers[3]
    return fast
