"""`{{ line.sentence|spoken }}`: a sentence of the engine in the reader's language. Every template has it."""

from django import template

from ..spoken import spoken

register = template.Library()
register.filter("spoken", spoken)
