"""What all pages share: finding the event, permissions, snapshots, fields, stored copies."""
