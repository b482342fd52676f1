"""What LibreOffice starts: the commands of the menu."""

import unohelper
from com.sun.star.lang import XServiceInfo
from com.sun.star.task import XJobExecutor
from saferelease_writer.connecting import ConnectDialog
from saferelease_writer.inspecting import InspectDialog

NAME = "org.saferelease.Writer"
_open = []  # dialogs: they live as long as somebody holds them


class Writer(unohelper.Base, XJobExecutor, XServiceInfo):
    """The menu's commands: `inspect` and `connect`."""

    def __init__(self, context):
        self._context = context

    def trigger(self, command):
        """Open the dialog of a command."""
        _open[:] = [one for one in _open if one.is_open]
        dialog = ConnectDialog if command == "connect" else InspectDialog
        _open.append(dialog(self._context))

    def getImplementationName(self):
        """The name of the implementation."""
        return NAME

    def supportsService(self, name):
        """Whether it is the service of this name."""
        return name == NAME

    def getSupportedServiceNames(self):
        """Its services."""
        return (NAME,)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Writer, NAME, (NAME,))
