"""From labels of tokens to entities: decoded, judged, made consistent, with rules beside the tagger."""
