"""Addresses of the interface for programs. Each noun's views keep their own list."""

from . import public

urlpatterns = [
    *public.urlpatterns,
]
