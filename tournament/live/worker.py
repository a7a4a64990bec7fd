"""gunicorn's ASGI worker, which ends the open streams when it is asked to stop rather than waiting for them."""

from gunicorn.workers.gasgi import ASGIWorker


class Worker(ASGIWorker):
    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        end = getattr(self.asgi, "end", None)
        if end is not None:
            end()
