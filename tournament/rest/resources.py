"""The base of an event's resources, and their writes, each by the action that the page calls too."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from inspect import cleandoc
from typing import Any, ClassVar, cast, get_args, get_origin, get_type_hints

from django.db.models import Model, QuerySet
from django.http import Http404
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import mixins, serializers, viewsets
from rest_framework.decorators import action as extra_action
from rest_framework.request import Request
from rest_framework.response import Response

from ..common.refusals import Refused
from ..models import ApiToken, Event
from ..models.event_rows import event_lookup
from ..web.permissions import NotAllowed, capabilities, may_know
from . import expanding, inputs
from .conditions import etag, refuse_changed
from .idempotency import idempotent, without
from .parameters import NamedParameters
from .parsing import read
from .references import RowSerializer

STANDARD = {"create", "partial_update", "destroy"}
SHAPE, ROW, ROWS, NOTHING = "shape", "row", "rows", "nothing"


@dataclass(frozen=True)
class ActionMethod:
    """A write of a resource: `POST`, or `PATCH` and `DELETE` on a row.

    `needs`: the capability without which the action refuses, where reading needs another one. `on`: the way from the
    row to what the action changes, such as `entrant`. `columns`: what the action's `**values` may be. `fields`: some in
    place of those that its parameters give. `start`: the facts of a row, of which a request may change some. `on_row`,
    `removes`: whether it is about one row, and whether that is gone then. `of_person`: a program with a token may not.
    `shape`: of the answer, where it is not the row. `through`: what calls the action, where more follows from it.
    `at`: the read at whose address it is.
    """

    action: Callable
    needs: str = ""
    on: str = ""
    columns: tuple[str, ...] = ()
    fields: inputs.Fields = field(default_factory=dict)
    start: Callable[[Any], object] | None = None
    on_row: bool = True
    removes: bool = False
    of_person: bool | Callable[[dict], bool] = False
    shape: type[serializers.BaseSerializer] | None = None
    through: Callable | None = None
    at: str = ""


def find_event(user, slug: str) -> Event:
    """The event, or 404 for somebody who may not know that it exists."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not (event.is_public or may_know(user, event)):
        raise Http404
    return event


@method_decorator(cache_control(private=True, no_cache=True), name="dispatch")
@method_decorator(conditional_page, name="dispatch")
class Resource(NamedParameters, viewsets.GenericViewSet):
    """Rows that are read, and written by actions. `shows`: their columns, where its serializer has nothing else.
    `secrets`: fields of theirs that are stored with no answer."""

    has_etags = True
    shows: tuple[str, ...] = ()
    secrets: ClassVar[tuple[str, ...]] = ()
    event: Event | None = None
    declared: ClassVar[dict[str, ActionMethod]] = {}

    def __init_subclass__(cls, **more: Any):
        super().__init_subclass__(**more)
        if "shows" in vars(cls):
            cls.serializer_class = _serializer(cls)
        cls.declared = {
            name: replace(each, on_row=each.on_row and name != "create", removes=name == "destroy")
            for name, each in vars(cls).items()
            if isinstance(each, ActionMethod)
        }
        for name, declared in cls.declared.items():
            setattr(cls, name, _method(cls, name, declared))
            if declared.at:
                vars(cls)[declared.at].mapping["post"] = name

    def known_parameters(self) -> set[str]:
        """Filters and the page of a list, and what may be expanded of rows that are read."""
        known = super().known_parameters()
        if self.action in expanding.READS and expanding.references(type(self)):
            known.add("expand")
        if self.action != "list":
            return known
        pages: Any = self.paginator
        known |= {pages.cursor_query_param, pages.page_size_query_param} if pages else set()
        for backend in self.filter_backends:
            view: Any = self
            filters = cast(DjangoFilterBackend, backend()).get_filterset_class(view, view.queryset)
            known |= set(filters.base_filters) if filters else set()
        return known

    def filter_queryset(self, queryset: QuerySet) -> QuerySet:
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    @classmethod
    def is_tagged(cls, action: str | None) -> bool:
        """Whether the answer is a row that can be read at an address of its own."""
        declared = cls.declared.get(action or "")
        is_row = action == "retrieve" or bool(declared and _gives(declared, cls) == ROW)
        return is_row and hasattr(cls, "retrieve")

    def finalize_response(self, request: Request, response: Any, *args: Any, **parts: Any) -> Any:
        response = super().finalize_response(request, response, *args, **parts)
        if response.status_code in (200, 201) and self.is_tagged(self.action):
            response["ETag"] = etag(without(self.secrets, response.data))
        return response

    def perform(self, declared: ActionMethod, given: type[serializers.Serializer], row: Model | None) -> Any:
        """Call the action with what was sent, and return what it returns."""
        subject = reduce(getattr, filter(None, declared.on.split(".")), row) if row else None
        context = self.get_serializer_context()
        values = read(given, self.request.data, context=context, partial=bool(declared.start), knows_all=True)
        of_person = declared.of_person(values) if callable(declared.of_person) else declared.of_person
        if of_person and isinstance(self.request.auth, ApiToken):
            raise Refused("person_needed", _("A person has to do this, signed in on a page."), status=403)
        if declared.start:
            values = vars(declared.start(row)) | values
        passed = inputs.arguments(declared.action, _kind_of(declared, type(self)), values)
        for parameter, kind in inputs.parameters(declared.action):
            if kind is Event and parameter.name not in passed:
                passed[parameter.name] = self.event
            elif subject is not None and kind is type(subject):
                passed[parameter.name] = subject
        call = partial(declared.through, declared.action) if declared.through else declared.action
        return call(by=self.request.user, **passed)

    def answer(self, declared: ActionMethod, result: Any, row: Model | None, status: int) -> Response:
        gives, context = _gives(declared, type(self)), self.get_serializer_context()
        if gives == SHAPE and declared.shape:
            return Response(declared.shape(result, context=context).data, status=status)
        if gives == ROWS:
            rows = self.get_queryset().filter(pk__in=[each.pk for each in result]).order_by("pk")
            return Response({"results": self.get_serializer(rows, many=True).data}, status=status)
        if gives == NOTHING:
            return Response(status=204)
        if not declared.on_row:
            row = result[0] if isinstance(result, tuple) else result
        now = row and self.get_queryset().filter(pk=row.pk).first()
        return Response(self.get_serializer(now).data, status=status) if now else Response(status=204)

    @classmethod
    def _shape(cls) -> Any:
        return cls.serializer_class

    @classmethod
    def row_model(cls) -> type[Model]:
        assert cls.queryset is not None
        return cls.queryset.model


class EventResource(Resource):
    """Rows of an event. Reading them needs the capability `reads`; each write asks for what its action needs."""

    reads = "run"
    event: Event
    able: frozenset[str]

    def initial(self, request: Request, *args: Any, **parts: Any) -> None:
        super().initial(request, *args, **parts)
        self.event = find_event(request.user, parts["slug"])
        self.able, needs = capabilities(request.user, self.event), self.needs_of(self.action)
        if needs not in self.able:
            raise NotAllowed(needs)

    @classmethod
    def needs_of(cls, action: str | None) -> str:
        """The capability that this method needs, before anybody is told what is wrong with what they sent."""
        declared = cls.declared.get(action or "")
        return declared.needs if declared and declared.needs else cls.reads

    def get_queryset(self) -> QuerySet:
        return super().get_queryset().filter(**{event_lookup(self.row_model()): self.event.pk})

    def get_serializer_context(self) -> dict:
        return {**super().get_serializer_context(), "event": getattr(self, "event", None)}


class ReadRows(EventResource):
    """Its rows as a list, and one by one; `expand` shows the rows that they name."""

    lookup_value_converter = "int"

    def __init_subclass__(cls, **more: Any):
        super().__init_subclass__(**more)
        expanding.RESOURCES.setdefault(cls.row_model(), cls)

    def retrieve(self, request: Request, **parts: Any) -> Response:
        return Response(self._shown([self.get_object()])[0])

    def list(self, request: Request, **parts: Any) -> Response:
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self._shown(rows))

    def _shown(self, rows: Any) -> Any:
        data = self.get_serializer(rows, many=True).data
        expanding.expand(self, rows, data)
        return data


class OneOfEvent(mixins.RetrieveModelMixin, EventResource):
    """What an event has once: its settings, its publication."""

    def get_object(self) -> Any:
        return self.get_queryset().get()

    @classmethod
    def addresses(cls, name: str) -> list[URLPattern]:
        """Of itself, and of each of its writes."""
        here = f"events/<slug:slug>/{name}/"
        methods: dict[str, Any] = {"get": "retrieve"} | (
            {"patch": "partial_update"} if "partial_update" in cls.declared else {}
        )
        writes = [each for each in cls.declared if each not in STANDARD]
        return [
            path(here, cls.as_view(methods), name=f"api-{name}"),
            *(
                path(f"{here}{each.replace('_', '-')}/", cls.as_view({"post": each}), name=f"api-{name}-{each}")
                for each in writes
            ),
        ]


def _serializer(view: type[Resource]) -> type[RowSerializer]:
    about = type("Meta", (), {"model": view.row_model(), "fields": view.shows})
    return type(f"{view.__name__.removesuffix('ViewSet')}Serializer", (RowSerializer,), {"Meta": about})


def _kind_of(declared: ActionMethod, view: type[Resource]) -> type[Model]:
    """The class of what the action changes."""
    kind: Any = view.row_model()
    for name in filter(None, declared.on.split(".")):
        kind = kind._meta.get_field(name).related_model
    return kind


def _method(view: type[Resource], name: str, declared: ActionMethod) -> Callable:
    kind = _kind_of(declared, view)
    made = inputs.fields_of(declared.action, kind, declared.columns, declared.fields)
    given = type(f"{view.__name__}{name.title().replace('_', '')}", (serializers.Serializer,), made)
    status = 201 if name == "create" else 200

    def do(self: Resource) -> Response:
        row = self.get_object() if declared.on_row else None
        refuse_changed(self, row)
        result = self.perform(declared, given, row)
        return self.answer(declared, result, row, status)

    def method(self: Resource, request: Request, **parts: Any) -> Response:
        return idempotent(request, lambda: do(self), self.secrets)

    method.__name__, method.__doc__ = name, declared.action.__doc__
    if name not in STANDARD and not declared.at:
        method = extra_action(detail=declared.on_row, methods=["post"], url_path=name.replace("_", "-"))(method)
    has_file = any(isinstance(each, serializers.FileField) for each in made.values())
    return extend_schema(
        request={"multipart/form-data": given} if has_file else given if made else None,
        responses=_answers(view, declared, status),
        description=cleandoc(declared.action.__doc__ or ""),
    )(method)


def _gives(declared: ActionMethod, view: type[Resource]) -> str:
    """What the answer is, from what the action returns: the row that was made or changed, rows, or nothing."""
    if declared.shape:
        return SHAPE
    model, result = view.row_model(), get_type_hints(declared.action).get("return")
    inside = get_args(result)[0] if get_args(result) else None
    if get_origin(result) is list and inside is model:
        return ROWS
    is_made = result is model or get_origin(result) is tuple and inside is model
    return ROW if is_made or declared.on_row and not declared.removes else NOTHING


def _answers(view: type[Resource], declared: ActionMethod, status: int) -> dict:
    """{status: serializer} of a write that is done."""
    gives = _gives(declared, view)
    if gives == NOTHING:
        return {204: None}
    if gives == ROWS:
        rows = view._shape()(many=True)
        return {status: inline_serializer(f"{view.__name__}{declared.action.__name__.title()}Rows", {"results": rows})}
    return {status: declared.shape or view._shape()}
