"""Words that the command line prints alone or puts into its sentences."""

WORDS = (
    *("Usage: ", "Options", "Arguments", "Commands", "Examples", "Show this message and exit."),
    *(
        "[{0}] {1} {2}; got {3}. {4}",
        "[{0}] {1} {2}. {3}",
        "required",
        "default: {0}",
        "x>={0}",
        "{0}<=x<={1}",
    ),
    *("Released", "Released in part", "Refused", "Nothing released"),
    *("released", "refused", "quarantined", "valid", "equivalent", "stronger", "weaker", "unknown"),
    *(
        "covered",
        "partly",
        "law",
        "status",
        "setting",
        "value",
        "verdict",
        "about",
        "less",
        "after",
        "before",
    ),
    *("probability", "bits", "contexts", "table", "Files", "Law", "Learned", "Cases", "Because", "Limits"),
    *("Why", "draft", "review", "approval", "sealed", "none", "yes", "no"),
    *("Passphrase", "Value", "Example:", "Show the version and exit."),
)
"""Labels of help, table headings, verdicts and outcomes; ``{0}`` and the like stand for values."""
