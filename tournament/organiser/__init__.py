"""The organiser's pages: the event, the checklist, the board, the steps of a round."""
