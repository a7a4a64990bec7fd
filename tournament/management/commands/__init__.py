"""The commands of `manage.py`. Those of the engine are in `puzzles/commands` and `judging/language/command.py`.

| file | holds |
|---|---|
| `_engine.py` | what the commands of the engine share: they read their own arguments |
| `audit.py` | whether the audit trail is the one that was written |
| `backup.py` | a backup of everything in one file, while people go on working |
| `conundrum.py` | nine-letter words to find |
| `demo.py` | a whole competition day to look at, from one seed |
| `doctor.py` | what is wrong with this installation, in sentences |
| `duel.py` | Countdown Duel |
| `export.py` | an event as one file, for everyone or, with --full, all of it |
| `generate.py` | puzzle sets from a seed |
| `import.py` | take an event in that `export --full` wrote elsewhere |
| `judge.py` | what the engine says of a method |
| `letters.py` | the words that letters make |
| `makemessages.py` | collects texts for translation; also finds the plurals that `judging` marks |
| `rate.py` | how hard a question is for people |
| `rescore.py` | whether every stored result is what a full replay of the record gives |
| `restore.py` | back to the state of a backup |
| `run.py` | everything on one machine, started and stopped together |
| `same.py` | whether two methods count once, and by which rule |
| `season.py` | the puzzle sets of a season |
| `sign_in_links.py` | links for whoever cannot sign in, and the first account's link |
| `solve.py` | the solver |
| `verify.py` | whether downloaded final results are the ones that were signed |
"""
