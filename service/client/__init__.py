"""The service from a Python program: typed, over its API."""

from service.client.client import RemoteRefusal, ServiceClient

__all__ = ["RemoteRefusal", "ServiceClient"]
