"""The JSON interface. Like views: request, action, response."""
