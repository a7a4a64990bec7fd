"""What a browser says of its own address is not believed, however it says it: asked of the real server, which may read
headers in its own way. The guards that count wrong passwords go by the address."""

import http.client
import re
from urllib.parse import urlencode

import pytest
from axes.models import AccessAttempt

pytestmark = pytest.mark.django_db(transaction=True)

REAL, FORGED = "198.51.100.7", "6.6.6.6"


def wrong_password(port: int, name: str, headers: list[tuple[str, str]]) -> int:
    there = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    there.request("GET", "/sign-in/")
    page = there.getresponse()
    cookie = page.headers["Set-Cookie"].partition(";")[0]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[1]
    there.putrequest("POST", "/sign-in/")
    form = urlencode({"csrfmiddlewaretoken": token, "username": name, "password": "guess"}).encode()
    own = [
        ("Cookie", cookie),
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Content-Length", str(len(form))),
    ]
    for header, value in own + headers:
        there.putheader(header, value)
    there.endheaders(form)
    status = there.getresponse().status
    there.close()
    return status


def test_behind_a_proxy_only_what_the_proxy_adds_last_is_believed(serve):
    server = serve(TRUSTED_PROXIES="127.0.0.1")
    options = {
        "plain": [("X-Forwarded-For", REAL)],
        "in front": [("X-Forwarded-For", f"{FORGED}, {REAL}")],
        "twice": [("X-Forwarded-For", FORGED), ("X-Forwarded-For", REAL)],
        "underscore": [("X-Forwarded-For", REAL), ("X_Forwarded_For", FORGED)],
        "others": [("X-Forwarded-For", REAL), ("Forwarded", f"for={FORGED}"), ("X-Real-IP", FORGED)],
    }
    for name, headers in options.items():
        assert wrong_password(server.port, name, headers) == 200
    seen = dict(AccessAttempt.objects.values_list("username", "ip_address"))
    assert seen == dict.fromkeys(options, REAL)


def test_without_a_proxy_nobody_is_believed(serve):
    server = serve()
    assert wrong_password(server.port, "vera", [("X-Forwarded-For", FORGED)]) == 200
    assert AccessAttempt.objects.get().ip_address == "127.0.0.1"
