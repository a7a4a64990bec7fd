"""What a supposition would change: points, places, awards and brackets, before and after.

Rulings, pairs of methods, readings and re-scores all show it from here.
"""
