"""Settings with which the site does not start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.certificates import own_certificate
from tournament.checks import refuse_unsafe_settings

ROOT = Path(__file__).parents[2]
GOOD = "q7Rf-Zk2Wd" * 5  # long and varied enough; a real one is random


def example() -> dict[str, str]:
    """The variables that .env.example sets."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def why_not() -> str:
    with pytest.raises(ImproperlyConfigured) as refused:
        refuse_unsafe_settings()
    return str(refused.value)


@pytest.mark.parametrize("name", ["SECRET_KEY", "SIGNING_KEY"])
@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("short", "has 5 characters"),
        ("ab" * 30, "has only 2 different characters"),
        ("django-insecure-" + GOOD, "was made by Django"),
    ],
)
def test_a_key_that_could_be_guessed_is_refused(settings, name, value, why):
    setattr(settings, name, value)
    assert f"{name} {why}" in why_not()


@pytest.mark.parametrize("name", ["SECRET_KEY", "SIGNING_KEY"])
def test_the_keys_of_the_example_are_refused(settings, name):
    setattr(settings, name, example()[name])
    assert f"{name} is the one of .env.example" in why_not()


def test_one_key_for_two_purposes_is_refused(settings):
    settings.SECRET_KEY = settings.SIGNING_KEY = GOOD
    assert "are the same" in why_not()


@pytest.mark.parametrize("value", ["*", "proxy.example.org", "10.0.0.1:80", "0.0.0.0/0", "::/0"])
def test_a_proxy_that_is_no_address_or_everybody_is_refused(settings, value):
    settings.TRUSTED_PROXIES = ["unix", "10.0.0.2", "2001:db8::/32", value]
    assert f"TRUSTED_PROXIES has {value}, which is no proxy." in why_not()
    settings.TRUSTED_PROXIES.remove(value)
    refuse_unsafe_settings()


def test_any_key_will_do_for_development(settings):
    settings.DEBUG, settings.SECRET_KEY = True, "x"
    refuse_unsafe_settings()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"ALLOWED_HOSTS": ["*"]}, "allows every host"),
        ({"ALLOWED_HOSTS": []}, "names no host"),
        ({"DEBUG": True}, "DEBUG is on"),
        ({"CSRF_TRUSTED_ORIGINS": ["http://t.example.org"]}, "must begin with https://"),
        ({"SITE_URL": "http://t.example.org"}, "must begin with https://"),
        pytest.param(
            {"DATABASES": {"default": {"PASSWORD": "change-me"}}},
            "password in DATABASE_URL",
            marks=pytest.mark.filterwarnings("ignore:Overriding setting DATABASES"),
        ),
        ({"CELERY_BROKER_URL": "amqp://tournament:change-me@rabbitmq:5672//"}, "password in CELERY_BROKER_URL"),
    ],
)
def test_a_site_with_https_does_not_start_with_what_is_an_error_there(settings, changes, why):
    for name, value in changes.items():
        setattr(settings, name, value)
    refuse_unsafe_settings()
    settings.HTTPS = True
    assert why in why_not()


def started(*words: str, **changes: str) -> subprocess.CompletedProcess:
    """Python with these words and the settings of the example, some of them changed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    environment = kept | example() | changes
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )


def test_the_documented_settings_pass_every_check_once_the_secrets_are_changed(tmp_path):
    secrets = {name: value.replace("change-me", GOOD) for name, value in example().items() if "change-me" in value}
    secrets["SIGNING_KEY"] = GOOD[::-1]
    outcome = started("manage.py", "check", "--deploy", **secrets, VAR_DIR=str(tmp_path))
    assert outcome.stdout + outcome.stderr == "System check identified no issues (2 silenced).\n"
    assert list(tmp_path.iterdir()) == []


def test_no_key_is_made_where_several_machines_may_use_one_database(tmp_path):
    secrets = {"SECRET_KEY": GOOD, "SIGNING_KEY": "", "VAR_DIR": str(tmp_path)}
    load = ("-c", "import tournament.settings")
    outcome = started(*load, **secrets)
    assert f"There is no key in {tmp_path / 'signing_key'}, and none is made" in outcome.stderr
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "signing_key").write_text(GOOD[::-1])
    assert started(*load, **secrets).stderr == ""


@pytest.mark.parametrize("spoil", ["missing", "no key", "no certificate", "old form of key"])
def test_a_certificate_without_its_key_is_refused(settings, tmp_path, spoil):
    file = own_certificate(tmp_path / "own.pem")
    settings.HTTPS_CERTIFICATE = str(file)
    refuse_unsafe_settings()
    key, certificate = file.read_text().split("-----BEGIN CERTIFICATE-----")
    if spoil == "missing":
        file.unlink()
    elif spoil == "no key":
        file.write_text(f"-----BEGIN CERTIFICATE-----{certificate}")
    elif spoil == "no certificate":
        file.write_text(key)
    else:
        file.write_text(file.read_text().replace("PRIVATE KEY", "EC PRIVATE KEY"))
    assert "HTTPS_CERTIFICATE is" in why_not()
