"""Values that stand once more: in the document, in others of the release, in an earlier release."""
