"""Addresses of the interface for programs. Each noun's views keep their own list."""

from . import keyings, public

urlpatterns = [
    *keyings.urlpatterns,
    *public.urlpatterns,
]
