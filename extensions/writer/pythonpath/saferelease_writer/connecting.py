"""The dialog that keeps the address of the service and a personal key."""

from urllib.parse import urlsplit

import unohelper

from saferelease_writer import access
from saferelease_writer.dialogs import Control, Dialog
from saferelease_writer.remote import Remote

_ROWS = (
    (Control("FixedText", "l1", 10, more={"Label": "Address of the service"}),),
    (Control("Edit", "address", 14, more={"HelpText": "https://release.example.org"}),),
    (Control("FixedText", "l2", 10, more={"Label": "Personal key (in the service: Your account)"}),),
    (Control("Edit", "key", 14, more={"EchoChar": ord("*")}),),
    (Control("Button", "connect", 16, more={"Label": "~Connect", "DefaultButton": True}),),
    (Control("FixedText", "told", 24, more={"MultiLine": True}),),
)


def access_file(context):
    """The private file in the user profile."""
    places = context.ServiceManager.createInstanceWithContext("com.sun.star.util.PathSubstitution", context)
    profile = places.substituteVariables("$(user)", True)
    return f"{unohelper.fileUrlToSystemPath(profile)}/saferelease/access.json"


class ConnectDialog(Dialog):
    """Address and key, tried before they are kept."""

    def __init__(self, context):
        super().__init__(context, "Connect to saferelease", _ROWS)
        self._file = access_file(context)
        self.on_press("connect", self._connect)

    def _connect(self):
        address, key = (self.control(name).getText().strip() for name in ("address", "key"))
        found = access.Access(address.rstrip("/"), key)
        desks = Remote(found).desks()
        access.write(self._file, found)
        self.control("key").setText("")
        self.say(f"Connected to {urlsplit(address).netloc}: {len(desks)} group(s) in which you may inspect.")
