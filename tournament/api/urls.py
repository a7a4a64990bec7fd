"""Addresses of the interface for programs. Each noun's views keep their own list."""

from ..keying import api as keyings
from . import public

urlpatterns = [*keyings.urlpatterns, *public.urlpatterns]
