"""A picture with two logarithmic axes: times against numbers of vertices."""

import math
import re

from picture import LINE, MUTED, PAPER, RIGHT


class Plot:
    """`left`, `top` and `bottom` are where the frame is; `room` is kept free inside, before the
    smallest size and behind the largest. Times fill whole decades, or, if `snug`, little more than
    they need."""

    def __init__(self, picture, sizes, times, frame, room=(18, 36), snug=False):
        self.picture = picture
        self.left, self.top, self.bottom = frame
        self.room = room
        self.sizes = min(sizes), max(sizes)
        low, high = math.log10(min(times)), math.log10(max(times))
        self.decades = (low - 0.25, high + 0.25) if snug else (math.floor(low), math.ceil(high))

    def x(self, n):
        least, most = map(math.log, self.sizes)
        width = RIGHT - self.left - sum(self.room)
        return self.left + self.room[0] + (math.log(n) - least) / (most - least) * width

    def y(self, seconds):
        low, high = self.decades
        return self.bottom - (math.log10(seconds) - low) / (high - low) * (self.bottom - self.top)

    def axes(self, ticks):
        picture = self.picture
        picture.rect(self.left, self.top, RIGHT - self.left, self.bottom - self.top, PAPER, LINE, 6)
        low, high = self.decades
        for decade in range(math.ceil(low), math.floor(high) + 1):
            y = self.y(10.0**decade)
            if low < decade < high:
                picture.path([(self.left, y), (RIGHT, y)], LINE, 1)
            picture.text(self.left - 10, y + 4.5, tick(10.0**decade), 13, MUTED, anchor="end")
        for n in ticks:
            x = self.x(n)
            picture.path([(x, self.top), (x, self.bottom)], LINE, 1)
            picture.text(x, self.bottom + 22, f"{n:,}", 13, MUTED, anchor="middle")
        picture.text((self.left + RIGHT) / 2, self.bottom + 42, "vertices", 13, MUTED,
                     anchor="middle")

    def places(self, points):
        return [(round(self.x(n), 1), round(self.y(seconds), 1)) for n, seconds in points]

    def curve(self, points, colour, dashed=False, width=2.2):
        places = self.places(points)
        line(self.picture, places, colour, dashed, width)
        for x, y in places:
            fill = PAPER if dashed else colour
            self.picture.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{fill}" '
                                      f'stroke="{colour}" stroke-width="1.5"/>')


def line(picture, places, colour, dashed, width=2.2):
    dashes = ' stroke-dasharray="6 5"' if dashed else ""
    d = "M" + "L".join(f"{x:g} {y:g}" for x, y in places)
    picture.parts.append(f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
                         f'stroke-linejoin="round"{dashes}/>')


def tick(seconds):
    if seconds >= 1:
        return f"{seconds:g} s"
    return f"{seconds * 1e3:g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:g} µs"


def plain(device):
    """A device's name without what only its vendor needs."""
    name = re.sub(r"\((R|TM|tm)\)|\bNVIDIA\b|\bCPU\b|\bProcessor\b|@.*", " ", device)
    return " ".join(name.split())
