"""The public pages of an event: standings, rounds, players, puzzles.

| file | holds |
|---|---|
| `api.py` | results as JSON |
| `columns.py` | standings, teams, rounds and methods as tables for files |
| `file_views.py` | standings, teams, rounds and methods as files |
| `forms.py` | the form that finds a player |
| `json_serializers.py` | the fields of the public JSON and its schema |
| `methods.py` | all different methods of a puzzle |
| `open_items.py` | what provisional results wait for |
| `papers.py` | the papers of a player or team for the public |
| `public_page.py` | what all public pages and their files share, and the previews of their links |
| `rounds.py` | the grades and rounds of an event, and the results of one round by grade |
| `search.py` | finding players and teams by the name that the event shows |
| `tie_papers.py` | the papers of a player or team in tiebreakers |
| `views.py` | the public pages of results |
"""
