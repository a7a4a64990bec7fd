#!/usr/bin/env python
import sys

from tournament.__main__ import manage

if __name__ == "__main__":
    manage(sys.argv)
