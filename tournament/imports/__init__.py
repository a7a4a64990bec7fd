"""Reading CSV and XLSX files, and the dry run before an import."""
