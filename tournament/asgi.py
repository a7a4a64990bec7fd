"""The site for a server that holds streams open: `gunicorn tournament.asgi -k tournament.live.worker.Worker`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
# Only web processes pool connections: Celery closes its connection around each task.
os.environ.setdefault("DATABASE_POOL", "1")

django = get_wsgi_application()

from .checks import refuse_unsafe_settings  # noqa: E402 - Django must be set up before its models are imported
from .live.asgi import Site  # noqa: E402
from .live.loaded import load_everything  # noqa: E402
from .live.reader import Reader  # noqa: E402

refuse_unsafe_settings()
application = Site(django, Reader(), int(os.environ.get("WEB_THREADS") or "8"))
load_everything()
