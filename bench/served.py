"""The site as it is served, and its yardstick: a bare Django view that returns a constant page.

Both run in the same server with the same threads. `BENCH_COUNTED` names a file to which the site adds a byte for each
page that Django makes.
"""

import os
import sys

from a2wsgi import WSGIMiddleware

THREADS = 8


def bare():
    """Django without a middleware, a database or a template: BENCH_SIZE bytes at every address."""
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpResponse
    from django.urls import path

    page = b"x" * int(os.environ["BENCH_SIZE"])
    urls = type(sys)("bench.bare_urls")
    urls.urlpatterns = [path("", lambda request: HttpResponse(page, headers={"Content-Length": str(len(page))}))]  # type: ignore[attr-defined]
    sys.modules[urls.__name__] = urls
    settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=urls.__name__, SECRET_KEY="bench", MIDDLEWARE=[])
    return WSGIMiddleware(get_wsgi_application(), workers=THREADS)


def counted():
    """The site, as `tournament.asgi` has it."""
    from tournament.asgi import django
    from tournament.live.asgi import Site
    from tournament.live.reader import Reader

    file = os.open(os.environ["BENCH_COUNTED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def made(environ, start_response):
        os.write(file, b".")
        return django(environ, start_response)

    return Site(made, Reader(), THREADS)
