"""Parts of the site, figures and logs, for whoever runs it."""
