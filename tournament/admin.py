"""Django's admin, read-only. Every write is an action."""

from django.apps import apps
from django.contrib import admin


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False


for model in apps.get_app_config("tournament").get_models():
    fields = [field.name for field in model._meta.fields if field.name not in {"password", "content"}]
    shown = type(
        f"{model.__name__}Window", (ReadOnly,), {"list_display": fields[:6], "exclude": ["password", "content"]}
    )
    admin.site.register(model, shown)
