"""The page of failed tasks."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event, Job
from ..web.pages import PageRequest, event_page, go_on, press, trail
from . import actions as jobs
from .failed_tasks import failed_tasks, task_of


@event_page(needs="run")
def show(request: PageRequest, event: Event) -> HttpResponse:
    return _page(request, event)


def _page(request: PageRequest, event: Event, status: int = 200) -> HttpResponse:
    context = {"tasks": failed_tasks(event), "crumbs": trail(event, (_("Failed tasks"),))}
    return render(request, "jobs/failed_tasks.html", context, status=status)


@event_page(needs="run", post_only=True)
def again(request: PageRequest, event: Event, job_id: int) -> HttpResponse:
    job = get_object_or_404(Job, pk=job_id)
    if task_of(event, job) is None:
        raise Http404
    if status := press(request, lambda: jobs.try_again(by=request.user, event=event, job=job)):
        return _page(request, event, status)
    return go_on(request, _("The task is tried again. If it fails, it comes back to this list."), "failed-tasks")


urlpatterns = [
    path("run/failed-tasks/", show, name="failed-tasks"),
    path("run/failed-tasks/<int:job_id>/again/", again, name="failed-task-again"),
]
