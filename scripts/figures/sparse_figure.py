#!/usr/bin/env python3
"""Draws the example of docs/sparse.md into docs/images/: a road network, its tree, factor, sweep.

Every number is computed by a small elimination, and compared with a plain Floyd-Warshall.

  sparse_figure.py            write the pictures
  sparse_figure.py --check    change nothing; exit 1 when a picture is not what it would become
"""

import sys

from generated import draw_figures
from picture import (FAINT, FOLDER, INK, INTERIOR, LEFT, LINE, MUTED, PAPER, PIVOT, REGISTERS,
                     RIGHT, SHARED, WAITING, Picture)

FAR = float("inf")

# Crossings with their places, roads with their lengths, each both ways.
PLACES = {"a": (0, 6), "b": (84, 0), "c": (172, 12), "d": (258, 0), "e": (340, 14),
          "f": (10, 96), "g": (96, 88), "h": (166, 104), "i": (252, 90), "j": (338, 100),
          "k": (0, 184), "l": (86, 190), "m": (174, 180), "n": (262, 192), "o": (334, 182)}
ROADS = {"ab": 3, "bc": 4, "cd": 3, "de": 5, "fg": 4, "gh": 2, "hi": 5, "ij": 3, "kl": 5, "lm": 3,
         "mn": 4, "no": 2, "af": 2, "bg": 5, "di": 2, "ej": 4, "fk": 3, "gl": 2, "hm": 3, "jo": 6}

# Nodes in preorder: own vertices, parent, and the colours of their paper and ink.
NODES = {"chm": (None, PIVOT, PAPER),
         "fg": ("chm", SHARED, PAPER), "ab": ("fg", INTERIOR, INK), "kl": ("fg", "#b5dcf6", INK),
         "ij": ("chm", REGISTERS, INK), "de": ("ij", "#86d6bb", INK), "no": ("ij", "#c6ecdf", INK)}
NAMES = "".join(sorted(PLACES))
OWNER = {v: node for node in NODES for v in node}
RANK = {v: k for k, v in enumerate("".join(NODES))}  # as the tree counts them: parents first


def weight(u, v):
    return 0 if u == v else ROADS.get(u + v, ROADS.get(v + u, FAR))


def close(cells, pivots, vertices):
    for k in pivots:
        for i in vertices:
            for j in vertices:
                cells[i, j] = min(cells[i, j], cells[i, k] + cells[k, j])


def all_distances():
    cells = {(u, v): weight(u, v) for u in NAMES for v in NAMES}
    close(cells, NAMES, NAMES)
    return cells


class Eliminated:
    """Boundaries, and the closed fronts, of all nodes."""

    def __init__(self):
        self.boundary, self.front = {}, {}
        for node in reversed(NODES):  # children first
            children = [child for child in NODES if NODES[child][0] == node]
            linked = {v for u in node for v in NAMES if weight(u, v) < FAR}
            linked |= {v for child in children for v in self.boundary[child]}
            later = [v for v in linked if RANK[v] < RANK[node[0]]]
            self.boundary[node] = "".join(sorted(later, key=RANK.get))
            everybody = node + self.boundary[node]
            front = {(u, v): weight(u, v) if u in node or v in node or u == v else FAR
                     for u in everybody for v in everybody}
            for child in children:  # their contributions
                for u in self.boundary[child]:
                    for v in self.boundary[child]:
                        front[u, v] = min(front[u, v], self.front[child][u, v])
            close(front, node, everybody)
            self.front[node] = front


def product(up, node, boundary, rows, column):
    """What a row of a node is by way of its boundary."""
    return {v: min((up[v, b] + rows[b, column] for b in boundary), default=FAR) for v in node}


def trunk(factor, v):
    """The ways between a vertex and those of its node and of all nodes above it, root first."""
    node = OWNER[v]
    above = {b: trunk(factor, b) for b in factor.boundary[node]}
    ways = {t: min(factor.front[node][b, v] + above[b].get(t, FAR) for b in above)
            for t in "".join(above_of(node))}
    ways.update({u: factor.front[node][u, v] for u in node})
    return ways


def above_of(node):
    parent = NODES[node][0]
    return [] if parent is None else [*above_of(parent), parent]


def sweep(factor):
    """All rows, parents first: by the boundary, and in columns of the subtree by trunks."""
    rows = {}
    for node in NODES:
        for column in NAMES:
            mine = product(factor.front[node], node, factor.boundary[node], rows, column)
            ways = trunk(factor, column)
            for v in node:
                inside = node == OWNER[column] or node in above_of(OWNER[column])
                rows[v, column] = min(mine[v], ways[v] if inside else FAR)
    return rows


FACTOR, DISTANCES = Eliminated(), all_distances()
assert sweep(FACTOR) == DISTANCES


def told(cell):
    return "∞" if cell == FAR else cell


def listed(vertices):
    return ", ".join(vertices)


def dot(picture, x, y, v, radius=13):
    _, paper, ink = NODES[OWNER[v]]
    picture.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{paper}" stroke="{INK}" '
                         'stroke-width="1.2"/>')
    picture.text(x, y + 5, v, 15, ink, True, "middle")


def tree():
    """The network and its elimination tree."""
    tasks = sum(len(node) * len(FACTOR.boundary[node]) for node in NODES)
    picture = Picture(
        498, "A road network and its elimination tree",
        f"{len(NAMES)} crossings, {len(ROADS)} roads, both ways. A colour is a node: vertices that "
        "are eliminated together",
        "A road network of 15 crossings cut by a separator of three into two parts, which are cut "
        "again; and the tree of its seven nodes, with the boundary of each")

    top, width = 84, 396  # of the left card
    picture.rect(LEFT, top, width, 318, PAPER, LINE, 10)
    picture.text(LEFT + 16, top + 27, "(a) the network, cut twice", 15, bold=True)
    x, y = LEFT + 28, top + 60
    for (u, v), length in ROADS.items():
        (x1, y1), (x2, y2) = PLACES[u], PLACES[v]
        picture.path([(x + x1, y + y1), (x + x2, y + y2)], MUTED, 2)
        middle_x, middle_y = x + (x1 + x2) / 2, y + (y1 + y2) / 2
        picture.rect(middle_x - 8, middle_y - 9, 16, 18, PAPER)
        picture.text(middle_x, middle_y + 5, length, 13, anchor="middle")
    for v, (x1, y1) in PLACES.items():
        dot(picture, x + x1, y + y1, v)
    picture.lines(LEFT + 16, y + 228, (
        "c, h, m part left from right. f, g part the left again,",
        "i, j the right. Separators are eliminated last."))

    left, width = LEFT + 396 + 14, RIGHT - LEFT - 396 - 14
    picture.rect(left, top, width, 318, PAPER, LINE, 10)
    picture.text(left + 16, top + 27, "(b) the tree of its nodes", 15, bold=True)
    wide, high = 82, 62
    leaves = [node for node in NODES if all(other[0] != node for other in NODES.values())]
    place = {leaf: left + 16 + wide / 2 + k * (wide + 4.6) for k, leaf in enumerate(leaves)}
    for node in reversed(NODES):
        below = [place[child] for child in place if NODES[child][0] == node]
        if below:
            place[node] = sum(below) / len(below)
    level_y = [top + 44, top + 130, top + 216]
    for node, (parent, _, _) in NODES.items():
        if parent is not None:
            level = len(above_of(node))
            picture.path([(place[parent], level_y[level - 1] + high),
                          (place[node], level_y[level])], INK, 2)
    for node, (_, paper, ink) in NODES.items():
        y = level_y[len(above_of(node))]
        picture.rect(place[node] - wide / 2, y, wide, high, paper, INK, 8)
        picture.text(place[node], y + 25, listed(node), 17, ink, True, "middle")
        says = listed(FACTOR.boundary[node]) or "none"
        picture.text(place[node], y + 48, f"↑ {says}", 13, ink, anchor="middle")
    picture.text(left + 16, top + 302, "↑ boundary: who above is linked with the subtree",
                 13, MUTED)
    picture.lines(LEFT, top + 344, (
        f"A path from a to o leaves the subtree of a, b across its boundary {listed(FACTOR.boundary['ab'])}. "
        "Boundaries are what a distance costs:",
        f"{len(NAMES)} vertices have boundaries of {tasks} vertices together, so a distance takes "
        f"{tasks} / {len(NAMES)} = {tasks / len(NAMES):.1f} tasks instead of {len(NAMES)}.",
        "Root first is the order in which the tree counts them: "
        f"{' '.join(sorted(NAMES, key=RANK.get))}. A subtree is a range of it."))
    return picture.svg()


CELL, HIGH = 27, 25


def cells(picture, x, y, rows, columns, value, paint, wide=CELL):
    """A table of numbers with vertices before its rows."""
    for i, u in enumerate(rows):
        dot(picture, x - 15, y + (i + 0.5) * HIGH, u, 10)
        for j, v in enumerate(columns):
            paper, ink, bold = paint(u, v)
            picture.rect(x + j * wide, y + i * HIGH, wide, HIGH, paper, LINE)
            picture.text(x + (j + 0.5) * wide, y + (i + 0.5) * HIGH + 5, told(value(u, v)), 14, ink, bold,
                         "middle")


def heads(picture, x, y, columns, wide=CELL):
    """And above its columns."""
    for j, v in enumerate(columns):
        dot(picture, x + (j + 0.5) * wide, y, v, 10)


def sweeping():
    """The factor, and the product that is the sweep."""
    node = "ab"
    boundary = FACTOR.boundary[node]
    up = FACTOR.front[node]
    picture = Picture(
        782, "Eliminate, then sweep",
        "The same network. The distances of a node follow from those of its boundary",
        "Closed fronts of three nodes with their own, up, down and handed-on blocks; and the rows of "
        "a and b as the product of their ways up and the rows of their boundary")

    top = 84
    picture.rect(LEFT, top, RIGHT - LEFT, 268, PAPER, LINE, 10)
    picture.text(LEFT + 16, top + 27, "(c) closed fronts, children first, and what is kept of them", 15,
                 bold=True)
    own_paper, link_paper = "#ffe3b3", "#d3eafa"

    def paint_front(name):
        def paint(u, v):
            inside = (u in name) + (v in name)
            return ((WAITING, MUTED, False), (link_paper, INK, False), (own_paper, INK, True))[inside]
        return paint

    x, y = LEFT + 46, top + 72
    for name, says in (("ab", ("a leaf",)), ("fg", ("its parent, with what", "two leaves handed on")),
                       ("chm", ("the root: these are", "distances already"))):
        everybody = name + FACTOR.boundary[name]
        cells(picture, x, y, everybody, everybody, lambda u, v: FACTOR.front[name][u, v],
              paint_front(name))
        heads(picture, x, y - 15, everybody)
        below = y + len(everybody) * HIGH
        picture.lines(x - 20, below + 22, says, leading=18)
        x += len(everybody) * CELL + 58
    x, y = LEFT + 540, top + 66
    for paper, name, rows in (
            (own_paper, "own", ("ways between the node's", "own vertices")),
            (link_paper, "up and down",
             ("ways to the boundary and", "back; one is enough here,", "roads lead both ways")),
            (WAITING, "handed on", ("to the parent's front,", "then forgotten"))):
        picture.rect(x, y - 13, 18, 18, paper, FAINT, 3)
        picture.text(x + 28, y + 1, name, 14, bold=True)
        picture.lines(x + 28, y + 19, rows, leading=17)
        y += 32 + 17 * len(rows)

    top += 268 + 14
    picture.rect(LEFT, top, RIGHT - LEFT, 392, PAPER, LINE, 10)
    picture.text(LEFT + 16, top + 27,
                 "(d) the sweep: rows of a node = ways up ⊗ rows of its boundary", 15, bold=True)
    best = DISTANCES["a", "o"]
    sums = [up["a", b] + DISTANCES[b, "o"] for b in boundary]
    assert min(sums) == best
    chosen = boundary[sums.index(best)]
    left_x, left_w = LEFT + 58, len(boundary) * CELL
    x, y, wide = left_x + left_w + 62, top + 76, 36
    heads(picture, x, y - 15, NAMES, wide)

    def paint_source(u, v):
        return (WAITING, INK, True) if v == "o" else (PAPER, INK, False)

    cells(picture, x, y, boundary, NAMES, lambda u, v: DISTANCES[u, v], paint_source, wide)
    picture.lines(LEFT + 16, y + 18, ("Known: the rows of", f"the boundary {listed(boundary)},",
                                      "nearer to the root"))
    low = y + len(boundary) * HIGH + 44
    heads(picture, left_x, low - 15, boundary)
    cells(picture, left_x, low, node, boundary, lambda u, v: up[u, v],
          lambda u, v: (link_paper, INK, u == "a"))
    found = {column: product(up, node, boundary, DISTANCES, column) for column in NAMES}
    amended = {(v, column) for v in node for column in NAMES
               if found[column][v] != DISTANCES[v, column]}
    assert {column for _, column in amended} == set(node)

    def paint_row(u, v):
        if (u, v) == ("a", "o"):
            return PIVOT, PAPER, True
        return (own_paper if (u, v) in amended else PAPER), INK, (u, v) in amended

    cells(picture, x, low, node, NAMES, lambda u, v: DISTANCES[u, v], paint_row, wide)
    picture.text(left_x + left_w / 2, low + 2 * HIGH + 20, "up", 13, MUTED, anchor="middle")
    picture.text(x, low + 2 * HIGH + 20, "the rows of a and b, written once", 13, MUTED)
    y = low + 2 * HIGH + 52
    picture.text(LEFT + 16, y, "from a to o:", 14, bold=True)
    terms = ", ".join(f"{up['a', b]} + {DISTANCES[b, 'o']}" for b in boundary)
    picture.text(LEFT + 118, y, f"min({terms}) = min({', '.join(map(str, sums))}) = {best}, "
                 f"by way of {chosen}", 14)
    picture.text(LEFT + 16, y + 28, "to a and b:", 14, bold=True)
    wrong, right = (" and ".join(", ".join(str(value(v, column)) for column in node) for v in node)
                    for value in (lambda v, column: found[column][v], lambda *pair: DISTANCES[pair]))
    picture.lines(LEFT + 118, y + 28, (
        f"the product finds {wrong} instead of {right}: ways out and back. Paths that",
        "end inside the subtree are in the trunks, and the better of the two counts:"), 14, INK, 21)
    ways = trunk(FACTOR, "a")
    assert all(ways[t] == DISTANCES[t, "a"] or t in node for t in ways)
    picture.text(LEFT + 16, y + 77, "trunk of a:", 14, bold=True)
    picture.text(LEFT + 118, y + 77, ", ".join(f"{t} {ways[t]}" for t in ways)
                 + ": who stands on its way to the root", 14)
    return picture.svg()


FIGURES = {"sparse-tree.svg": tree, "sparse-sweep.svg": sweeping}


if __name__ == "__main__":
    sys.exit(draw_figures(__doc__, FIGURES))
