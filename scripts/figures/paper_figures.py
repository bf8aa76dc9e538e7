#!/usr/bin/env python3
"""Draws the figures of Lund and Smith's paper, in Warpath's words, into docs/images/.

Bank numbers, runs of words and costs are computed from the access patterns, not written down.

  paper_figures.py            write the pictures
  paper_figures.py --check    change nothing; exit 1 when a picture is not what it would become
"""

import sys

from generated import draw_figures
from picture import (CARD, FAINT, FOLDER, INK, INTERIOR, INTERIOR_PALE, LEFT, LINE, MUTED, PANEL,
                     PAPER, PIVOT, REGISTERS, RIGHT, SHARED, STEPS, WAITING, Picture)


def blocks():
    """One round of the blocked algorithm."""
    tiles, pivot, pitch, top = 8, 3, 43, 92
    others, size = tiles - 1, pitch - 4
    row = column = 6  # the interior tile C; its panel tiles are A and B
    picture = Picture(
        464, "A round of the blocked algorithm (32 pivots)",
        "Each tile of the diagonal is the pivot tile once; here the fourth of eight",
        "A round of the blocked algorithm: the pivot tile, its panels, and the interior, of which "
        "one tile points to the two panel tiles it depends on")

    def tile(x, y, colour, name="", stroke="none"):
        picture.rect(x, y, size, size, colour, stroke, 5)
        if name:
            picture.text(x + size / 2, y + size / 2 + 6, name, 17, bold=True, anchor="middle")

    names = {(row, pivot): "A", (pivot, column): "B"}
    for i in range(tiles):
        for j in range(tiles):
            colour = (INTERIOR_PALE, PANEL, PIVOT)[(i == pivot) + (j == pivot)]
            tile(LEFT + j * pitch, top + i * pitch, colour, names.get((i, j), ""))
    x, y = LEFT + column * pitch, top + row * pitch
    tile(x, y, INTERIOR_PALE, "C", INK)
    picture.arrow(x - 4, y + size / 2, LEFT + (pivot + 1) * pitch, y + size / 2)
    picture.arrow(x + size / 2, y - 4, x + size / 2, top + (pivot + 1) * pitch)
    picture.lines(LEFT + pivot * pitch + size / 2, top + pivot * pitch + 17, ("pivot", "tile"), 12,
                  PAPER, 14, "middle")

    x, y = LEFT + tiles * pitch + 30, top
    for colour, name, rows in (
            (PIVOT, "Step 1: pivot tile (independent)",
             ("shortest paths inside the tile", "1 tile")),
            (PANEL, "Step 2: panels (singly dependent)",
             ("relaxed through the pivot tile", f"2 × {others} = {2 * others} tiles")),
            (INTERIOR_PALE, "Step 3: interior (doubly dependent)",
             ("relaxed through two panel tiles",
              f"{others} × {others} = {others**2} tiles: most of the work"))):
        tile(x, y, colour)
        picture.text(x + 56, y + 15, name, 16, bold=True)
        picture.lines(x + 56, y + 37, rows, 14)
        y += 84
    picture.path([(x, y), (RIGHT, y)], LINE, 1)
    picture.text(x, y + 28, "C depends on A in its row and B in its column:", 14, MUTED)
    picture.text(x, y + 54, "C[i][j] ← min(C[i][j], A[i][k] + B[k][j])", 15, bold=True)
    picture.text(x, y + 78, "for the 32 pivots k of the round, in any order", 14, MUTED)
    return picture.svg()


def shared_memory():
    """What a thread block keeps in shared memory while it works on an interior tile."""
    edge, gap, width, top, side, depth = 96, 12, 248, 88, 32, 4
    picture = Picture(
        580, "Shared memory of one thread block",
        "The block works on one interior tile, 32 × 32 cells of 4 bytes",
        "Shared memory of one thread block on an interior tile: three tiles take 12,288 bytes, "
        "two tiles 8,192 bytes, two slices 1,024 bytes")
    held = ("interior", "64 threads", "× 16 cells")
    panels = (  # heading, kernels, where the interior tile is, its words, bytes, their product
        ("All three tiles", "katz-kider, optimized-blocked", SHARED, ("interior",),
         3 * side * side * 4, "3 tiles · 32² words · 4 bytes"),
        ("Interior in registers", "a step on the way to (c)", REGISTERS, held,
         2 * side * side * 4, "2 tiles · 32² words · 4 bytes"),
        ("Slices, in stages", "staged-load", REGISTERS, held,
         2 * side * depth * 4, "2 slices · 32 · 4 words · 4 bytes"))
    for index, (heading, kernels, interior, words, size, product) in enumerate(panels):
        left, staged = LEFT + index * (width + 20), index == 2
        x, y = left + (width - 2 * edge - gap) / 2, top + 66
        far_x, far_y = x + edge + gap, y + edge + gap
        picture.rect(left, top, width, 370, PAPER, LINE, 10)
        picture.text(x, top + 29, f"({'abc'[index]}) {heading}", 15, bold=True)
        picture.text(x, top + 49, kernels, 13, MUTED)
        picture.rect(far_x, far_y, edge, edge, interior, radius=4)
        for tile in ((x, far_y), (far_x, y)):
            colours = (WAITING, FAINT) if staged else (SHARED, "none")
            picture.rect(*tile, edge, edge, *colours, radius=4)
        if staged:  # the second stage
            thick = edge * depth / side
            picture.rect(x + thick, far_y, thick, edge, SHARED)
            picture.rect(far_x, y + thick, edge, thick, SHARED)
            start, end, across = 2 * thick + 6, edge - 8, edge - 14
            picture.arrow(x + start, far_y + across, x + end, far_y + across, 2, 5)
            picture.arrow(far_x + across, y + start, far_x + across, y + end, 2, 5)
            picture.text(x, y + 20, f"stage 2 of {side // depth}", 13, bold=True)
            picture.lines(x, y + 42, ("k = 4, 5, 6, 7", "the slices", "move along k"))
        aside, ink = (12, INK) if staged else (0, PAPER)
        held_ink = INK if interior == REGISTERS else PAPER
        for label_x, label_y, rows, colour in (
                (x + edge / 2 + aside, far_y + 43, ("column", "panel"), ink),
                (far_x + edge / 2 - aside / 3, y + 43 + aside / 2, ("row", "panel"), ink),
                (far_x + edge / 2, far_y + 62 - 9.5 * len(words), words, held_ink)):
            picture.lines(label_x, label_y, rows, 13, colour, 19, "middle")
        bar, y = 2 * edge + gap, far_y + edge + 22
        picture.rect(x, y, bar, 12, CARD, FAINT, 3)
        picture.rect(x, y, bar * size / 16384, 12, SHARED, radius=3)
        picture.text(x, y + 38, f"{size:,} bytes", 19, bold=True)
        picture.text(x, y + 60, product, 13, MUTED)
    for x, colour, words in ((LEFT, SHARED, "in shared memory"),
                             (LEFT + 196, REGISTERS, "in registers"),
                             (LEFT + 348, WAITING, "waits in device memory")):
        picture.rect(x, top + 388, 16, 16, colour, FAINT if colour == WAITING else "none", 3)
        picture.text(x + 24, top + 401, words, 14)
    picture.lines(LEFT, top + 430, (
        "The bar is the 16,384 bytes of a multiprocessor of a Tesla C1060, in 2010. A block takes",
        "32 bytes of kernel arguments, which lay in shared memory then, beside what is drawn:",
        "shared memory alone allows one block in (a) and (b), and 15 in (c)."))
    return picture.svg()


def threads():
    """The cells of a thread of staged-load, and the words it reads in one step."""
    edge, small, side, cell, top, step = 32, 4, 4, 12, 122, 0
    thread = 6  # of 64
    half_warp, ti, tj = thread // 16, thread % 16 // small, thread % small
    k = (ti + tj + step) % small
    rows = [(2 * p + half_warp // 2) * small + ti for p in range(side)]
    columns = [(2 * q + half_warp % 2) * small + tj for q in range(side)]
    words, tasks = f"{len(rows)} + {len(columns)} words", len(rows) * len(columns)
    picture = Picture(
        612, "The cells of a thread of staged-load",
        "64 threads work on an interior tile; each has 16 cells in registers, one in each of 16 "
        "small tiles",
        "The cells of a thread of staged-load: a tile is 8 × 8 small tiles of 4 × 4 cells, which "
        "four half warps share; a thread has the same cell in 16 of them, and in one step reads "
        f"{len(rows)} words of A and {len(columns)} of B for {tasks} tasks")
    colours = (INTERIOR, SHARED, PANEL, PIVOT)  # of the half warps: a hue for each warp
    inks = (INK, PAPER, INK, PAPER)

    def grid(x, y, down, across):
        for lines, length, turn in ((across, down, False), (down, across, True)):
            for line in range(1, lines):
                points = [(line * cell, 0), (line * cell, length * cell)]
                picture.path([(x + v, y + u) if turn else (x + u, y + v) for u, v in points],
                             PAPER, 2.5 if line % small == 0 else 0.7)

    def mark(x, y, i, j):
        picture.rect(x + j * cell - 1, y + i * cell - 1, cell + 2, cell + 2, INK, PAPER, 2)

    thick = small * cell
    x, y = LEFT + thick + 14, top + thick + 14  # of the tile
    for i in range(edge // small):
        for j in range(edge // small):
            picture.rect(x + j * thick, y + i * thick, thick, thick, colours[i % 2 * 2 + j % 2])
    picture.rect(LEFT, y, thick, edge * cell, WAITING)
    picture.rect(x, top, edge * cell, thick, WAITING)
    grid(x, y, edge, edge)
    grid(LEFT, y, edge, small)
    grid(x, top, small, edge)
    for i in rows:
        picture.path([(LEFT + (k + 0.5) * cell, y + (i + 0.5) * cell),
                      (x + (columns[-1] + 0.5) * cell, y + (i + 0.5) * cell)], INK, 1)
        mark(LEFT, y, i, k)
    for j in columns:
        picture.path([(x + (j + 0.5) * cell, top + (k + 0.5) * cell),
                      (x + (j + 0.5) * cell, y + (rows[-1] + 0.5) * cell)], INK, 1)
        mark(x, top, k, j)
    for i in rows:
        for j in columns:
            mark(x, y, i, j)
    bottom = y + edge * cell
    picture.text(x, top - 9, "B: 4 × 32 words of a row panel tile, the slice of a stage", 13, MUTED)
    picture.text(LEFT, bottom + 20, "A: 32 × 4 words of a column panel tile, the slice of a stage",
                 13, MUTED)
    picture.text(x - 8, top + 14, "B", 15, bold=True, anchor="end")
    picture.text(LEFT + 2, y - 12, "A", 15, bold=True)
    picture.text(x - 6, top + (k + 0.5) * cell + 5, f"k = {k}", 13, anchor="end")

    x, y, size = x + edge * cell + 36, top + 4, 36
    aside = x + small * size + 14
    picture.text(x, y, "Four half warps, two warps", 15, bold=True)
    for index, colour in enumerate(colours):
        at_x, at_y = x + (2 + index % 2) * size, y + 14 + index // 2 * size
        picture.rect(at_x, at_y, size, size, colour, PAPER)
        picture.text(at_x + size / 2, at_y + 23, index, 15, inks[index], True, "middle")
    for warp in range(2):
        picture.text(x + 2 * size - 12, y + 37 + warp * size, f"warp {warp}", 13, MUTED,
                     anchor="end")
    picture.lines(aside, y + 32, ("half warp 2·si + sj:", "small tiles (2p + si,",
                                  "2q + sj), p, q = 0…3"))
    picture.lines(x, y + 108, ("A warp is two half warps, whose small tiles",
                               "are neighbours in a row."))

    y += 166
    picture.text(x, y, "One small tile, 16 threads (ti, tj)", 15, bold=True)
    for i in range(small):
        for j in range(small):
            chosen = (i, j) == (ti, tj)
            picture.rect(x + j * size, y + 14 + i * size, size, size,
                         INK if chosen else colours[half_warp], PAPER)
            picture.text(x + (j + 0.5) * size, y + 36 + i * size, f"{i}, {j}", 13,
                         PAPER if chosen else inks[half_warp], chosen, "middle")
    picture.lines(aside, y + 36, (f"Dark: thread ({ti}, {tj})", f"of half warp {half_warp}. It has",
                                  "the same place in", f"{tasks} small tiles, and",
                                  f"so {tasks} cells."))

    y += 202
    picture.text(x, y, f"One step, here s = {step}", 15, bold=True)
    picture.text(x, y + 22, f"Dark, A and B: k = (ti + tj + s) mod {small} = {k}", 13, MUTED)
    picture.lines(x, y + 48, (f"{words} from shared memory", f"serve {tasks} tasks."), 15, INK)
    return picture.svg()


def tiled(i, j, edge):
    """The place of a cell in a tile cut into 4x4 small tiles, both in row-major order."""
    return (i // 4 * (edge // 4) + j // 4) * 16 + i % 4 * 4 + j % 4


def runs(cells, address):
    """Cells in order of their addresses, cut where the addresses do not follow each other."""
    found = []
    for cell in sorted(cells, key=lambda cell: address(*cell)):
        if found and address(*cell) == address(*found[-1][-1]) + 1:
            found[-1].append(cell)
        else:
            found.append([cell])
    return found


def tiled_order():
    """Four rows and four columns in row-major and in tiled order."""
    edge, cell, top, height, strip_x = 16, 10, 88, 240, LEFT + 392
    stride = 20  # of the row-major matrix: what is beyond the tile stands for its neighbours
    picture = Picture(
        650, "The order in memory",
        "Left: a tile; a line joins words that follow each other. Right: the same words in memory.",
        "Row-major and tiled order in memory: four columns of a row-major tile are runs of four "
        "words, four rows and four columns of a tiled one are made of runs of 16 words")
    slices = (("4 columns", [(i, j) for i in range(edge) for j in range(4, 8)]),
              ("4 rows", [(i, j) for i in range(4, 8) for j in range(edge)]))
    orders = (("Row-major order", lambda i, j: i * stride + j, edge * stride - 4,
               "the gaps stand for words of other tiles"),
              ("Doubly tiled order: small tiles of 4 × 4 inside tiles, both row-major",
               lambda i, j: tiled(i, j, edge), edge * edge,
               "every small tile is a run: one read of a half warp"))
    everything = [(i, j) for i in range(edge) for j in range(edge)]
    for index, (heading, address, words, note) in enumerate(orders):
        y, scale = top + index * (height + 14), (RIGHT - 20 - strip_x) / words
        picture.rect(LEFT, y, RIGHT - LEFT, height, PAPER, LINE, 10)
        picture.text(LEFT + 20, y + 29, heading, 15, bold=True)
        picture.text(strip_x, y + 220, note, 13, MUTED)
        for place, (name, chosen) in enumerate(slices):
            x, grid = LEFT + 20 + place * (edge * cell + 20), y + 46
            found = runs(chosen, address)
            picture.rect(x, grid, edge * cell, edge * cell, WAITING)

            def draw(run, colour, width):
                picture.path([(x + (j + 0.5) * cell, grid + (i + 0.5) * cell) for i, j in run],
                             colour, width)

            for run in runs(set(everything) - set(chosen), address):
                draw(run, FAINT, 1)
            (i, j), (last_i, last_j) = chosen[0], chosen[-1]
            picture.rect(x + j * cell, grid + i * cell, (last_j - j + 1) * cell,
                         (last_i - i + 1) * cell, SHARED)
            for run in found:
                draw(run, PAPER, 2)
            picture.text(x + edge * cell / 2, y + 227, name, 13, MUTED, anchor="middle")

            strip, each = y + 86 + place * 78, len(found[0])
            says = (f"{len(found)} runs of {each} words" if len(found) > 1 else
                    f"1 run of {each} words, {each // 16} × 16")
            picture.text(strip_x, strip - 10, f"{name}:", 14)
            picture.text(strip_x + 84, strip - 10, says, 14, PIVOT if each < 16 else INK, True)
            for run in runs(everything, address):
                start = strip_x + address(*run[0]) * scale
                picture.rect(start, strip, len(run) * scale, 26, WAITING)
            for run in found:
                for part in range(0, each, 16):  # a half warp at a time
                    start = strip_x + address(*run[part]) * scale + 0.5
                    picture.rect(start, strip, min(each, 16) * scale - 1, 26, SHARED)
    picture.lines(LEFT, top + 2 * height + 42, (
        "Blue: the slice that one stage loads into shared memory. Drawn with 16 × 16 tiles;",
        "in the 32 × 32 tiles of the paper, four columns are 32 runs of 4 words or 8 runs of 16."))
    return picture.svg()


def accesses_2010(words):
    """Compute capability 1.3: an access brings one word to all who ask for it, and one reader
    of each other bank its word."""
    count = 0
    while words:
        broadcast = max(sorted(set(words)), key=words.count)
        served, left = {broadcast % 16}, []
        for word in words:
            if word % 16 not in served:
                served.add(word % 16)
            elif word != broadcast:
                left.append(word)
        words, count = left, count + 1
    return count


def accesses_today(words):
    """32 banks: an access brings one word of each bank to all who ask for it."""
    hit = [word % 32 for word in set(words)]
    return max(hit.count(bank) for bank in hit)


def banks():
    """The banks that the threads of a half warp read."""
    side, high, pitch, y, height = 32, 28, 20, 88, 172
    picture = Picture(
        714, "Banks of shared memory",
        "At step s of the four of a stage, each thread of a half warp reads a word of panel tile A "
        "and one of B",
        "Banks of shared memory that a half warp reads: in row-major order, in tiled order with "
        "the same k for all threads, and in tiled order with cyclic k")

    def number(x, y, value, fill):
        picture.text(x, y, value, 12.5, fill, anchor="middle")

    row = [(0, j) for j in range(32)]
    small = [(i, j) for left in (0, 4) for i in range(4) for j in range(left, left + 4)]
    in_row = (("A[i][k]", lambda i, j, k: side * i + k), ("B[k][j]", lambda i, j, k: side * k + j))
    in_small = (("A[ti][k]", lambda i, j, k: tiled(i, k, 4)),
                ("B[k][tj]", lambda i, j, k: tiled(k, j, side)))
    patterns = (  # heading, cells of a warp, the words they read, k of a cell at step s = 0
        ("Row-major order, the same k = s for all", row, in_row, lambda i, j: 0),
        ("Tiled order, the same k = s for all", small, in_small, lambda i, j: 0),
        ("Tiled order, cyclic k = (ti + tj + s) mod 4", small, in_small, lambda i, j: (i + j) % 4))
    for heading, cells, reads, choose in patterns:
        picture.rect(LEFT, y, RIGHT - LEFT, height, PAPER, LINE, 10)
        picture.text(LEFT + 20, y + 29, heading, 15, bold=True)
        ks = [choose(i, j) for i, j in cells]
        x, wide = LEFT + 20, 15 if cells is row else 28
        for (i, j), k in list(zip(cells, ks))[:16]:
            picture.rect(x + j * wide, y + 46 + i * high, wide, high, STEPS[k], PAPER)
            number(x + (j + 0.5) * wide, y + 65 + i * high, k, PAPER if k > 1 else INK)
        whose = ("in one row",) if cells is row else ("(ti, tj) of one", "small tile")
        picture.lines(*((x, y + 98) if cells is row else (x + 126, y + 64)),
                      ("k of the threads", *whose, "at step s = 0"))

        x, costs = LEFT + 346, set()
        picture.text(x - 12, y + 62, "bank", 13, MUTED, anchor="end")
        for bank in range(16):
            number(x + (bank + 0.5) * pitch, y + 62, bank, MUTED)
        for place, (name, word) in enumerate(reads):
            strip = y + 74 + place * 44
            words = [word(i, j, k) for (i, j), k in zip(cells, ks)]
            costs.add((accesses_2010(words[:16]), accesses_today(words)))
            picture.text(x - 12, strip + 21, name, 13, anchor="end")
            for bank in range(16):
                middle = x + (bank + 0.5) * pitch
                hit = [ks[n] for n in range(16) if words[n] % 16 == bank]
                picture.rect(middle - 9, strip, 18, 32, STEPS[hit[0]] if hit else PAPER, LINE, 3)
                if hit:
                    number(middle, strip + 21, len(hit), PAPER if hit[0] > 1 else INK)
        (cost,) = costs  # the same for A and B
        for place, when in enumerate(("2010", "today")):
            middle = RIGHT - 84 + place * 52
            picture.text(middle, y + 62, when, 13, MUTED, anchor="middle")
            ink = PIVOT if cost[place] > 1 else INK
            picture.text(middle, y + 106, cost[place], 32, ink, True, "middle")
        picture.lines(RIGHT - 58, y + 130, ("accesses", "per read"), leading=18, anchor="middle")
        y += height + 12
    picture.lines(LEFT, y + 14, (
        "In the boxes: how many threads read the bank, for one cell each; the shade is their k. "
        "A small tile is 16 words.",
        "2010, compute capability 1.3: 16 banks, half warps; one word per access is broadcast.",
        "Today: 32 banks, whole warps (two small tiles side by side); every word is broadcast."))
    return picture.svg()


FIGURES = {"paper-blocks.svg": blocks, "paper-shared-memory.svg": shared_memory,
           "paper-threads.svg": threads, "paper-tiled-order.svg": tiled_order,
           "paper-banks.svg": banks}


if __name__ == "__main__":
    sys.exit(draw_figures(__doc__, FIGURES))
