"""The pages: plain HTML from templates, that work by keyboard and without a network beside this service."""
