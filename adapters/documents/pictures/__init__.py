"""Pictures and scans: their words read by text recognition, what must go painted over."""
