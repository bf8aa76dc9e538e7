#!/usr/bin/env python3
"""Draws docs/images/dense.svg: the times of the dense CUDA engine, of others, and the limit, from the
newest results of `warpath bench --suite cuda`. Without such results it says so and does nothing.

  dense_plot.py [RESULTS [OUT.svg]]    write the picture; RESULTS is a folder of JSON files
  dense_plot.py --check [RESULTS]      change nothing; exit 1 when it is not what it would become
"""

import sys

from dense_tables import by_size, peak, rivals
from generated import draw_plot
from picture import INK, LEFT, MUTED, PAPER, PIVOT, REGISTERS, SHARED, Picture
from plot import Plot, line, plain

COLOURS = (MUTED, "#cf8f00", "#a8459c", PIVOT, "#7a5c3e", REGISTERS)  # of the others
HEIGHT, FRAME = 620, (LEFT + 62, 88, 568)  # of the picture, and of the plot in it
ROOM = (190, 36)  # labels stand before the curves
LEADING = 19      # from label to label, at least


def spread(places, gap):
    """Places, ascending, moved apart as little as it takes, so that neighbours have the gap."""
    groups = []  # of neighbours that touch: where the first is, and how many
    for place in places:
        groups.append((place, 1))
        while len(groups) > 1 and groups[-1][0] - groups[-2][0] < gap * groups[-2][1]:
            (upper, some), (lower, more) = groups[-2:]
            centre = ((upper + gap * (some - 1) / 2) * some
                      + (lower + gap * (more - 1) / 2) * more) / (some + more)
            groups[-2:] = [(centre - gap * (some + more - 1) / 2, some + more)]
    return [first + gap * i for first, count in groups for i in range(count)]


def label(plot, curves):
    """Names before the first points, in their order, each with a line to its point."""
    starts = sorted((plot.y(points[0][1]), plot.x(points[0][0]), name, colour)
                    for name, points, colour in curves)
    for (y, x, name, colour), place in zip(starts, spread([start[0] for start in starts], LEADING)):
        ours = colour == SHARED
        right = plot.left + ROOM[0] - 42
        line(plot.picture, [(right + 6, round(place, 1)), (round(x - 6, 1), round(y, 1))], colour, False, 1.2)
        wide = 7.5 * len(name) + 8  # hides the grid behind the name
        plot.picture.rect(right + 4 - wide, round(place - 8, 1), wide, 16, PAPER)
        plot.picture.text(right, round(place + 4.5, 1), name, 15 if ours else 13,
                          SHARED if ours else INK, ours, "end")


def draw(records):
    """The picture, or nothing."""
    sizes = by_size(records)
    if not sizes:
        return None
    device = next(iter(sizes.values()))["device"]
    ours = sorted((n, record["seconds"]) for n, record in sizes.items())
    limit = [(n, n**3 / peak(sizes)) for n, _ in ours]
    others = [(name, sorted((n, time) for n, time in times.items() if n in sizes), colour)
              for (name, times), colour in zip(rivals(device).items(), COLOURS)]
    others = [other for other in others if other[1]]
    picture = Picture(
        HEIGHT, f"All-pairs shortest paths on one {plain(device)}",
        "Time of a solve with the matrix in device memory. The limit: n³ tasks at the rate of the "
        "inner step alone",
        "Times of Warpath and of other implementations against the number of vertices, both "
        "logarithmic, and the limit that the inner step sets")
    plot = Plot(picture, sizes, [time for _, points, _ in [*others, ("", ours, ""), ("", limit, "")]
                                 for _, time in points], FRAME, ROOM, snug=True)
    plot.axes(sorted(sizes))
    line(picture, plot.places(limit), INK, True, 1.6)
    for _, points, colour in others:
        plot.curve(points, colour, width=1.8)
    plot.curve(ours, SHARED, width=3.6)
    label(plot, [*others, ("Warpath", ours, SHARED), ("limit", limit, INK)])
    return picture.svg()


if __name__ == "__main__":
    sys.exit(draw_plot(__doc__, draw, "dense.svg"))
