# SPDX-License-Identifier: Apache-2.0
"""Real clients: a manager of our own made with controller-runtime, and Helm; built once from the Go
modules that clients/go.mod pins, and kept outside the tree beside the control plane's programs."""

import hashlib
import os
from pathlib import Path

import programs
from programs import Module, Skipped, locked

HERE = Path(__file__).resolve().parent / "clients"
MODULE = Module(HERE, "the clients")
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


def found():
    """For suites, whose HOME is not the one that Go's caches are in: `run` has built them."""
    if missing():
        raise Skipped("the clients were not built")
    return folder()


def ensure(report=print):
    """The folder with the clients in it; Skipped where this machine cannot have them."""
    if not missing():
        return folder()
    programs.require_go()
    seconds = programs.build_seconds()
    with locked(folder()):
        if missing():
            MODULE.fetch(PACKAGES.values(), seconds)
        for name in missing():
            report(f"test-kube: building {name}, once")
            MODULE.build_static(PACKAGES[name], folder() / name, seconds)
    return folder()
