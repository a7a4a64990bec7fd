"""The JSON door. Like the pages, it translates: request, action, answer."""
