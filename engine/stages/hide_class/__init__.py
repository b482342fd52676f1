"""What hides a document's class: the stage, its review, its tables."""
