"""What a document as a whole tells: values that a label gave away elsewhere, and its use of capitals."""
