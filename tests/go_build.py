# SPDX-License-Identifier: Apache-2.0
"""Programs that Go builds once from pinned modules, kept outside the tree. A machine that cannot
have them (no recent Go, no module proxy, a build that takes too long) is no failure: Skipped says
why."""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
from pathlib import Path

TIMED_OUT = (124, 137)  # timeout's exit codes, without and with the kill


class Skipped(Exception):
    """This machine cannot have the programs, for a reason that is nobody's fault."""


def numbers(version):
    return tuple(int(number) for number in re.findall(r"\d+", version))


def cache():
    """Where what was built lies, one folder for each set of programs."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "telltale"


@contextlib.contextmanager
def locked(folder):
    """One builds at a time, the others wait and find."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Module:
    """A folder with a go.mod, and the name of what is built from it, for messages."""

    def __init__(self, folder, name):
        self.folder = folder
        self.name = name

    def pinned(self, pattern):
        """What go.mod says at the first line of a form."""
        text = (self.folder / "go.mod").read_text(encoding="utf-8")
        return re.search(pattern, text, re.MULTILINE)[1]

    def require_go(self, doing):
        """Skipped, with `doing` as what needs it, where there is no Go or one that is too old."""
        wanted = self.pinned(r"^go (\S+)")
        needs = f"{doing} needs Go {wanted} or newer"
        if not shutil.which("go"):
            raise Skipped(f"{needs}, and there is no Go in PATH")
        # Asked here, a Go that may fetch a newer one of itself answers as that one.
        said = subprocess.run(["go", "env", "GOVERSION"], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        found = said.stdout.strip()
        if said.returncode != 0 or numbers(found) < numbers(wanted):
            raise Skipped(f"{needs}, and this is {found or said.stderr.strip()}")

    def go(self, *arguments, seconds=600):
        """What Go answers to what needs the modules; Skipped where they cannot be fetched."""
        done = subprocess.run(["go", *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=seconds)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or [f"go {arguments[0]} failed"])[-1]
            raise Skipped(f"the Go modules of {self.name} cannot be fetched: {last}")
        return done.stdout

    def fetch(self, packages, seconds):
        """Apart from building, so that a machine without the module proxy is no failure."""
        self.go("list", "-deps", "-f", "{{.Name}}", *packages, seconds=seconds)

    def build(self, package, place, seconds, options, environment=None):
        """Built beside its place and then moved to it, so that nobody meets half a program."""
        half = place.parent / f".{place.name}.{os.getpid()}"
        # An interrupted go takes its temporary files away; a killed one does not.
        limit = ["timeout", "--foreground", "--signal=INT", "--kill-after=60", str(seconds)]
        command = [*limit, "nice", "go", "build", "-p", str(os.cpu_count()), "-buildvcs=false",
                   *options, "-o", str(half), package]
        try:
            code = subprocess.run(command, cwd=self.folder, check=False,
                                  env={**os.environ, **(environment or {})}).returncode
            if code in TIMED_OUT:
                # What was compiled stays in Go's cache.
                raise Skipped(f"building {place.name} took more than {seconds / 60:.0f} minutes; "
                              "the next run goes on from there")
            if code != 0:
                raise RuntimeError(f"{place.name} does not build")
            os.replace(half, place)
        finally:
            half.unlink(missing_ok=True)

    def build_static(self, package, place, seconds, linker_flags="-s -w"):
        """Without C and without the paths of this machine."""
        self.build(package, place, seconds, ["-trimpath", "-ldflags", linker_flags],
                   {"CGO_ENABLED": "0"})
