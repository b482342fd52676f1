"""All operations of the API as methods; their types stand in the file beside it, which is generated."""

from service.client.calls import calls


class Operations:
    """What a service can be asked for."""


for _call in calls():
    setattr(Operations, _call.name, _call.method())
