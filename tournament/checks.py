"""Checks of the settings before anything is served: keys that somebody could guess, and what a site with HTTPS needs.

`manage.py check` lists them. `refuse_unsafe_settings` stops web server, worker and `manage.py run`.
"""

import ssl
from ipaddress import ip_network
from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from puzzles.words import word_lists
from tournament.common.files.stored_file import StoredFile
from tournament.common.installation import MANAGE

EXAMPLE = "change-me"  # with which every secret in .env.example begins
DJANGOS_OWN = "django-insecure-"
LENGTHS = {"SECRET_KEY": 50, "SIGNING_KEY": 32}  # characters
FEWEST_DIFFERENT = 8
REMOVES = "_removes_"  # in the name of a migration after which older versions of the program do not work
HOW = "Make one: python -c 'import secrets; print(secrets.token_urlsafe(50))'"


@register(Tags.security)
def weak_secrets(app_configs=None, **options) -> list[CheckMessage]:
    """An Error for each key that is short, guessable or from the example, and one if two keys are the same. None with
    DEBUG."""
    if settings.DEBUG:
        return []
    values = {name: getattr(settings, name) for name in LENGTHS}
    problems = [_weakness(name, value) for name, value in values.items()]
    errors = [Error(sentence, hint=HOW, id="tournament.E001") for sentence in problems if sentence]
    others = [*values.values(), *settings.SECRET_KEY_FALLBACKS]
    if len(set(others)) < len(others):
        message = "SECRET_KEY and SIGNING_KEY are the same. Each key has one purpose: give them different values."
        errors.append(Error(message, hint=HOW, id="tournament.E002"))
    return [*errors]


def _weakness(name: str, value: str) -> str | None:
    if value.lower().startswith(EXAMPLE):
        return f"{name} is the one of .env.example, which everybody knows."
    if value.startswith(DJANGOS_OWN):
        return f"{name} was made by Django for development."
    if len(value) < LENGTHS[name]:
        return f"{name} has {len(value)} characters. It needs {LENGTHS[name]} random ones or more."
    if len(set(value)) < FEWEST_DIFFERENT:
        return f"{name} has only {len(set(value))} different characters. It could be guessed."
    return None


@register(Tags.security, deploy=True)
def served(app_configs=None, **options) -> list[CheckMessage]:
    """An Error for each setting with which a public site must not be served."""
    origins = [*settings.CSRF_TRUSTED_ORIGINS, *([settings.SITE_URL] if settings.SITE_URL else [])]
    database, broker = settings.DATABASES["default"].get("PASSWORD") or "", settings.CELERY_BROKER_URL
    rules = {
        "DEBUG is on, so every visitor would see the inside of an error. Turn it off.": settings.DEBUG,
        "ALLOWED_HOSTS names no host. Name those of the site.": not settings.ALLOWED_HOSTS,
        "ALLOWED_HOSTS allows every host. Name those of the site.": "*" in settings.ALLOWED_HOSTS,
        "CSRF_TRUSTED_ORIGINS and SITE_URL must begin with https:// on a site with HTTPS.": any(
            not origin.startswith("https://") for origin in origins
        ),
        "The password in DATABASE_URL is the one of .env.example.": database.startswith(EXAMPLE),
        "The password in CELERY_BROKER_URL is the one of .env.example.": f":{EXAMPLE}@" in broker,
    }
    return [Error(sentence, id=f"tournament.E{11 + n:03}") for n, (sentence, bad) in enumerate(rules.items()) if bad]


@register(Tags.security)
def word_list(app_configs=None, **options) -> list[CheckMessage]:
    """An Error if the file of WORD_LIST is missing or cannot be read as words."""
    if not settings.WORD_LIST:
        return []
    try:
        word_lists.read(StoredFile("word_lists", settings.WORD_LIST))
    except word_lists.WordListProblem as problem:
        return [Error(str(problem), hint="Change WORD_LIST, or leave it empty.", id="tournament.E021")]
    return []


@register(Tags.security)
def certificate(app_configs=None, **options) -> list[CheckMessage]:
    """An Error unless the file of HTTPS_CERTIFICATE has a certificate and its key, as the web server reads them."""
    path = settings.HTTPS_CERTIFICATE
    try:
        if not path or _is_certificate(path):
            return []
    except (OSError, ValueError):  # an SSLError is an OSError
        pass
    hint = "It must be one PEM file with the certificate and its key. The key begins with -----BEGIN PRIVATE KEY-----."
    return [Error(f"HTTPS_CERTIFICATE is {path}, which cannot be used.", hint=hint, id="tournament.E023")]


def _is_certificate(path: str) -> bool:
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(path, password="")
    return "-----BEGIN PRIVATE KEY-----" in Path(path).read_text()


@register(Tags.security)
def proxies(app_configs=None, **options) -> list[CheckMessage]:
    """An Error for what TRUSTED_PROXIES may not name: each request through a proxy would fail, or everybody be
    believed."""
    hint = "Give addresses or networks of your own proxies, for example 10.0.0.2 or 172.16.0.0/12, or unix."
    wrong = [each for each in settings.TRUSTED_PROXIES if not _is_proxy(each)]
    return [Error(f"TRUSTED_PROXIES has {each}, which is no proxy.", hint=hint, id="tournament.E022") for each in wrong]


def _is_proxy(text: str) -> bool:
    """Whether it is an address, a network that has not everybody in it, or the socket of this computer."""
    try:
        return text == "unix" or ip_network(text, strict=False).prefixlen > 0
    except ValueError:
        return False


@register(Tags.database)
def made_by_this_version(app_configs=None, databases=None, **options) -> list[CheckMessage]:
    """An Error if this version of the program cannot work with the database. `migrate` asks for it."""
    sentence = other_version() if databases else ""
    return [Error(sentence, id="tournament.E031")] if sentence else []


def applied_migrations() -> set[tuple[str, str]]:
    """(app, name) of each."""
    return set(MigrationLoader(connection).applied_migrations)


def missing_migrations() -> int:
    """How many migrations of this version are not applied."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def other_version() -> str:
    """The advice for a database with which only another version of the program can work; empty if this one can. A newer
    version may have added to its tables, as long as it took nothing away (docs/decisions/machines.md). Raises
    DatabaseError."""
    loader = MigrationLoader(connection)
    applied, ours = (
        {name for app, name in names if app == "tournament"}
        for names in (loader.applied_migrations, loader.disk_migrations)
    )
    unknown = applied - ours
    if not unknown or ours <= applied and not any(REMOVES in name for name in unknown):
        return ""
    return (
        f"The database {connection.settings_dict['NAME']} was made by another version of this program. Open it with"
        f" that"
        f" version, go back to a backup of this one (`{MANAGE} restore`), or begin a new one: name another folder in"
        f" VAR_DIR,"
        " or another database in DATABASE_URL."
    )


def refuse_unsafe_settings() -> None:
    """Raise ImproperlyConfigured with a sentence for each check of the settings that is an error; with HTTPS=1, those
    of `check --deploy` too."""
    checked = run_checks(tags=[Tags.security, Tags.async_support], include_deployment_checks=settings.HTTPS)
    errors = [each for each in checked if each.is_serious() and not each.is_silenced()]
    if errors:
        sentences = [f"{each.msg} {each.hint or ''}".strip() for each in errors]
        raise ImproperlyConfigured("The site does not start with these settings. " + " ".join(sentences))
