"""Pictures in the project's look: a palette, and SVG elements on a light card."""

from results import ROOT

FOLDER = ROOT / "docs" / "images"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# After Okabe and Ito, made darker under white letters and lighter under dark ones.
PIVOT, PANEL, INTERIOR, INTERIOR_PALE = "#c44e00", "#e9a820", "#56b4e9", "#d3eafa"
SHARED, REGISTERS, WAITING = "#0067a5", "#2fb58c", "#e1e5ea"
STEPS = ("#c0e1f7", "#84c4ee", "#2479b5", "#00436d")  # k = 0, 1, 2, 3
INK, MUTED, FAINT, LINE = "#1d2b3a", "#55667a", "#9aa6b3", "#d0d7de"
CARD, PAPER = "#f6f8fa", "#ffffff"

WIDTH, LEFT, RIGHT = 840, 28, 812


class Picture:
    """A list of SVG elements on a light card with a heading."""

    def __init__(self, height, heading, subheading, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" font-family="{FONT}">',
            f"<title>{title}</title>"]
        self.rect(0.5, 0.5, WIDTH - 1, height - 1, CARD, LINE, radius=14)
        self.text(LEFT, 42, heading, 20, bold=True)
        self.text(LEFT, 66, subheading, 14, MUTED)

    def rect(self, x, y, width, height, fill, stroke="none", radius=0):
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
                          f'rx="{radius}" fill="{fill}" stroke="{stroke}"/>')

    def text(self, x, y, words, size=13, fill=INK, bold=False, anchor="start"):
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" '
                          f'text-anchor="{anchor}"{weight}>{words}</text>')

    def lines(self, x, y, rows, size=13, fill=MUTED, leading=20, anchor="start"):
        for place, row in enumerate(rows):
            self.text(x, y + place * leading, row, size, fill, anchor=anchor)

    def path(self, points, stroke, width=1.5):
        d = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width:g}" '
                          'stroke-linecap="round" stroke-linejoin="round"/>')

    def arrow(self, x, y, to_x, to_y, width=2.5, head=7):
        """Along an axis; the head is drawn, since markers are not drawn everywhere."""
        dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        back_x, back_y = to_x - head * dx, to_y - head * dy
        self.path([(x, y), (to_x, to_y)], INK, width)
        self.path([(back_x - head * dy, back_y - head * dx), (to_x, to_y),
                   (back_x + head * dy, back_y + head * dx)], INK, width)

    def svg(self):
        return "\n".join(self.parts) + "\n</svg>\n"
