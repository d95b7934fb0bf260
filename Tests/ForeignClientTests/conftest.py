"""What the tests of other clients share: a service on the store that scripts/test.d/clients fills."""

import pytest

from service import Service


@pytest.fixture(scope="session")
def service():
    service = Service("--webhooks-allow-private-addresses")
    service.start()
    yield service
    service.stop()
