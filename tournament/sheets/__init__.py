"""Paper: printing, custody, return desk, scans.

| file | holds |
|---|---|
| `actions.py` | custody: who has which sheet |
| `custody.py` | where every sheet of a round is |
| `forms.py` | forms of the return desk and of one sheet |
| `print_fields.py` | the forms for printing and handing out sheets |
| `lookup.py` | finding a sheet from what somebody typed or scanned |
| `print_views.py` | the rounds whose sheets are handled now, and a round's sheets as a PDF |
| `printouts.py` | sheets as they are printed: the head of each, and its questions |
| `return_desk.py` | the return desk: one field for codes and numbers |
| `scan_actions.py` | attaching and deleting pictures of sheets |
| `scan_forms.py` | pictures that are sent: of one sheet, or of many that are found by their QR codes |
| `scan_views.py` | pictures of sheets: sending them, showing them to those who may see them, deleting them |
| `scans.py` | who may see the picture of a sheet |
| `spares.py` | spare sheets: as another sheet, or in place of a spoilt one |
| `steps.py` | what the steps of a sheet share: locks, the audit entry, and refusals |
| `views.py` | the page of one sheet: where it is, its pictures, and the next step |
"""
