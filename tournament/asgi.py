"""The site as an ASGI application, in each web process. `serving.server` has the command of the server."""

import gc
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
# Only web processes pool connections: Celery closes its connection around each task.
os.environ.setdefault("DATABASE_POOL", "1")

django.setup()

from django.urls import get_resolver  # noqa: E402

from .checks import refuse_unsafe_settings  # noqa: E402 - Django must be set up before its models are imported
from .serving.asgi import Application  # noqa: E402
from .serving.django_handler import Handler  # noqa: E402
from .serving.pace import PacedLook  # noqa: E402
from .serving.poller import Poller  # noqa: E402

refuse_unsafe_settings()
# A thread that computes gives way to others sooner than by default: a save gives way for each query, and has to come
# back.
sys.setswitchinterval(0.001)
threads = ThreadPoolExecutor(int(os.environ.get("WEB_THREADS") or "8"), "django")
paced = PacedLook()
application = Application(Handler(), Poller(paced), threads, paced.rendered)
# Load all pages now rather than for the first visitor. The garbage collector passes over what was loaded: looking
# through it again and again took a fifth of the time of a long page.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
