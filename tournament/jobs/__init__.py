"""Work for the worker: jobs as rows, their leases, and the sweeper's list."""
