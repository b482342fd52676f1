"""How well a method does, measured against what people marked."""
