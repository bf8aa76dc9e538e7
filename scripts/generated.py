"""Files that a script makes: written, or only looked at."""

import pathlib
import sys


def update(files, check):
    """Writes every file of {path: text} that is not what it should be, and answers 0. With `check`
    nothing is written, and the answer is 1 when there is one."""
    stale = [path for path, text in files.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    if check and stale:
        script = pathlib.Path(sys.argv[0]).name
        names = ", ".join(path.name for path in stale)
        print(f"run scripts/{script}: not up to date: {names}", file=sys.stderr)
        return 1
    if not check:
        for path in stale:
            path.write_text(files[path], encoding="utf-8")
    return 0
