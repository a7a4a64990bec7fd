"""Where the program listens and which address it gives out."""

import ipaddress

import pytest

from tournament.standalone import network, startup_message
from tournament.standalone.site import Site

IPV4, OTHER, IPV6 = "192.168.1.5", "10.0.0.7", "fd00::5"


def site(result=(), host="0.0.0.0", port=8000, scheme="http") -> Site:
    return Site(host, port, True, list(result), scheme=scheme)


@pytest.mark.parametrize(
    "environment,listens,hall",
    [
        ({}, "127.0.0.1", False),
        ({"HALL": "0"}, "127.0.0.1", False),
        ({"HOST": "localhost"}, "localhost", False),
        ({"HOST": IPV4}, IPV4, True),
        ({"HOST": "0.0.0.0"}, "0.0.0.0", True),
        ({"HALL": "1", "HOST": IPV6}, IPV6, True),
    ],
)
def test_others_get_in_only_where_they_are_let_in(environment, listens, hall):
    made = Site.of(environment, 8000)
    assert (made.host, made.is_for_the_hall) == (listens, hall)


@pytest.mark.parametrize("environment", [{"HALL": "1"}, {"HALL": "yes", "HOST": "127.0.0.1"}])
def test_the_hall_gets_in_at_every_address(environment):
    made = Site.of(environment, 8123)
    assert made.host in network.EVERYTHING
    assert made.addresses == network.addresses()
    assert made.here in ("http://127.0.0.1:8123", "http://[::1]:8123")


@pytest.mark.parametrize(
    "made,address,others",
    [
        (site([IPV4, OTHER]), "http://192.168.1.5:8000", ["http://10.0.0.7:8000"]),
        (site([IPV6], "::"), "http://[fd00::5]:8000", []),
        (site([IPV4, OTHER], OTHER, 80), "http://10.0.0.7", ["http://192.168.1.5"]),
        (site([]), "http://127.0.0.1:8000", []),
        (site([IPV4, OTHER], scheme="https"), "https://192.168.1.5:8000", ["https://10.0.0.7:8000"]),
        (site([IPV4], port=443, scheme="https"), "https://192.168.1.5", []),
    ],
)
def test_one_address_is_given_out_and_the_others_are_listed(made, address, others):
    assert (made.address, made.others) == (address, others)


def test_the_web_server_knows_every_name_it_may_be_asked_by(monkeypatch):
    for name in ("SITE_URL", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS"):
        monkeypatch.delenv(name, raising=False)
    shown = site([IPV4, IPV6]).environment()
    assert shown["SITE_URL"] == "http://192.168.1.5:8000"
    assert {IPV4, f"[{IPV6}]", "localhost", "127.0.0.1", "[::1]"} <= set(shown["ALLOWED_HOSTS"].split(","))
    monkeypatch.setenv("SITE_URL", "https://tournament.example.org")
    assert "SITE_URL" not in site([IPV4]).environment()


def test_an_address_that_is_gone_is_replaced_and_its_name_still_known(monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    made = site([IPV4])
    assert not made.has_moved([])  # for a moment without a network
    assert not made.has_moved([OTHER, IPV4])
    assert made.has_moved([OTHER])
    made.move([OTHER])
    assert made.address == "http://10.0.0.7:8000"
    assert {IPV4, OTHER} <= set(made.environment()["ALLOWED_HOSTS"].split(","))


def test_a_site_without_a_network_takes_the_first_address_it_gets():
    made = site([])
    assert (made.is_reachable, made.has_moved([IPV4])) == (False, True)
    made.move([IPV6])
    assert (made.host, made.here) == ("::", "http://[::1]:8000")


@pytest.mark.parametrize("made", [site([IPV4], IPV4), Site("127.0.0.1", 8000, False, [])])
def test_a_chosen_address_stays(made):
    assert not made.has_moved([OTHER])


def test_every_address_found_can_stand_in_a_link():
    for address in map(ipaddress.ip_address, network.addresses()):
        assert not address.is_loopback
        assert address.version == 4 or not address.is_link_local


@pytest.mark.parametrize(
    "made,message",
    [
        (
            Site("127.0.0.1", 8000, False, []),
            "Only this computer can open it. For phones and other computers: make run",
        ),
        (site([]), "This computer is in no network"),
        (site([IPV4, OTHER]), "To print and share another one: make run HALL=1 HOST=10.0.0.7"),
        (site([IPV4, IPV6]), "HOST=fd00::5"),
        (site([IPV4]), "There is no HTTPS: others in this network can read"),
        (site([IPV4], scheme="https"), "A phone that does not know the certificate warns once"),
    ],
)
def test_it_says_who_can_open_the_address_and_how_to_change_that(made, message):
    assert message in "\n".join(startup_message.lines(made, 1.0, False, "/begin/x/", [("Organiser", "/sign-in/y/")]))


def test_the_code_can_be_scanned_on_a_light_window_too():
    rows = startup_message.qr("http://192.168.1.5:8000", True).splitlines()
    assert all(row.startswith("\x1b[97;40m") and row.endswith("\x1b[0m") for row in rows)
    assert len(rows) < 25
