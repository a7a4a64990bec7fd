"""The site for a server without streams: pages are kept as well, and ask for changes by themselves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
# Only web processes pool connections: Celery closes its connection around each task.
os.environ.setdefault("DATABASE_POOL", "1")

django = get_wsgi_application()

from .checks import refuse_unsafe_settings  # noqa: E402 - Django must be set up before its models are imported
from .live.loaded import load_everything  # noqa: E402
from .live.pages import Pages  # noqa: E402
from .live.reader import Reader  # noqa: E402

refuse_unsafe_settings()
application = Pages(django, Reader())
load_everything()
