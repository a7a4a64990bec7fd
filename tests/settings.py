"""The product's settings, with databases and folders for the tests."""

import os

from tests import servers

# Set before the product's settings are read: nothing of the tests may touch var/ or a broker that is in use.
# Each process of a parallel run has its own: a test may count the files it finds.
os.environ["VAR_DIR"] = str(servers.folder() / os.environ.get("PYTEST_XDIST_WORKER", "alone"))
os.environ["CELERY_BROKER_URL"] = servers.broker_url()
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's loop runs in the test's own thread

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import BASE_DIR, DATABASES, STORAGES, TEMPLATES, database  # noqa: E402

DATABASES["default"] = database(servers.database_url(), pool=False)
if servers.kind() == "sqlite":
    # A file, as on a real site: a database in memory locks differently. It need not survive a power cut.
    DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
    DATABASES["default"]["TEST"] = {"NAME": str(servers.folder() / "test.sqlite3")}

SECRET_KEY = "the sessions and links of the tests are made with this key"
SIGNING_KEY = "the tests sign with this and nothing else"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_WORKER_ENABLE_REMOTE_CONTROL = True  # the tests ask their worker whether it has anything to do
AUTOMATIC_BACKUPS = False  # a test that wants them turns them on
TEMPLATES = [{**TEMPLATES[0], "DIRS": [*TEMPLATES[0]["DIRS"], BASE_DIR / "tests" / "templates"]}]  # a game for tests
