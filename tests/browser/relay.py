"""A relay before the test's server that can be pulled out: to the browser the server is then gone, connections and
all."""

import contextlib
import socket
import threading


class Relay:
    def __init__(self, host: str, port: int):
        self.server = (host, port)
        self.port = 0
        self.open: list[socket.socket] = []
        self.start()

    def start(self) -> None:
        """Listen at the same port as before."""
        self.listener = socket.create_server(("localhost", self.port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def stop(self) -> None:
        """Refuse new connections and cut the old ones."""
        for each in (self.listener, *self.open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self.open.clear()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                ours, _address = listener.accept()
                theirs = socket.create_connection(self.server)
                self.open += [ours, theirs]
                for source, sink in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
