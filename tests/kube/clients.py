# SPDX-License-Identifier: Apache-2.0
"""Real clients: a manager of our own made with controller-runtime, and Helm; built once from the Go
modules that clients/go.mod pins, and kept outside the tree beside the control plane's programs."""

import fcntl
import hashlib
import os
import subprocess
from pathlib import Path

import programs

HERE = Path(__file__).resolve().parent / "clients"
PACKAGES = {"manager": "./manager", "helm": "helm.sh/helm/v4/cmd/helm"}


def folder():
    """Another one for every state of the sources."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("*")):
        if path.suffix in (".go", ".mod", ".sum"):
            digest.update(path.read_bytes())
    return programs.folder().parent / f"clients-{digest.hexdigest()[:12]}"


def missing():
    return [name for name in PACKAGES if not os.access(folder() / name, os.X_OK)]


def fetch_modules(seconds):
    done = subprocess.run(["go", "list", "-deps", "-f", "{{.Name}}", *PACKAGES.values()], cwd=HERE,
                          capture_output=True, text=True, check=False, timeout=seconds)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["go list failed"])[-1]
        raise programs.Skipped(f"the Go modules of the clients cannot be fetched: {last}")


def build(name, seconds):
    half = folder() / f".{name}.{os.getpid()}"
    command = ["timeout", "--signal=INT", "--kill-after=60", str(seconds), "nice", "go", "build",
               "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", str(half),
               PACKAGES[name]]
    try:
        code = subprocess.run(command, cwd=HERE, env={**os.environ, "CGO_ENABLED": "0"},
                              check=False).returncode
        if code in programs.TIMED_OUT:
            raise programs.Skipped(f"building {name} took more than {seconds} s; the next run goes "
                                   "on from there")
        if code != 0:
            raise RuntimeError(f"{name} does not build")
        os.replace(half, folder() / name)
    finally:
        half.unlink(missing_ok=True)


def found():
    """For suites, whose HOME is not the one that Go's caches are in: `run` has built them."""
    if missing():
        raise programs.Skipped("the clients were not built")
    return folder()


def ensure(report=print):
    """The folder with the clients in it; programs.Skipped where this machine cannot have them."""
    if not missing():
        return folder()
    programs.require_go()
    seconds = int(os.environ.get("TELLTALE_KUBE_BUILD_MINUTES", programs.BUILD_MINUTES_MAX)) * 60
    folder().mkdir(parents=True, exist_ok=True)
    with open(folder() / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if missing():
            fetch_modules(seconds)
        for name in missing():
            report(f"test-kube: building {name}, once")
            build(name, seconds)
    return folder()
