"""The installation's keys at rest: a file that a passphrase, a keyring, a program or a token opens."""
