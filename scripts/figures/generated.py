"""Files that a script makes: written, or only looked at."""

import argparse
import pathlib
import sys

from picture import FOLDER
from results import RESULTS, load


def update(files, check):
    """Writes every file of {path: text} that is not what it should be, and answers 0. With `check`
    nothing is written, and the answer is 1 when there is one."""
    stale = [path for path, text in files.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    if check and stale:
        script = pathlib.Path(sys.argv[0]).name
        names = ", ".join(path.name for path in stale)
        print(f"run scripts/figures/{script}: not up to date: {names}", file=sys.stderr)
        return 1
    if not check:
        for path in stale:
            path.write_text(files[path], encoding="utf-8")
    return 0


def parser(doc):
    """Of a script's own text; with --check."""
    result = argparse.ArgumentParser(description=doc.split("\n")[0])
    result.add_argument("--check", action="store_true")
    return result


def draw_figures(doc, figures):
    """The main() of a script that draws pictures: {name: function}."""
    arguments = parser(doc).parse_args()
    return update({FOLDER / name: draw() for name, draw in figures.items()}, arguments.check)


def draw_plot(doc, draw, name):
    """The main() of a script that draws one picture of results, where there are any."""
    options = parser(doc)
    options.add_argument("results", nargs="?", type=pathlib.Path, default=RESULTS)
    options.add_argument("out", nargs="?", type=pathlib.Path, default=FOLDER / name)
    arguments = options.parse_args()
    new = draw(load(arguments.results))
    if new is None:
        print(f"{name}: no results for it in {arguments.results}, no picture", file=sys.stderr)
        return 0
    return update({arguments.out: new}, arguments.check)
