"""The tests; each process of theirs computes with one thread: as many processes as cores run at once."""

import os

for _library in ("OMP", "OPENBLAS"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")  # before anything loads numpy or scikit-learn
