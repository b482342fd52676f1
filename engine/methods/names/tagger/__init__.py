"""The sequence tagger: labels, features of tokens, classes of words, trained weights applied."""
