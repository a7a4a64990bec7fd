"""The tables of the public pages as files: put into columns once, written as CSV, XLSX and JSON."""
