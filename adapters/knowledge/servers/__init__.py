"""Knowledge from servers: asked once, kept, compiled into a file."""
