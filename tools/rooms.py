"""The drawing of the architecture, made from the imports: `python -m tools.rooms`.

Writes `docs/images/rooms.svg` and prints a line of figures for each package. A room is a folder of a package;
an arrow says that one room imports another; a room stands one floor above the highest that it imports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
DRAWING = ROOT / "docs" / "images" / "rooms.svg"
PACKAGES = ("service", "flows", "adapters", "engine")
WIDTH, BOX, FLOOR, HEAD = 1180, 26, 62, 34
ASIDE = 90
"""How far floors stand aside of one another, so that no arrow runs through a room between."""


@dataclass(frozen=True)
class House:
    """The rooms of one package.

    Parameters
    ----------
    package : str
    imports : mapping of str to set of str
        For each room the rooms of the same package that it imports.
    """

    package: str
    imports: Mapping[str, frozenset[str]]

    @property
    def circle(self) -> Sequence[str]:
        """Rooms that import one another in turn; empty when there are none."""
        try:
            TopologicalSorter(self.imports).prepare()
        except CycleError as error:
            return list(error.args[1])
        return []

    @property
    def n_arrows(self) -> int:
        """How many pairs of rooms import one another."""
        return sum(map(len, self.imports.values()))

    def floors(self) -> list[list[str]]:
        """Rooms by floor, the ground floor first; rooms of a circle have no floor and stand on top."""
        on: dict[str, int] = {}
        left = dict(self.imports)
        while ready := [room for room, below in left.items() if below <= on.keys()]:
            for room in ready:
                on[room] = max((on[below] + 1 for below in left.pop(room)), default=0)
        top = max(on.values(), default=-1) + 1
        on |= dict.fromkeys(left, top)
        return [sorted(room for room, at in on.items() if at == n) for n in range(max(on.values()) + 1)]

    def most_entries(self) -> tuple[int, str]:
        """The fullest folder of the package: modules, folders and data, `__init__` apart."""
        top = ROOT / self.package
        folders = [top, *(path for path in top.rglob("*") if path.is_dir() and path.name != "__pycache__")]
        return max((len(_entries(folder)), str(folder.relative_to(ROOT))) for folder in folders)


def _entries(folder: Path) -> list[Path]:
    return [
        path for path in folder.iterdir() if path.stem not in ("__init__", "__pycache__") and _is_used(path)
    ]


def _is_used(path: Path) -> bool:
    """Not for a folder that moved away: only what Python compiled is left of it."""
    if path.is_file():
        return True
    return any(below.is_file() and below.suffix != ".pyc" for below in path.rglob("*"))


def houses() -> list[House]:
    """The packages, from the top layer down."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    found: dict[str, dict[str, set[str]]] = {package: {} for package in PACKAGES}
    for module in graph.modules:
        if room := _room(module):
            below = found[module.split(".")[0]].setdefault(room, set())
            imported = {_room(other) for other in graph.find_modules_directly_imported_by(module)}
            below |= {other for other in imported if other.split(".")[0] == module.split(".")[0]} - {room}
    return [
        House(package, {room: frozenset(below) for room, below in sorted(rooms.items())})
        for package, rooms in found.items()
    ]


def _room(module: str) -> str:
    """The room that a module lies in; empty for modules that lie loose in their package."""
    parts = module.split(".")
    is_room = len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir()
    return ".".join(parts[:2]) if is_room else ""


def drawing(found: Sequence[House]) -> str:
    """The houses as SVG, one below the other."""
    pieces, top = list[str](), 0
    for house in found:
        floors = house.floors()
        pieces += _panel(house, floors, top)
        top += HEAD + FLOOR * len(floors)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" '
        'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{top}" fill="#fff"/>\n' + "\n".join(pieces) + "\n</svg>\n"
    )


def _panel(house: House, floors: Sequence[Sequence[str]], top: int) -> list[str]:
    """One house: its name, its arrows, its rooms."""
    places: dict[str, tuple[float, float]] = {}
    for n, rooms in enumerate(floors):
        y = top + HEAD + FLOOR * (len(floors) - 1 - n)
        step, aside = WIDTH / len(rooms), ASIDE * (n % 3 - 1) if len(rooms) < 6 else 0
        places |= {room: (step * (i + 0.5) + aside, y) for i, room in enumerate(rooms)}
    lines = [
        f'<line x1="{places[room][0]:.0f}" y1="{places[room][1] + BOX:.0f}" '
        f'x2="{places[below][0]:.0f}" y2="{places[below][1]:.0f}" stroke="#9aa5b5"/>'
        for room, imported in house.imports.items()
        for below in sorted(imported)
    ]
    return [
        f'<rect x="4" y="{top + 4}" width="{WIDTH - 8}" height="{HEAD + FLOOR * len(floors) - 8}" '
        'fill="#f4f6fa" stroke="#c9d1dd"/>',
        f'<text x="14" y="{top + 22}" font-size="14" font-weight="bold">{house.package}</text>',
        *lines,
        *(piece for room, place in places.items() for piece in _box(room, *place)),
    ]


def _box(room: str, x: float, y: float) -> tuple[str, str]:
    name = room.partition(".")[2]
    width = 7 * len(name) + 20
    return (
        f'<rect x="{x - width / 2:.0f}" y="{y:.0f}" width="{width}" height="{BOX}" rx="4" '
        'fill="#fff" stroke="#1f6f54"/>',
        f'<text x="{x:.0f}" y="{y + 17:.0f}" text-anchor="middle">{name}</text>',
    )


def figures(found: Sequence[House]) -> list[str]:
    """A row of figures for each package."""
    return [_row(house) for house in found]


def _row(house: House) -> str:
    most, folder = house.most_entries()
    circle = " - ".join(f"`{room}`" for room in house.circle) or "none"
    return (
        f"| `{house.package}` | {len(house.imports)} | {house.n_arrows} | {len(house.floors())} "
        f"| {circle} | `{folder}`, {most} |"
    )


def main() -> None:
    """Write the drawing and print the figures."""
    found = houses()
    DRAWING.write_text(drawing(found), encoding="utf-8")
    print("| Package | Rooms | Arrows | Floors | Circles | Fullest folder |")
    print("| --- | --- | --- | --- | --- | --- |")
    print("\n".join(figures(found)))


if __name__ == "__main__":
    main()
