"""Tables of words that tell of personal attributes: data only, written for this purpose."""
