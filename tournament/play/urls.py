"""All addresses of live play."""

from . import again_views, host_views, join_views, table_views
from .twentyfour import readings, rulings

urlpatterns = [
    *join_views.urlpatterns,
    *table_views.urlpatterns,
    *host_views.urlpatterns,
    *again_views.urlpatterns,
    *readings.urlpatterns,
    *rulings.urlpatterns,
]
