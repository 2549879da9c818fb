#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The managers of Cluster API and of its in-memory provider, built once from the Go modules that
go.mod pins, and kept outside the tree. Their definitions are read where Go keeps the modules.

Usage: manager_programs.py    builds what is missing and prints the folder
"""

import json
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from go_build import Module, Skipped, cache, locked  # noqa: E402

CORE, TEST = "sigs.k8s.io/cluster-api", "sigs.k8s.io/cluster-api/test"
MODULE = Module(HERE, "Cluster API")
BUILD_MINUTES_MAX = 25
# By the name that a build gives them: the last part of the package's path, so each has a folder.
PACKAGES = {"core": CORE, "bootstrap": f"{CORE}/bootstrap/kubeadm",
            "control-plane": f"{CORE}/controlplane/kubeadm",
            "in-memory": f"{TEST}/infrastructure/docker"}
# Where each module keeps its definitions.
DEFINITIONS = ((CORE, "config/crd/bases"), (CORE, "bootstrap/kubeadm/config/crd/bases"),
               (CORE, "controlplane/kubeadm/config/crd/bases"),
               (TEST, "infrastructure/docker/config/crd/bases"))


def version():
    return MODULE.pinned(rf"^\s+{re.escape(CORE)} (v\S+)")


def folder():
    return Path(os.environ.get("TELLTALE_CAPI_BIN") or cache() / "capi" / version())


def missing():
    return [name for name in PACKAGES if not os.access(folder() / name, os.X_OK)]


def definitions():
    """The files with the CustomResourceDefinitions, in the module cache."""
    files = []
    for module, path in DEFINITIONS:
        place = json.loads(MODULE.go("mod", "download", "-json", f"{module}@{version()}"))["Dir"]
        files += sorted(Path(place, path).glob("*.yaml"))
    return files


def ensure(report=print):
    """The folder with all programs in it; what is missing is built first."""
    if not missing():
        return folder()
    MODULE.require_go(f"building Cluster API {version()}")
    seconds = 60 * int(os.environ.get("TELLTALE_CAPI_BUILD_MINUTES", BUILD_MINUTES_MAX))
    with locked(folder()):
        for name in missing():
            report(f"test-capi: building {name} of Cluster API {version()}, once")
            MODULE.build_static(PACKAGES[name], folder() / name, seconds)
    return folder()


def main():
    try:
        print(ensure(report=lambda line: print(line, file=sys.stderr)))
    except Skipped as reason:
        sys.exit(f"SKIPPED test-capi: {reason}")


if __name__ == "__main__":
    main()
