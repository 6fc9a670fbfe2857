"""Measurements of the reviewer: is it calibrated, does it order players, does it find blunders, is luck fair?

`python -m fairground.analysis.measurements --help` lists them; `docs/review.md` has the results.
"""
