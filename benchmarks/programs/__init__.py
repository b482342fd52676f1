"""Documents written by the office programs of Debian, with markers wherever these programs put text."""
