"""Everything on one computer: broker, database and processes of `make run`.

| file | holds |
|---|---|
| `broker.py` | the embedded broker |
| `broker_url.py` | where the broker is |
| `database.py` | the database that `make run` works on, brought up to date |
| `demo_loading.py` | how far the demo event is that loads behind a site which answers already |
| `network.py` | this computer's addresses in the network that it is in, found with the standard library |
| `orphans.py` | children of a run that was killed: the next run ends them before it starts its own |
| `secret_files.py` | A secret that is made once and kept for its owner's eyes |
| `site.py` | where the program listens, and the address that others are given for it |
| `startup_message.py` | what `make run` prints when everything is up |
| `supervisor.py` | child processes that live and die together |
"""
