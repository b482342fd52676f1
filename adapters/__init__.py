"""Everything outside the engine: knowledge, counts, recognizers, documents, reports, ledger, bundle."""
