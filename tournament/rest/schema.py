"""What the OpenAPI document says of every operation: its name and subject, headers, and refusals."""

import re
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from . import expanding
from .authentication import PageAuthentication, TokenAuthentication

REFUSALS = {
    "400": "Something that was sent is wrong; `errors` says where.",
    "401": "Nobody is signed in, or the token does not work.",
    "403": "The person, or their token, may not do this.",
    "404": "There is nothing here for this person.",
    "405": "There is no such method here; `Allow` lists those there are.",
    "406": "Nothing but JSON is answered.",
    "409": "The state of the event does not allow it.",
    "412": "The row has changed since it was read (`If-Match`).",
    "413": "Too much was sent at once.",
    "415": "Nothing but JSON is read.",
    "422": "The `Idempotency-Key` was used for another request.",
    "429": "Too many requests; `Retry-After` says when to go on.",
    "503": "A part of the site does not work at the moment.",
}
RULE = re.compile(r"\s\([A-Z]{2}-[A-Z0-9-]+\)")
ONLY_WITH = {"412": "If-Match", "422": "Idempotency-Key"}  # refusals of requests that may have these headers
RATE_LIMIT = {
    "RateLimit-Limit": "Requests that a token may send in a minute.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until all of them are there again.",
}
HEADERS = {
    **{name: {"description": text, "schema": {"type": "integer"}} for name, text in RATE_LIMIT.items()},
    "Retry-After": {"description": "Seconds to wait before the next try.", "schema": {"type": "integer"}},
    "ETag": {"description": "The state of what is answered, in quotes.", "schema": {"type": "string"}},
}
RETRY_AFTER = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": 200},
    OpenApiParameter.HEADER,
    description="For a request that may be sent again: within 24 hours it is done once, and answered the same.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the row as it was read, without `expand`, or as it was last written: a newer state is not "
    "overwritten.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of an earlier answer: if this one would be the same, it is 304 and empty.",
)
ETAG = {"ETag": {"$ref": "#/components/headers/ETag"}}
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
# What values mean, where neither their name nor their label on a page says it
MEANINGS: dict[str, dict[str, str]] = {
    "ChangeEnum": {
        "added": "The player is new.",
        "changed": "Something about the player was different.",
        "same": "There was nothing to change.",
        "refused": "Nothing was done; `code`, `detail` and `errors` say why.",
    },
    "RoundStatusEnum": {
        "planned": "Not begun; its settings can be changed.",
        "open": "It is being played.",
        "closed": "Nobody plays any more; sheets are collected.",
        "marking": "Sheets are typed, and judges decide.",
        "final": "Its results stand; only a re-score changes them.",
    },
    "SideEnum": {
        "left": "The line of the first reading.",
        "right": "The line of the second reading.",
        "own": "A line of one's own: `text` and `mark`.",
    },
    "VisibilityEnum": {
        "hidden": "Only people of the event see it.",
        "provisional": "The public reads results as they come in.",
        "frozen": "The public reads results as they were at one moment.",
        "embargoed": "No results of now are public before the ceremony.",
        "final": "The public reads the final results.",
    },
}


class ApiOperation(AutoSchema):
    """An operation, named after its subject: what stands in its address after the event."""

    def get_tags(self) -> list[str]:
        parts = [each for each in self.path.split("/")[3:] if each and "{" not in each]
        subject = parts[1:2] if parts[:1] == ["events"] else []
        return subject or parts[:1] or ["index"]

    def get_operation_id(self) -> str:
        name = super().get_operation_id()
        if self.get_tags() != ["events"]:
            name = name.removeprefix("events_")
        of_action = getattr(self.view, "action", "create") not in ("create", None)
        return name.removesuffix("_create") if of_action else name

    def get_override_parameters(self) -> list:
        view: Any = self.view
        conditional = [IF_NONE_MATCH] if self.method == "GET" and getattr(view, "has_etags", False) else []
        if not hasattr(view, "declared"):
            return conditional
        if self.method == "GET":
            return [*expanding.parameter(view), *conditional]
        declared = view.declared.get(view.action)
        return [IDEMPOTENCY_KEY, IF_MATCH] if declared and declared.on_row else [IDEMPOTENCY_KEY]

    def get_operation(self, *address: Any) -> dict[str, Any] | None:
        """With its ETag, and 304 for who has it already."""
        operation = super().get_operation(*address)
        if operation is None:
            return None
        responses, headers = operation["responses"], {each["name"] for each in operation.get("parameters", ())}
        if "If-None-Match" in headers:
            responses["304"] = {"description": "It is still as the ETag says."}
        view: Any = self.view
        for status in {"200", "201", "304"} & responses.keys():
            if "If-None-Match" in headers or hasattr(view, "is_tagged") and view.is_tagged(view.action):
                responses[status]["headers"] = dict(ETAG)
        return operation


def with_refusals(result: dict[str, Any], **_unused: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: problem details as an answer of every operation, and headers of each."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    components["responses"] = {
        f"Refused{status}": {"description": text, "content": content}
        | ({"headers": RETRY_AFTER} if status in ("429", "503") else {})
        for status, text in REFUSALS.items()
    }
    components["headers"] = HEADERS
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in RATE_LIMIT}
    for operations in result["paths"].values():
        for operation in operations.values():
            for response in operation["responses"].values():
                response["headers"] = headers | response.get("headers", {})
            _refuses(operation)
    return result


def _refuses(operation: dict[str, Any]) -> None:
    sent = {each["name"] for each in operation.get("parameters", ())}
    for status in REFUSALS:
        if status not in ONLY_WITH or ONLY_WITH[status] in sent:
            operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Refused{status}"})


def with_nulls(result: Any, **_unused: Any) -> Any:
    """Another hook: where null is one of several kinds, any other kind may be null too (`anyOf`). Numbers of
    rules, which docstrings cite, are left out."""
    if isinstance(result, dict):
        if isinstance(text := result.get("description"), str):
            result["description"] = RULE.sub("", text)
        kinds = result.get("oneOf")
        if isinstance(kinds, list) and {"type": "null"} in kinds:
            result["anyOf"] = result.pop("oneOf")
        for each in result.values():
            with_nulls(each)
    elif isinstance(result, list):
        for each in result:
            with_nulls(each)
    return result


def with_meanings(result: dict[str, Any], **_unused: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook, after the one that names enums."""
    schemas = result["components"]["schemas"]
    for name, meanings in MEANINGS.items():
        lines = (f"* `{value}` - {meanings[value]}" for value in schemas[name]["enum"])
        schemas[name]["description"] = "\n".join(lines)
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
