"""For all tests: no test asserts a time, so hypothesis must not either."""

from hypothesis import HealthCheck, settings

settings.register_profile("fairground", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fairground")
