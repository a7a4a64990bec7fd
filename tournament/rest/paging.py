"""Lists of the API, a page at a time: `next` and `previous` are addresses, `limit` says how many rows a page has."""

from rest_framework.pagination import CursorPagination

from ..common import limits


class Pages(CursorPagination):
    """By id, so that a row that is added meanwhile moves no other."""

    page_size = limits.API_PAGE
    page_size_query_param = "limit"
    max_page_size = limits.API_PAGE_MOST
    ordering = "pk"

    def get_paginated_response_schema(self, schema: dict) -> dict:
        address = {"type": ["string", "null"], "format": "uri"}
        names = ("next", "previous", "results")
        return {
            "type": "object",
            "required": list(names),
            "properties": dict(zip(names, (address, address, schema), strict=True)),
        }
