"""One module per paper (or per kind of recogniser): the privacy methods themselves."""
