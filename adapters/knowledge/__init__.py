"""Knowledge bases: WordNet, RDF, SNOMED CT behind one port."""
