"""The games where AI people already work: PettingZoo, Gymnasium, OpenSpiel, and many matches at once."""
