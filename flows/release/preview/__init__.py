"""Looking without writing: what a policy would do to one document, or to several as one release."""
