"""A program sends the API whatever its schema allows, and what it does not: no answer is a fault of ours, and none is
outside the schema. It acts for an organiser who judges too, with a token that may do everything."""

import logging
import random
import warnings
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

EXAMPLES, SHORT = 20, 2  # of each operation; one takes 30 ms of processor time, half of that to invent it


def run(report, *, short: bool, seed: int) -> None:
    from bench import hall
    from tournament.models import Role
    from tournament.rest.throttles import TokenThrottle

    logging.disable(logging.WARNING)
    TokenThrottle.most = 1_000_000  # here it is not asked how often
    examples = SHORT if short else EXAMPLES
    made = hall.make(f"schema-{seed}-{examples}", volunteers=1, players=40)
    hall.give_roles(made.event, {Role.JUDGE: made.organisers})
    search = SchemaSearch(made.event, seed)
    search.run(made.organisers[0], examples=examples)
    for each in search.faults:
        report.say(each)
    report.promise(
        not search.faults and search.operations > 0,
        f"{search.requests} requests to {search.operations} operations had an answer of the schema",
    )


class SchemaSearch:
    """What was asked, and answers that should not be."""

    def __init__(self, event, seed: int):
        self.random, self.seed = random.Random(seed), seed
        self.known = _known(event)
        self.requests = self.operations = 0
        self.faults: list[str] = []

    def run(self, person, *, examples: int, most: int | None = None) -> None:
        """Up to so many examples of each operation, or of `most` of them, in the order of a seed."""
        operations = list(_operations())
        operations = self.random.sample(operations, most or len(operations))
        self.operations = len(operations)
        headers = {"Authorization": f"Bearer {key_of(person)}"}
        for operation in operations:
            self._try(operation, headers, examples)

    def _try(self, operation: Any, headers: dict[str, str], examples: int) -> None:
        from hypothesis import HealthCheck, Phase, given, seed as seeded, settings, strategies
        from schemathesis import GenerationMode
        from schemathesis.checks import CHECKS

        checks = CHECKS.get_by_names(CHECKED)
        has_parts = operation.body or operation.query or operation.headers
        modes = list(GenerationMode) if has_parts else [GenerationMode.POSITIVE]

        @seeded(self.seed)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategies.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)))
        def ask(case: Any) -> None:
            self.requests += 1
            for name, value in self.known.items():
                if name in (case.path_parameters or {}) and self.random.random() < 0.8:
                    case.path_parameters[name] = value
            case.call_and_validate(headers=headers, checks=checks)

        try:
            ask()
        except (Exception, BaseExceptionGroup) as error:
            self.faults.append(f"{operation.label}: {error}"[:2000])


CHECKED = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]


def _operations() -> Iterator[Any]:
    import schemathesis
    from django.core.wsgi import get_wsgi_application

    warnings.filterwarnings("ignore", module="schemathesis")
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
    for result in schema.get_all_operations():
        yield result.ok()


def _known(event) -> dict[str, Any]:
    """A row for each part of an address that names one."""
    from tournament.models import Keying

    return {"slug": event.slug, "number": 1, "position": 1, "keying_id": getattr(Keying.objects.last(), "pk", 1)}


def key_of(person) -> str:
    """Of a token that may do everything that its person may."""
    from django.utils import timezone

    from tournament.models import Scope
    from tournament.sign_in import api_tokens

    soon = timezone.now() + timedelta(days=1)
    return api_tokens.make(by=person, name="Drill", scopes=list(Scope.values), ends_at=soon)[1]
