import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
# Only web processes pool connections: Celery closes its connection around each task.
os.environ.setdefault("DATABASE_POOL", "1")

application = get_wsgi_application()
