# SPDX-License-Identifier: Apache-2.0
"""Which files differ from the base, and how each file of ours is compiled when it is alone.

The base is $TELLTALE_BASE, or where this branch left origin/main, or the commit before this one.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
BUILD = TOP / "build/alone"


def git(*arguments):
    """What git prints, or nothing where it fails: no repository, no such commit."""
    result = subprocess.run(["git", *arguments], cwd=TOP, capture_output=True, text=True,
                            check=False)
    return result.stdout.strip() if result.returncode == 0 else ""


def base_commit():
    if named := os.environ.get("TELLTALE_BASE"):
        return named
    head = git("rev-parse", "HEAD")
    left = git("merge-base", "HEAD", "origin/main")
    return left if left and left != head else git("rev-parse", "--verify", "--quiet", "HEAD~1")


def changed_paths():
    base = base_commit()
    committed = git("diff", "--name-only", "--diff-filter=d", base) if base else ""
    unsaved = git("status", "--porcelain", "--untracked-files=all", "--no-renames")
    paths = set(committed.split("\n"))
    paths |= {line[2:].strip() for line in unsaved.split("\n")}
    return {path for path in paths if path and (TOP / path).exists()}


def compile_commands():
    """Our own files as the preset `alone` compiles them; it is configured here."""
    for command in (["cmake", "--preset", "alone", "--log-level=WARNING"],
                    ["cmake", "--build", str(BUILD), "--target", "generated_headers"]):
        made = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            sys.exit(f"{made.stdout}{made.stderr}")
    commands = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        if file.is_relative_to(TOP) and not file.is_relative_to(TOP / "build"):
            commands[file.relative_to(TOP).as_posix()] = entry["command"]
    return commands
