import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
# Only web processes pool connections: Celery closes its connection around each task.
os.environ.setdefault("DATABASE_POOL", "1")

application = get_asgi_application()
