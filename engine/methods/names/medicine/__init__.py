"""Words of medicine that are taken for names: told by a vocabulary, and by what stands around them."""
