"""The stages that one document passes: what each method decides, carried out on its text."""
