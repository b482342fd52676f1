"""Documents written by the office programs of Debian, with markers in every place that these programs fill."""
