"""Research interfaces: the games as environments for machine learning, and datasets of matches.

Import the module you need. Each one but `batch` and `dataset` depends on an optional library, which
`pip install 'fairground[research]'` installs; `dataset` needs `fairground[arena]`.

- `fairground.research.batch`: `Batch` steps many matches at once in compiled code.
- `fairground.research.pettingzoo`: `env`, `raw_env` and `parallel_env` make PettingZoo environments.
- `fairground.research.gymnasium`: one seat learns against bots; importing it registers all games.
- `fairground.research.open_spiel`: `load` and `register` make OpenSpiel games.
- `fairground.research.dataset`: `generate` writes the decisions of matches to a Parquet file.

Everything else in this package is an implementation detail.
"""

__all__ = ["batch", "dataset", "gymnasium", "open_spiel", "pettingzoo"]
