"""What a PDF carries beside its pages: it is refused, leaves, or is written anew."""
