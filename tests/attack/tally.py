"""What an attack did, and what the server answered."""

from collections import Counter

import httpx
import msgspec

from fairground.server import wire

MOST_FAULTS = 20


class Tally(msgspec.Struct):
    """The answers by kind, and faults: answers that the server must never give."""

    name: str
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    faults: list[str] = []

    def count(self, kind: str) -> None:
        self.answers[kind] += 1

    def answer(self, answer: httpx.Response, what: str = "") -> None:
        """Count an answer. A failure of the server is a fault, and so is a refusal without a reason."""
        self.count(str(answer.status_code))
        if answer.status_code >= 500 and answer.status_code != 503:
            self.fault(f"{what or answer.request.url.path}: {answer.status_code} {answer.text[:200]}")
        elif answer.status_code >= 400 and answer.request.method != "HEAD":
            self._check_reason(answer, what)

    def _check_reason(self, answer: httpx.Response, what: str) -> None:
        try:
            why = msgspec.json.decode(answer.content, type=wire.Problem).why
        except msgspec.DecodeError:
            self.fault(f"{what or answer.request.url.path}: no reason in {answer.content[:200]!r}")
            return
        if "Traceback" in why or len(why) > 2000:
            self.fault(f"{what}: {why[:200]}")

    def fault(self, text: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(f"{self.name}: {text}")

    def summary(self) -> str:
        answers = ", ".join(f"{number} x {kind}" for kind, number in sorted(self.answers.items()))
        return f"{self.name}: {answers or 'nothing'}"
