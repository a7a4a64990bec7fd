"""Work for the worker: jobs as rows, their leases, and the sweeper's list.

| file | holds |
|---|---|
| `actions.py` | what an organiser can do about failed tasks of the worker |
| `failed_tasks.py` | tasks of the worker that failed every time, with what they concern; oldest first |
| `heartbeat.py` | when a worker was last at work |
| `queue.py` | jobs as rows: leases, attempts, and what is sent again |
| `views.py` | the page of failed tasks |
"""
