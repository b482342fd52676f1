"""The dialog beside an open document: findings, decisions, and the way to review."""

from saferelease_writer import access
from saferelease_writer.connecting import access_file
from saferelease_writer.dialogs import Control, Dialog
from saferelease_writer.remote import Remote
from saferelease_writer.session import Session


def _label(name, words):
    return (Control("FixedText", name, 10, more={"Label": words}),)


def _button(name, words, share=(0, 1)):
    return Control("Button", name, 16, share, {"Label": words})


_DROPDOWN = {"Dropdown": True}
_ROWS = (
    _label("l1", "Policy. Work on a copy: accepting changes the open document."),
    (Control("ListBox", "policy", 14, more=_DROPDOWN),),
    (_button("inspect", "~Inspect"),),
    (Control("FixedText", "told", 24, more={"MultiLine": True}),),
    _label("l2", "Findings"),
    (Control("ListBox", "findings", 80),),
    (Control("Edit", "reason", 40, more={"MultiLine": True, "ReadOnly": True, "VScroll": True}),),
    _label("l3", "In its place"),
    (Control("ListBox", "put", 14, more=_DROPDOWN),),
    _label("l4", "Reason for refusing it"),
    (Control("Edit", "grounds", 14),),
    (
        _button("accept", "~Accept", (0, 3)),
        _button("refuse", "~Refuse", (1, 3)),
        _button("show", "~Show", (2, 3)),
    ),
    _label("l5", "Title of the release"),
    (Control("Edit", "title", 14),),
    (_button("send", "Send to re~view"),),
)


class InspectDialog(Dialog):
    """Inspects the document that is in front when it opens."""

    def __init__(self, context):
        super().__init__(context, "Inspect with saferelease", _ROWS)
        self._desktop = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", context
        )
        self._context, self._session, self._offers = context, None, []
        for name in ("inspect", "accept", "refuse", "show", "send"):
            self.on_press(name, getattr(self, f"_{name}"))
        self.on_choice("findings", self._chosen)
        self._enable(False)
        try:
            self._begin()
        except access.RefusedError as error:
            self.say(str(error))

    def _begin(self):
        document = self._desktop.getCurrentComponent()
        if document is None or not document.supportsService("com.sun.star.text.TextDocument"):
            raise access.RefusedError("Open a text document first.")
        remote = Remote(access.read(access_file(self._context)))
        self._session = Session(document, remote)
        self._offers = [(desk, one) for desk in remote.desks() for one in desk["policies"]]
        names = tuple(f"{desk['title']}: {one['title']}" for desk, one in self._offers)
        self.control("policy").addItems(names, 0)
        self.control("policy").selectItemPos(0, True)
        self.say("Choose a policy." if names else "No group gives you a role that inspects texts.")

    def _enable(self, is_on, may_send=False):
        for name in ("accept", "refuse", "show"):
            self.control(name).setEnable(is_on)
        self.control("send").setEnable(may_send)

    def _inspect(self):
        if not self._offers:  # connected meanwhile
            self._begin()
            return
        desk, policy = self._offers[self.control("policy").getSelectedItemPos()]
        self.say("Reading. The first time takes some seconds.")
        self._session.inspect(desk["group"], policy["value"])
        self._enable(bool(self._session.findings), desk["may_send"])
        self._list(0)

    def _list(self, at):
        found, box = self._session.findings, self.control("findings")
        box.removeItems(0, box.getItemCount())
        box.addItems(tuple(one.title for one in found), 0)
        if found:
            box.selectItemPos(min(at, len(found) - 1), True)
            self._chosen()
        n_open = sum(one.state == "open" for one in found)
        refused = " A release would refuse it: ".join(["", *self._session.refused])
        self.say(f"{len(found)} findings, {n_open} open.{refused}")

    def _one(self):
        at = self.control("findings").getSelectedItemPos()
        if at < 0:
            raise access.RefusedError("Choose a finding.")
        return self._session.findings[at]

    def _chosen(self):
        one, put = self._one(), self.control("put")
        self.control("reason").setText(one.reason)
        put.removeItems(0, put.getItemCount())
        put.addItems(one.choices, 0)
        put.selectItemPos(0, True)
        is_open = one.state == "open"
        self.control("accept").setEnable(is_open and one.is_marked)
        self.control("refuse").setEnable(is_open)
        self.control("show").setEnable(is_open and one.is_marked)

    def _accept(self):
        one = self._one()
        self._session.accept(one, self.control("put").getSelectedItem())
        self._list(one.number + 1)

    def _refuse(self):
        one = self._one()
        self._session.refuse(one, self.control("grounds").getText())
        self.control("grounds").setText("")
        self._list(one.number + 1)

    def _show(self):
        self._session.show(self._one())

    def _send(self):
        title = self.control("title").getText().strip()
        if not title:
            raise access.RefusedError("Give the release a title.")
        release = self._session.send(title)
        self._enable(False)
        self.control("findings").removeItems(0, self.control("findings").getItemCount())
        self.say(f"Sent to review as release {release}. Inspect again to go on.")
