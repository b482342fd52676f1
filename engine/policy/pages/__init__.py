"""What is written from the policy language: pages, the schema for editors, new policies."""
