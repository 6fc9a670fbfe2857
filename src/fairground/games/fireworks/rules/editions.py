"""§10 What differs between the editions of the rules, each difference by its name."""

from fairground.engine.state import State


class FireworksEdition(State):
    """A state that knows which reading of the rules it follows."""

    def gathers_before_every_launch(self) -> bool:
        """§3.1 Return whether tiles may be gathered before the second attempt too."""
        return self.rules >= 2

    def has_heights(self) -> bool:
        """§3.1 Return whether a launch through the barrel is made from a height."""
        return self.rules >= 2

    def refills_each_pile(self) -> bool:
        """§3.2 Return whether the discards replace a pile as soon as it runs out, not only both piles."""
        return self.rules >= 2

    def minds_every_function_tile(self) -> bool:
        """§3.6 Return whether function tiles outside the box and those that wait take effect too."""
        return self.rules >= 2

    def lets_the_last_tile_be_placed(self) -> bool:
        """§9.2 Return whether the speed variant ends only after the filled board was arranged by hand."""
        return self.rules >= 2
