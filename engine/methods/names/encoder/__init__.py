"""The careful reader: a pretrained encoder of language, tuned as a tagger, beside the fast recogniser."""
