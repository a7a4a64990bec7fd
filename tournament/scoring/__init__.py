"""From recorded lines to points: jobs, the worker, and the one loader."""
