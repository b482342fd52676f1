"""Small changes to the code of the guards, and whether a test notices: `make mutants`."""
