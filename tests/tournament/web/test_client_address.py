"""The address of a client is that of the connection, unless our own proxy says otherwise."""

import pytest

from tournament.web.client_address import client_address, network


@pytest.mark.parametrize(
    "proxies,connection,forwarded,address",
    [
        ([], "203.0.113.7", "", "203.0.113.7"),
        ([], "203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (["10.0.0.0/8"], "203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (["10.0.0.0/8"], "10.0.0.2", "198.51.100.1", "198.51.100.1"),
        (["10.0.0.0/8"], "10.0.0.2", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        (["10.0.0.0/8"], "10.0.0.2", "1.2.3.4, 198.51.100.1, 10.0.0.9", "198.51.100.1"),
        (["10.0.0.2"], "10.0.0.2", "", "10.0.0.2"),
        (["10.0.0.2"], "10.0.0.2", "nonsense", "10.0.0.2"),
        (["10.0.0.2"], "::ffff:10.0.0.2", "2001:db8::1", "2001:db8::1"),
        (["2001:db8::/32"], "2001:db8::9", "[2001:db9::1]", "2001:db9::1"),
        (["unix"], "", "198.51.100.1", "198.51.100.1"),
        ([], "", "198.51.100.1", "127.0.0.1"),
    ],
)
def test_only_a_trusted_proxy_is_believed(settings, proxies, connection, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    assert client_address({"REMOTE_ADDR": connection, "HTTP_X_FORWARDED_FOR": forwarded}) == address


@pytest.mark.parametrize(
    "address,counted",
    [
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"),
        ("2001:db8:0:2::1", "2001:db8:0:2::"),
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
    ],
)
def test_a_house_with_very_many_addresses_counts_as_one(address, counted):
    assert network(address) == counted
