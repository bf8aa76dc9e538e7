#!/usr/bin/env python3
"""Draws docs/images/paper-times.svg: the paper's times and ours, from the newest results of
`warpath bench --suite paper`. Without such results it says so and does nothing.

  paper_plot.py [RESULTS [OUT.svg]]    write the picture; RESULTS is a folder of JSON files
  paper_plot.py --check [RESULTS]      change nothing; exit 1 when it is not what it would become
"""

import sys

from generated import draw_plot
from paper_tables import cells, columns
from picture import INK, LEFT, MUTED, PAPER, PIVOT, REGISTERS, SHARED, Picture
from plot import Plot, line, plain
from results import newest

COLOURS = (MUTED, PIVOT, "#cf8f00", REGISTERS, SHARED)  # of the paper's columns
TICKS = (1024, 2048, 4096, 8192, 16384)
HEIGHT, FRAME = 640, (LEFT + 62, 148, 588)  # of the picture, and of the plot in it


class PaperPlot(Plot):
    """Also with the factor between two times."""

    def factor(self, n, then, now, colour):
        """An arrow from the one time to the other, and how many times as fast."""
        x, start, end = round(self.x(n), 1), round(self.y(then) + 9, 1), round(self.y(now) - 9, 1)
        self.picture.path([(x, start), (x, end)], colour, 2)
        self.picture.path([(x - 5, end - 6), (x, end), (x + 5, end - 6)], colour, 2)
        words, y = f"{then / now:.3g}x", round(start + (end - start) * 0.4, 1)
        wide = 9 * len(words) + 10
        self.picture.rect(x - wide / 2, y - 13, wide, 25, PAPER, colour, 5)
        self.picture.text(x, y + 5, words, 14, colour, True, "middle")


def legend(picture, colours, records):
    x = LEFT
    for kernel, colour in colours.items():
        picture.rect(x, 84, 14, 14, colour, radius=3)
        picture.text(x + 21, 96, kernel, 14)
        x += 21 + 7.3 * len(kernel) + 26
    devices = {record["backend"]: record for record in records if "backend" in record}
    here = f"{devices['cuda']['date'][:4]}: {plain(devices['cuda']['device'])}"
    if "cpu" in devices:
        here += f"; CPU: {plain(devices['cpu']['device'])}"
    for x, dashed, words in ((LEFT, True, "2010: Tesla C1060; CPU: Phenom 9950"),
                             (LEFT + 372, False, here)):
        line(picture, [(x, 119), (x + 40, 119)], INK, dashed)
        picture.text(x + 50, 124, words, 14)


def draw(records):
    """The picture, or nothing."""
    found = cells(records)
    if not found:
        return None
    picture = Picture(
        HEIGHT, "The paper's table, then and now", "Time of a solve with the matrix in device memory; textbook runs on the CPU",
        "Times of five implementations against the number of vertices, both logarithmic: dashed "
        "those of the paper, solid those measured now")
    colours = dict(zip(columns(records), COLOURS))
    legend(picture, colours, newest(records, "paper"))
    plot = PaperPlot(picture, [n for _, n in found],
                     [time for pair in found.values() for time in pair], FRAME)
    plot.axes(TICKS)
    for kernel, colour in colours.items():
        points = sorted((n, pair) for (name, n), pair in found.items() if name == kernel)
        for place, dashed in ((0, True), (1, False)):
            plot.curve([(n, pair[place]) for n, pair in points], colour, dashed)
    n, (then, now) = points[-1]  # the last column's
    plot.factor(n, then, now, colour)
    return picture.svg()


if __name__ == "__main__":
    sys.exit(draw_plot(__doc__, draw, "paper-times.svg"))
