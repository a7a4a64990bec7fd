"""What the OpenAPI document says of every operation: the refusals that any of them may give."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from .authentication import PageAuthentication, TokenAuthentication

REFUSALS = {
    "400": "Something that was sent is wrong; `errors` says where.",
    "401": "Nobody is signed in, or the token does not work.",
    "403": "The person, or their token, may not do this.",
    "404": "There is nothing here for this person.",
    "409": "The state of the event does not allow it.",
    "412": "The row has changed since it was read (`If-Match`).",
    "413": "Too much was sent at once.",
    "422": "The `Idempotency-Key` was used for another request.",
    "429": "Too many requests; `Retry-After` says when to go on.",
    "503": "A part of the site does not work at the moment.",
}
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "code", "detail", "errors"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "For programs; it never changes with the language."},
        "detail": {"type": "string", "description": "The sentence, in the language of `Accept-Language`."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["place", "detail"],
                "properties": {
                    "place": {
                        "type": "string",
                        "description": "A field, a path such as lines/3/text, or a line's key.",
                    },
                    "detail": {"type": "string"},
                },
            },
        },
    },
}


def with_refusals(result: dict[str, Any], **_unused: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: problem details as an answer of every operation."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    components["responses"] = {
        f"Refused{status}": {"description": text, "content": content} for status, text in REFUSALS.items()
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            for status in REFUSALS:
                operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Refused{status}"})
    return result


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema) -> dict:
        return {"type": "http", "scheme": "bearer"}


class PageScheme(OpenApiAuthenticationExtension):
    target_class = PageAuthentication
    name = "session"

    def get_security_definition(self, auto_schema) -> dict:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
