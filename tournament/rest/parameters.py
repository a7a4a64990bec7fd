"""Query parameters: one that an address does not have is refused, so that a mistyped filter does not show every row."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

NAME = 40  # characters that are quoted


class NamedParameters(APIView):
    """A view that takes the query parameters that it names, and no others."""

    parameters: Collection[str] = ()

    def known_parameters(self) -> set[str]:
        return set(self.parameters)

    def unknown_parameters(self, query: Collection[str]) -> list[str]:
        return sorted(set(query) - self.known_parameters()) if query else []

    def initial(self, request: Request, *args: Any, **parts: Any) -> None:
        super().initial(request, *args, **parts)
        if unknown := self.unknown_parameters(request.query_params):
            known = ", ".join(sorted(self.known_parameters()))
            sentence = _("There is no such parameter here. There are: %(known)s.") % {"known": known}
            sentence = sentence if known else _("This address has no parameters.")
            raise ValidationError({name[:NAME]: [sentence] for name in unknown})
