"""The address of this site in links: of a name that is ours, and with a warning where only this computer knows it."""

import pytest
from django.core.exceptions import DisallowedHost

from tournament.web.site_address import is_only_here, site_address

EVIL = "evil.example"


def test_no_link_is_made_of_a_name_that_is_not_ours(client, rf):
    assert client.get("/sign-in/", headers={"host": EVIL}).status_code == 400
    with pytest.raises(DisallowedHost):
        site_address(rf.get("/", headers={"host": EVIL}))
    assert site_address(rf.get("/", headers={"x-forwarded-host": EVIL})) == "http://testserver"


@pytest.mark.parametrize(
    "host,only_here",
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("[::1]:8000", True),
        ("192.168.1.20:8000", False),
        ("spring.example", False),
    ],
)
def test_an_address_of_this_computer_alone_is_known(rf, settings, host, only_here):
    settings.ALLOWED_HOSTS = ["*"]
    assert is_only_here(rf.get("/", headers={"host": host})) is only_here
