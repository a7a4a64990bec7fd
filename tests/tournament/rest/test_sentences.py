"""What REST framework says of a request that it refuses, in the reader's language and in usual words."""

import pytest
from django.core.cache import cache
from django.test import Client

from tournament.rest.throttles import TokenThrottle

ADDRESS = "/api/v1/events/spring/players/"


@pytest.mark.parametrize(
    ("method", "address", "headers", "body", "sentence"),
    [
        ("PUT", ADDRESS, {}, "{}", "Esta dirección no admite PUT."),
        ("GET", ADDRESS, {"Accept": "text/html"}, "", "Aquí solo se responde con JSON."),
        ("POST", ADDRESS, {}, '{"number": 7,}', "Lo enviado no es JSON: mira la línea 1, carácter 14."),
        ("GET", f"{ADDRESS}?cursor=x", {}, "", "Este cursor no es de ninguna lista. Empieza por la primera página."),
    ],
)
def test_a_refusal_of_the_framework_is_in_the_language_of_the_request(
    program, method, address, headers, body, sentence
):
    key = program("get", ADDRESS).wsgi_request.headers["Authorization"]
    headers = {"Accept-Language": "es", "Authorization": key} | headers
    answer = Client().generic(method, address, body, "application/json", headers=headers)
    assert answer.json()["detail"] == sentence


def test_a_program_that_asks_too_often_reads_when_to_go_on(program, monkeypatch):
    cache.clear()
    monkeypatch.setattr(TokenThrottle, "most", 1)
    key = program("get", ADDRESS).wsgi_request.headers["Authorization"]
    answer = Client().get(ADDRESS, headers={"Accept-Language": "es", "Authorization": key})
    assert answer.json()["detail"] == "Demasiadas solicitudes. Prueba otra vez dentro de 60 segundos."


def test_a_field_says_what_it_expects(program):
    sent = {"number": "x", "first_name": "Ada", "last_name": None, "grade": 3}
    errors = program("post", ADDRESS, sent, **{"Accept-Language": "es"}).json()["errors"]
    assert errors == [
        {"place": "number", "detail": "Se espera un número entero."},
        {"place": "last_name", "detail": "Esto no puede ser null."},
    ]
    nothing = program("post", ADDRESS, {}, **{"Accept-Language": "es"}).json()["errors"]
    assert {each["detail"] for each in nothing} == {"Falta esto."}
