"""The application put together: what it answers, how requests are guarded, the process that serves it."""
