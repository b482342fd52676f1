"""A service of saferelease from a Python program: typed, over its API."""

from service.client import RemoteRefusal, ServiceClient, UnreachableError

__all__ = ["RemoteRefusal", "ServiceClient", "UnreachableError"]
