"""Accounts, people of an event and their roles."""
