#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The managers of Cluster API and of its in-memory provider, built once from the Go modules that
go.mod pins, and kept outside the tree. Their definitions are read where Go keeps the modules.

Usage: manager_programs.py    builds what is missing and prints the folder
"""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kube"))
from programs import TIMED_OUT, Skipped, numbers  # noqa: E402

CORE, TEST = "sigs.k8s.io/cluster-api", "sigs.k8s.io/cluster-api/test"
BUILD_MINUTES_MAX = 25
# By the name that a build gives them: the last part of the package's path, so each has a folder.
PACKAGES = {"core": CORE, "bootstrap": f"{CORE}/bootstrap/kubeadm",
            "control-plane": f"{CORE}/controlplane/kubeadm",
            "in-memory": f"{TEST}/infrastructure/docker"}
# Where each module keeps its definitions.
DEFINITIONS = ((CORE, "config/crd/bases"), (CORE, "bootstrap/kubeadm/config/crd/bases"),
               (CORE, "controlplane/kubeadm/config/crd/bases"),
               (TEST, "infrastructure/docker/config/crd/bases"))


def pinned(pattern):
    return re.search(pattern, (HERE / "go.mod").read_text(encoding="utf-8"), re.MULTILINE)[1]


def version():
    return pinned(rf"^\s+{re.escape(CORE)} (v\S+)")


def folder():
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("TELLTALE_CAPI_BIN") or
                Path(cache) / "telltale" / "capi" / version())


def missing():
    return [name for name in PACKAGES if not os.access(folder() / name, os.X_OK)]


def go(*arguments, seconds=600):
    """What Go answers; a machine that cannot ask is no failure."""
    done = subprocess.run(["go", *arguments], cwd=HERE, capture_output=True, text=True,
                          check=False, timeout=seconds)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["go failed"])[-1]
        raise Skipped(f"the Go modules of Cluster API cannot be fetched: {last}")
    return done.stdout


def require_go():
    wanted = pinned(r"^go (\S+)")
    needs = f"building Cluster API {version()} needs Go {wanted} or newer"
    if not shutil.which("go"):
        raise Skipped(f"{needs}, and there is no Go in PATH")
    found = go("env", "GOVERSION").strip()
    if numbers(found) < numbers(wanted):
        raise Skipped(f"{needs}, and this is {found}")


def definitions():
    """The files with the CustomResourceDefinitions, in the module cache."""
    files = []
    for module, path in DEFINITIONS:
        place = json.loads(go("mod", "download", "-json", f"{module}@{version()}"))["Dir"]
        files += sorted(Path(place, path).glob("*.yaml"))
    return files


def build(name, seconds):
    """Beside its place and then moved to it, so that nobody meets half a program."""
    half = folder() / f".{name}.{os.getpid()}"
    try:
        code = subprocess.run(
            ["timeout", "--foreground", "--signal=INT", "--kill-after=60", str(seconds), "nice",
             "go", "build", "-p", str(os.cpu_count()), "-trimpath", "-buildvcs=false",
             "-ldflags", "-s -w", "-o", str(half), PACKAGES[name]],
            cwd=HERE, env={**os.environ, "CGO_ENABLED": "0"}, check=False).returncode
        if code in TIMED_OUT:
            raise Skipped(f"building {name} took more than {seconds // 60} minutes "
                          "(TELLTALE_CAPI_BUILD_MINUTES); the next run goes on from there")
        if code != 0:
            raise RuntimeError(f"{name} does not build")
        os.replace(half, folder() / name)
    finally:
        half.unlink(missing_ok=True)


def ensure(report=print):
    """The folder with all programs in it. One builds at a time, the others wait and find."""
    if not missing():
        return folder()
    require_go()
    minutes = int(os.environ.get("TELLTALE_CAPI_BUILD_MINUTES", BUILD_MINUTES_MAX))
    folder().mkdir(parents=True, exist_ok=True)
    with open(folder() / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in missing():
            report(f"test-capi: building {name} of Cluster API {version()}, once")
            build(name, minutes * 60)
    return folder()


def main():
    try:
        print(ensure(report=lambda line: print(line, file=sys.stderr)))
    except Skipped as reason:
        sys.exit(f"SKIPPED test-capi: {reason}")


if __name__ == "__main__":
    main()
