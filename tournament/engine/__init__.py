"""The engine without an event, for anybody: questions of the commands as JSON. Nothing is stored.

| file | holds |
|---|---|
| `api.py` | the addresses, and what they have in common |
| `shapes.py` | the questions and answers, field by field |
"""
