"""For all tests: hypothesis asserts no time, and the same tree gives the same result."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fairground", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fairground")
