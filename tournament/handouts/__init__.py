"""Paper with full names for the organiser: lists, badges, certificates, the list of prizes."""
