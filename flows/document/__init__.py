"""One document from file to checked text, whoever asks: a release, an inspection, a case."""
