"""What the pages of the 24 family ask for beside the table: readings and rulings."""
