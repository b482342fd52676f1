"""What a release says about itself: report, manifest, fingerprints, commitments. Never text."""
