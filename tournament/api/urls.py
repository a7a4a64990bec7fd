"""Addresses of the interface for programs. Each noun's views keep their own list."""

from ..keying import api as keyings
from ..practice import api as practice
from . import public, series

urlpatterns = [*keyings.urlpatterns, *practice.urlpatterns, *public.urlpatterns, *series.urlpatterns]
