"""Mutation testing of the games' rules, and their coverage.

python -m mutation coverage          measure lines and branches; write them into docs/testing.md
python -m mutation run [GAME ...]    try a sample of each game's mutants
python -m mutation report            write the results that are kept into docs/testing.md
"""

import argparse
import random
import sys
from pathlib import Path

import msgspec

from fairground import load
from fairground.games import __path__ as shelf
from mutation.baseline import KEPT, baseline
from mutation.explained import explain
from mutation.report import Score, Survivor, coverage_table, score_table, survivor_list, write
from mutation.subjects import Mutant, mutants
from mutation.trial import SURVIVED, TIMEOUT, Bench, Verdict

SAMPLE = 300
SEED = "lantern"
BUDGET = 40.0


def every_game() -> list[str]:
    return sorted(path.parent.name for folder in shelf for path in Path(folder).glob("*/box.toml"))


def show_coverage(names: list[str], jobs: int) -> None:
    table = coverage_table({name: baseline(name, jobs) for name in names})
    print(table)
    if names == every_game():
        write("coverage", table)


def try_mutants(name: str, options: argparse.Namespace) -> Score:
    """Try a sample of a game's mutants; every survivor is printed as it is found.

    A larger sample of the same seed begins with the smaller one, so `--more` goes on from the last run.
    """
    possible = mutants(name)
    order = list(range(len(possible)))
    random.Random(f"{options.seed} {name}").shuffle(order)
    useful = [number for number in order if not possible[number].is_placeholder]
    wanted = useful if options.all else useful[: options.sample]
    score = begun(name, options, len(useful))
    left = [possible[number] for number in wanted if number not in set(score.done)]
    numbers = {id(mutant): number for number, mutant in enumerate(possible)}

    def tell(verdict: Verdict) -> None:
        score.done.append(numbers[id(verdict.mutant)])
        count(score, verdict)
        progress = f"{score.tried} of {len(wanted)}, {score.found()} noticed"
        print(f"\r{load(name).title}: {progress}", end="", file=sys.stderr, flush=True)
        keep(name).write_bytes(msgspec.json.encode(score))

    Bench(name, baseline(name, options.jobs), options.budget, options.jobs, tell).run(left)
    return score


def begun(name: str, options: argparse.Namespace, possible: int) -> Score:
    """The score of the last run, if that is to go on and nothing has changed; or an empty one."""
    if options.more and keep(name).exists():
        score = msgspec.json.decode(keep(name).read_bytes(), type=Score)
        if (score.seed, score.possible) == (options.seed, possible):
            return score
    return Score(name, options.seed, possible)


def count(score: Score, verdict: Verdict) -> None:
    if verdict.result == TIMEOUT:
        score.timeouts += 1
    elif verdict.result != SURVIVED:
        score.killed += 1
    else:
        mutant = verdict.mutant
        reason = explain(score.name, mutant)
        survivor = Survivor(mutant.place, mutant.edit.scope, *mutant.edit.text(), reason)
        score.survivors.append(survivor)
        mark = "explained" if reason else "SURVIVED"
        print(f"\r{mark} {mutant.place} {mutant.edit.scope}", flush=True)
        print(f"    - {survivor.before}\n    + {survivor.after}", flush=True)


def run(names: list[str], options: argparse.Namespace) -> None:
    scores = []
    for name in names:
        score = try_mutants(name, options)
        scores.append(score)
        print(f"\n{score_table([score])}\n", flush=True)
    print(score_table(scores))


def again(names: list[str], options: argparse.Namespace) -> None:
    """Try the survivors of the last run again: those that a new test notices are closed."""
    for name in names:
        score = msgspec.json.decode(keep(name).read_bytes(), type=Score)
        by_code = {code(mutant): mutant for mutant in mutants(name)}
        by_survivor = {(s.where, s.before, s.after): s for s in score.survivors}
        for key, survivor in by_survivor.items():
            survivor.reason = explain(name, by_code[key])

        def tell(verdict: Verdict, known: dict[tuple[str, str, str], Survivor] = by_survivor) -> None:
            survivor = known[code(verdict.mutant)]
            survivor.closed = verdict.result != SURVIVED
            if not (survivor.closed or survivor.reason):
                print(f"SURVIVED {survivor.place} {survivor.where}\n    - {survivor.before}")
                print(f"    + {survivor.after}", flush=True)

        chosen = [by_code[key] for key, survivor in by_survivor.items() if not survivor.reason]
        Bench(name, baseline(name, options.jobs), options.budget, options.jobs, tell).run(chosen)
        keep(name).write_bytes(msgspec.json.encode(score))
        print(score_table([score]), flush=True)


def code(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.edit.scope, *mutant.edit.text()


def keep(name: str) -> Path:
    return KEPT / f"{name}.score.json"


def report(names: list[str]) -> None:
    scores = [msgspec.json.decode(keep(name).read_bytes(), type=Score) for name in names]
    write("scores", score_table(scores))
    write("survivors", "\n\n".join(survivor_list(score) for score in scores))


def main() -> None:
    parser = argparse.ArgumentParser(prog="mutation", description="Test the tests of the games' rules.")
    parser.add_argument("what", choices=["coverage", "run", "again", "report"])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="mutants of each game")
    parser.add_argument("--all", action="store_true", help="try every mutant")
    parser.add_argument("--more", action="store_true", help="go on from the last run with this seed")
    parser.add_argument("--seed", default=SEED, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests that a mutant faces")
    options = parser.parse_args()
    names = options.games or every_game()
    if options.what == "coverage":
        show_coverage(names, options.jobs)
    elif options.what == "run":
        run(names, options)
    elif options.what == "again":
        again(names, options)
    else:
        report(names)


if __name__ == "__main__":
    main()
