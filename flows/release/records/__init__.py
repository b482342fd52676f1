"""What a release keeps about itself: the private record, proofs, review sheets, ledger entries."""
