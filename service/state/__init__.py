"""The state of the service: people, groups, releases, documents and what people decided about them."""
