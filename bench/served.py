"""The site as it is served, and its yardstick: a bare Django view that returns a constant page.

Both run in the same server with the same threads. `BENCH_COUNTED` names a file to which the site adds a byte for each
page that Django makes.
"""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

THREADS = 8


def bare():
    """Django without a middleware, a database or a template: BENCH_SIZE bytes at every address."""
    from django.conf import settings
    from django.http import HttpResponse
    from django.urls import path

    page = b"x" * int(os.environ["BENCH_SIZE"])
    urls = type(sys)("bench.bare_urls")
    urls.urlpatterns = [path("", lambda request: HttpResponse(page, headers={"Content-Length": str(len(page))}))]  # type: ignore[attr-defined]
    sys.modules[urls.__name__] = urls
    settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=urls.__name__, SECRET_KEY="bench", MIDDLEWARE=[])
    from django.core.handlers.asgi import ASGIRequest

    from tournament.serving.cached_responses import read
    from tournament.serving.django_handler import Handler

    handler, threads = Handler(), ThreadPoolExecutor(THREADS)

    async def application(scope, receive, send):
        if scope["type"] != "http":
            return
        await receive()
        request = ASGIRequest(scope, BytesIO())
        response = await asyncio.get_running_loop().run_in_executor(threads, handler, request)
        await send({"type": "http.response.start", "status": response.status, "headers": list(response.headers)})
        await send({"type": "http.response.body", "body": read(response.body)})

    return application


def counted():
    """The site, as `tournament.asgi` has it."""
    from tournament.asgi import application

    file, django = os.open(os.environ["BENCH_COUNTED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT), application.django

    def made(request):
        os.write(file, b".")
        return django(request)

    application.django = made
    return application
