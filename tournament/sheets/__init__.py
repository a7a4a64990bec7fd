"""Paper: printing, custody, return desk, scans."""
