"""Settings: everything a deployment may want to change is an environment variable (see .env.example)."""

import json
import os
from datetime import timedelta
from pathlib import Path

import dj_database_url
from django.conf.locale import LANG_INFO
from kombu import Queue

from tournament.common import limits
from tournament.common.installation import BASE_DIR, DATA, PACKAGE
from tournament.standalone.broker import broker_settings
from tournament.standalone.secret_files import stored_secret

# Whatever the program keeps (database, secret key, collected static files) is under here.
VAR_DIR = Path(os.environ.get("VAR_DIR") or DATA).absolute()


def flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


DEBUG = flag("DEBUG")
HERE = {"", "localhost", "127.0.0.1", "::1"}
DATABASE_HOST = dj_database_url.parse(os.environ.get("DATABASE_URL") or "sqlite://").get("HOST") or ""
# a database on another machine has more than one, perhaps, and all of them need the same secrets
IS_ALONE = DATABASE_HOST in HERE or DATABASE_HOST.startswith("/")
# two secrets that nobody can guess; tournament/checks.py refuses others
SECRET_KEY = os.environ.get("SECRET_KEY") or stored_secret(VAR_DIR / "secret_key", make=IS_ALONE)
# signs final results; anyone who has it can publish in this site's name
SIGNING_KEY = os.environ.get("SIGNING_KEY") or stored_secret(VAR_DIR / "signing_key", make=IS_ALONE)
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")
# where the site is, for links that are printed or shared; "": as the request says (web/site_address.py)
SITE_URL = os.environ.get("SITE_URL") or next(iter(CSRF_TRUSTED_ORIGINS), "")

# shown at the foot of each page and on *About*: whom to ask about this site, and where its source code is
CONTACT = os.environ.get("CONTACT") or ""
SOURCE_URL = os.environ.get("SOURCE_URL") or ""

INSTALLED_APPS = [
    "tournament.apps.TournamentConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "corsheaders",
    "axes",
]
MIDDLEWARE = [
    "tournament.health.logs.request_ids",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.web.content_security.security_headers",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.sign_in.sessions.note_use",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.rest.authentication.token_downloads",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.rest.throttles.RateLimitHeaders",
    "tournament.web.refusal_pages.RefusalPages",
]
ROOT_URLCONF = "tournament.urls"
ASGI_APPLICATION = "tournament.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.web.navigation.event_context",
                "tournament.web.outages.room_left",
                "tournament.to_sign.views.to_sign_count",
            ],
            "builtins": ["tournament.templatetags.sentences"],
        },
    }
]

# Database: docs/decisions/database.md

SQLITE_OPTIONS = {
    # Two writers wait for each other from the start of a transaction, instead of failing in its middle.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # Without recursive_triggers, REPLACE deletes a row without asking the triggers that forbid deleting it.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
    " PRAGMA recursive_triggers=ON",
}
CONNECTION_SECONDS = 1800  # seconds that a web process keeps a connection
# eight threads, the reader, and two for each copy that is being made
# After a failure the pool asks less and less often; past `reconnect_timeout` the next request asks at once.
POSTGRESQL_POOL = {
    "min_size": 1,
    "max_size": 16,
    "timeout": 1,
    "max_lifetime": CONNECTION_SECONDS,
    "reconnect_timeout": 5,
}


def database(url: str, pool: bool) -> dict:
    settings = dj_database_url.parse(url)
    options = settings.setdefault("OPTIONS", {})
    if "sqlite" in settings["ENGINE"]:
        settings["OPTIONS"] = {**SQLITE_OPTIONS, **options}
        # A new connection reads the whole schema, and the last one to close empties the WAL with a sync.
        settings["CONN_MAX_AGE"] = CONNECTION_SECONDS if pool else 0
    elif "postgresql" in settings["ENGINE"] and pool:
        options["pool"] = POSTGRESQL_POOL
    return dict(settings)


DATABASES = {
    "default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'db.sqlite3'}", flag("DATABASE_POOL"))
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Backups: docs/guides/server.md

BACKUP_DIR = Path(os.environ.get("BACKUP_DIR") or VAR_DIR / "backups").absolute()
# before an import, a re-score, final results and a start that migrates
AUTOMATIC_BACKUPS = flag("AUTOMATIC_BACKUPS", True)
BACKUPS_KEPT = int(os.environ.get("BACKUPS_KEPT") or 30)
BACKUP_DAYS = int(os.environ.get("BACKUP_DAYS") or 60)

# Words of letters rounds: a file with one word a line, in place of the list that comes with the program

WORD_LIST = os.environ.get("WORD_LIST") or ""

# Photos of sheets: a folder that the web server does not serve, readable only by our own account

PICTURES_DIR = Path(os.environ.get("PICTURES_DIR") or VAR_DIR / "private").absolute()

# Children's data: docs/guides/privacy.md

IMPORT_DAYS = int(os.environ.get("IMPORT_DAYS") or 30)

# People

AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "tournament.sign_in.password_limits.Pause",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "tournament.sign_in.hashing.FewAtATime",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# A whole hall signs in from one address, so a name is locked for an address, never a whole address.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = limits.WRONG_HERE
AXES_COOLOFF_TIME = timedelta(seconds=limits.WRONG_WINDOW)
# who goes on trying stays locked no longer, and nothing is written
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True  # it would keep the address of every sign-in for good
# The addresses or networks of our own proxies; only they are believed when they say whom they speak for.
TRUSTED_PROXIES = words("TRUSTED_PROXIES")
AXES_CLIENT_IP_CALLABLE = "tournament.web.client_address.network_of_request"

# Language and time

LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [PACKAGE / "locale"]
# English, and what has a folder there; each in its own words, for the switch at the foot of the page
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"].capitalize())
    for code in (LANGUAGE_CODE, *sorted(each.parent.name for each in LOCALE_PATHS[0].glob("*/LC_MESSAGES")))
]
FORMAT_MODULE_PATH = ["tournament.date_formats"]
TIME_ZONE = os.environ.get("TIME_ZONE", "UTC")

# Static files: hashed names, so a browser keeps them for ever and never shows an old one

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or VAR_DIR / "static")
FILES = "django.core.files.storage.FileSystemStorage"
STORAGES = {
    "default": {"BACKEND": FILES},
    "pictures": {
        "BACKEND": FILES,
        "OPTIONS": {
            "location": PICTURES_DIR,
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    },
    "word_lists": {"BACKEND": FILES, "OPTIONS": {"location": Path(WORD_LIST).absolute().parent}},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
    **json.loads(os.environ.get("STORAGES") or "{}"),
}

# Safety

SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "tournament.sign_in.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 16  # a competition day
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# What a form may send: texts, files in memory before they go to the disk, and all files of one request together.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = limits.FORM
DATA_UPLOAD_MAX_NUMBER_FILES = limits.FILES_FORM
LARGEST_UPLOAD = limits.REQUEST
FILE_UPLOAD_HANDLERS = [
    "tournament.common.files.upload_limits.AtMost",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
# a PEM file with a certificate and its key: the web server itself speaks HTTPS, without a proxy
HTTPS_CERTIFICATE = os.environ.get("HTTPS_CERTIFICATE") or ""
HTTPS = flag("HTTPS") or bool(HTTPS_CERTIFICATE)
# About other hosts below our domain, and about lists inside browsers: only who runs the domain can decide on them.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if HTTPS:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # asked from within, where there is no HTTPS
if HTTPS and not HTTPS_CERTIFICATE:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30

# Watching the site: docs/guides/server.md

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# The interface for programs

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournament.rest.authentication.TokenAuthentication",
        "tournament.rest.authentication.PageAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["tournament.rest.throttles.TokenThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournament.rest.parsing.ShallowJSON"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "tournament.rest.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "tournament.rest.schema.ApiOperation",
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "tournament.rest.problems.handle",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Number Tournament",
    "DESCRIPTION": "What the engine says of a line, a question or a place is English, with a code beside it wherever a "
    "program may have to act on it: the code never changes with the language. Pages show the same in their reader's "
    "language. The sentence of a refusal is in the language that the request asks for.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "CapabilityEnum": "tournament.web.permissions.MEANINGS.items",
        "CountsAsEnum": "tournament.models.rulings.Ruling.CountsAs",
        "EntrantStatusEnum": "tournament.models.entrants.Entrant.Status",
        "MarkEnum": "tournament.models.sheets.Mark",
        "TypedMarkEnum": "tournament.models.sheets.Mark.typed_choices",
        "RoleEnum": "tournament.models.people.Role",
        "RoundStatusEnum": "tournament.models.rounds.Round.Status",
        "OutcomeEnum": "tournament.models.submissions.Verdict.Outcome",
        "SeriesKindEnum": "tournament.models.series.Series.Kind",
        "TieKindEnum": "tournament.models.ties.TieKind",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournament.rest.schema.with_meanings",
        "tournament.rest.expanding.with_expanded",
        "tournament.rest.schema.with_refusals",
        "tournament.rest.schema.with_nulls",
    ],
}

# Pages of other sites that may read what is public: never with a cookie or a token

CORS_ALLOWED_ORIGINS = words("API_ORIGINS")
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After"]

# Work for the workers: docs/decisions/broker.md

CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker_settings(os.environ.get("CELERY_BROKER_URL"), VAR_DIR)
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits longer after each attempt. Beside `make run`'s own broker it ends after six seconds and is started
# again.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None if os.environ.get("CELERY_BROKER_URL") else 2
CELERY_TASK_PUBLISH_RETRY = False  # the row is there and the sweeper finds it: no page waits for a broker
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# Workers read all of them unless `-Q` names some; Job.QUEUES is the same list, the most urgent first.
CELERY_TASK_QUEUES = [Queue(name) for name in ("verdicts", "copies", "puzzles", "reports")]
CELERY_TASK_DEFAULT_QUEUE = "verdicts"  # of the sweeps
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 240
CELERY_TASK_SOFT_TIME_LIMIT = 200
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
# Nobody uses it, and its queue stays locked for minutes after the network was cut: then a worker that came back ended.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tournament.health.logs.OneLine",
            "format": "{asctime} {levelname} {name} [{at_work}]: {message}",
            "style": "{",
        }
    },
    "filters": {
        "without_tokens": {"()": "tournament.health.logs.WithoutTokens"},
        "refused_in_short": {"()": "tournament.health.logs.RefusedInShort"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["without_tokens", "refused_in_short"],
        }
    },
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # not two lines for each task, and there is one every five seconds; jobs are in the database
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
    },
}
