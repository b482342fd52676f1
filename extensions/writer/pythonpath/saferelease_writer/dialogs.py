"""Dialogs put together from a list of controls; they stay open beside the document."""

from dataclasses import dataclass, field

import unohelper
from com.sun.star.awt import XActionListener, XItemListener, XTopWindowListener

from saferelease_writer.access import RefusedError

_AWT = "com.sun.star.awt.UnoControl"
_WIDTH, _MARGIN, _GAP = 200, 6, 4


@dataclass(frozen=True)
class Control:
    """A control: its kind, its name, its height, where in its row it stands, and more properties."""

    kind: str
    name: str
    height: int = 12
    share: tuple = (0, 1)
    more: dict = field(default_factory=dict)


class _Listener(unohelper.Base, XActionListener, XItemListener, XTopWindowListener):
    """Calls a function for whatever happens."""

    def __init__(self, act):
        self._act = act

    def actionPerformed(self, _):
        self._act()

    itemStateChanged = windowClosing = actionPerformed

    def disposing(self, _):
        pass

    windowOpened = windowClosed = windowMinimized = windowNormalized = disposing
    windowActivated = windowDeactivated = disposing


class Dialog:
    """A dialog beside the document; `act` says on the line `told` what goes wrong."""

    def __init__(self, context, title, rows):
        make = context.ServiceManager.createInstanceWithContext
        model = make(f"{_AWT}DialogModel", context)
        height = _lay(model, rows)
        model.Title, model.Width, model.Height, model.Moveable, model.Closeable = (
            title,
            _WIDTH,
            height,
            True,
            True,
        )
        self.is_open, self._listeners = True, []
        self._dialog = make(f"{_AWT}Dialog", context)
        self._dialog.setModel(model)
        self._dialog.createPeer(make("com.sun.star.awt.Toolkit", context), None)
        self._dialog.addTopWindowListener(self._listener(self.close))
        self._dialog.setVisible(True)

    def control(self, name):
        """A control by name."""
        return self._dialog.getControl(name)

    def on_press(self, name, act):
        """Call `act` when a button is pressed."""
        self.control(name).addActionListener(self._listener(act))

    def on_choice(self, name, act):
        """Call `act` when something of a list is chosen."""
        self.control(name).addItemListener(self._listener(act))

    def say(self, words):
        """Show a line."""
        self.control("told").setText(words)

    def close(self):
        """End it."""
        self.is_open = False
        self._dialog.dispose()

    def _listener(self, act):
        def guarded():
            try:
                act()
            except RefusedError as error:
                self.say(str(error))

        self._listeners.append(_Listener(guarded))
        return self._listeners[-1]


def _lay(model, rows):
    """Put rows of controls under each other; the height of them all."""
    top = _MARGIN
    for row in rows:
        for one in row:
            made = model.createInstance(f"{_AWT}{one.kind}Model")
            whole, (first, of) = _WIDTH - 2 * _MARGIN, one.share
            made.PositionX, made.PositionY = _MARGIN + whole * first // of, top
            made.Width, made.Height, made.Name = whole // of - (2 if of > 1 else 0), one.height, one.name
            for name, value in one.more.items():
                setattr(made, name, value)
            model.insertByName(one.name, made)
        top += max(one.height for one in row) + _GAP
    return top + _MARGIN
