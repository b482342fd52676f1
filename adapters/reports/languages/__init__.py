"""Languages of the reports: sentences by gettext, numbers and days by the Unicode CLDR."""
