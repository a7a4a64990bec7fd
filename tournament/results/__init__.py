"""The public pages of an event: standings, rounds, players, puzzles.

| file | holds |
|---|---|
| `api.py` | results as JSON |
| `columns.py` | standings, teams, rounds and methods as tables for files |
| `file_views.py` | the tables of the public pages as files, with the same visibility as the pages |
| `forms.py` | the form of the public pages |
| `json_serializers.py` | the public JSON, field by field; drf-spectacular writes the schema from these |
| `link_previews.py` | Title, description and picture of links to public pages (Open Graph) |
| `methods.py` | all different methods of a puzzle |
| `open_items.py` | what provisional results wait for |
| `papers.py` | the papers of a player or team as the public reads them |
| `programme.py` | the grades of an event with their numbers of players and teams |
| `public_page.py` | what all public pages share |
| `rounds.py` | one round by grade |
| `search.py` | finding players and teams on public pages, by no more of the name than the event shows |
| `tie_papers.py` | the papers of a player or team in tiebreakers, with the outcome of each game |
| `views.py` | pages that everybody may read |
"""
