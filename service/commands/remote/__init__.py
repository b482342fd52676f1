"""Commands that ask a service on another machine."""
