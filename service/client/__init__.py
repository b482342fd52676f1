"""The service from a Python program: typed, over its API."""

from service.client.client import ServiceClient
from service.client.connection import RemoteRefusal, UnreachableError

__all__ = ["RemoteRefusal", "ServiceClient", "UnreachableError"]
