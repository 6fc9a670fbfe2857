"""Run schedules: `python -m simulation --seed 7 --trace`, or `--first 1000 --count 5000` for many."""

import argparse
import sys
import time

from simulation.world import simulate


def main() -> None:
    options = read_options()
    many = range(options.first, options.first + options.count)
    seeds = many if options.seed is None else [options.seed]
    began, failed, expected = time.process_time(), 0, 0
    for seed in seeds:
        report = simulate(seed, print if options.trace else None)
        expected += bool(report.expected)
        if report.violations:
            failed += 1
            print(report)
    rate = len(seeds) / (time.process_time() - began)
    known = f", {expected} broke a promise as expected" if expected else ""
    print(f"{len(seeds)} schedules, {failed} failed{known}, {rate:.1f} a second of processor time")
    sys.exit(bool(failed))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run simulated schedules with faults.")
    parser.add_argument("--seed", type=int, help="run only this schedule")
    parser.add_argument("--trace", action="store_true", help="print every event")
    parser.add_argument("--first", type=int, default=0, help="the first of many seeds")
    parser.add_argument("--count", type=int, default=100, help="how many seeds to run")
    return parser.parse_args()


if __name__ == "__main__":
    main()
