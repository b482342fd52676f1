"""The command, as ``saferelease`` and as ``python -m saferelease``."""

from service.cli import main

if __name__ == "__main__":
    main()
