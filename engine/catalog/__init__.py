"""What exists by name: categories, operators, laws, census figures."""
