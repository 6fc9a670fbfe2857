"""What to say where an optional library is missing."""


def missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error with one sentence that helps."""
    return ModuleNotFoundError(
        f"{error.name} is not installed; pip install 'fairground[research]'", name=error.name
    )
