"""Opens what somebody sent, in a process of its own with limits on memory and time.

`process.opened` starts it, `child` runs in it. No module here imports Django: the process starts within a tenth of a
second, and has no settings, no keys and no database.
"""
