"""The headers every response carries. Scripts and styles come from our own files only: nothing inline."""

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
# nothing in a picture may run, wherever it is opened
ONLY_A_PICTURE = {
    "Content-Disposition": "inline",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cache-Control": "private, max-age=600",
}


class SecurityHeaders:
    sync_capable = async_capable = True

    def __new__(cls, get_response):
        from asgiref.sync import iscoroutinefunction, markcoroutinefunction

        if iscoroutinefunction(get_response):

            async def handle(request):
                return secured(await get_response(request))

            return markcoroutinefunction(handle)
        return lambda request: secured(get_response(request))


def secured(response):
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    return response
