urlpatterns: list = []
site_urlpatterns: list = []
