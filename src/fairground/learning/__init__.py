"""Training: networks that learn a game by playing against themselves, for the judges of searches.

```python
from pathlib import Path

from fairground import load
from fairground.learning import Training, make_plan

training = Training(make_plan(load(name), generations=4), Path("trained"))
for generation in training.run():
    print(generation.number, generation.loss, generation.share.value)
```

Each generation plays matches by search, learns from the latest of them, and meets the best generation so far
in the arena. `fairground train` is this on the command line.
"""

from fairground.learning.plan import TrainingPlan, make_plan
from fairground.learning.shipping import add_network
from fairground.learning.training import Generation, Training

__all__ = ["Generation", "Training", "TrainingPlan", "add_network", "make_plan"]
