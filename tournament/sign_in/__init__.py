"""How somebody gets in: passwords and their limits, links, sessions and the devices that hold them.

| file | holds |
|---|---|
| `api_tokens.py` | tokens by which a program acts for a person |
| `codes.py` | short codes of links, for laptops without a camera |
| `demo_people.py` | the people who work at the demo's event |
| `devices.py` | the browser and system of a device in words that its owner knows: “Firefox”, “Android” |
| `hashing.py` | password hashes, a few at a time and behind all other work |
| `links.py` | links that sign a person in |
| `password_limits.py` | wrong passwords slow down, and never lock a name for everybody |
| `sessions.py` | Django's sessions in the database, each with its person and device (SESSION_ENGINE) |
| `sign_ins.py` | where a person is signed in now |
"""
