"""Everything on one computer: broker, database and processes of `make run`.

| file | holds |
|---|---|
| `broker.py` | the address of the broker, and the embedded one |
| `database.py` | the database of `make run`, created and migrated |
| `demo_loading.py` | progress of the demo event that loads in the background |
| `network.py` | this computer's addresses in its network |
| `orphans.py` | child processes left by a killed run |
| `secret_files.py` | secrets in files that only their owner can read |
| `site.py` | the address to listen on and the address for others |
| `startup_message.py` | what `make run` prints after its start |
| `supervisor.py` | child processes: start, restart, stop |
"""
