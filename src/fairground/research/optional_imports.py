"""The error that a missing optional library raises."""


def explain_missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return the error with a message that says what to install."""
    return ModuleNotFoundError(
        f"{error.name} is not installed; pip install 'fairground[research]'", name=error.name
    )
