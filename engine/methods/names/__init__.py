"""The learned recogniser of names: features, tagger, entities, whole documents."""
