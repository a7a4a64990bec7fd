"""The commands of the engine. Each has a `main`; `puzzles/__main__.py` lists their names.

| file | holds |
|---|---|
| `arguments.py` | what the commands solve and rate are asked, read from options and from JSON |
| `command_line.py` | what the commands share: usage errors, seeds, word lists, and answers as text or JSON |
| `conundrum.py` | the `conundrum` command: nine-letter words to be found from a four- and a five-letter word |
| `duel.py` | the `duel` command |
| `duel_files.py` | the last unfinished game of the `duel` command, in a small file of the user's state folder |
| `duel_text.py` | what the `duel` command prints |
| `generate.py` | the `generate` command: a set of puzzles from a seed, each with its proof |
| `generate_day.py` | `generate --day`: the sets of a whole day, for several grades and formats, from one seed |
| `letters.py` | the `letters` command: the words that some letters make |
| `limits.py` | what the commands read at most |
| `rate.py` | the `rate` command: how hard a question is for people, and why |
| `referee.py` | the `referee` command |
| `solve.py` | the `solve` command: the solver at the command line, without Django |
"""
