"""The machine that saferelease runs on: places, files that survive a crash, processes, optional packages."""
