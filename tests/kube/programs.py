#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of a real control plane: kube-apiserver, kubectl and, unless this machine has one,
etcd; built once from the Go modules that go.mod pins, and kept outside the tree.

Usage: programs.py    builds what is missing and prints the folder
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from go_build import Module, Skipped, cache, locked, numbers  # noqa: E402

KUBERNETES = "k8s.io/kubernetes"
MODULE = Module(HERE, "kube-apiserver")
BUILD_MINUTES_MAX = 20
# The oldest that this Kubernetes was seen to work with; it is Debian 12's.
ETCD_OLDEST = (3, 4, 23)
# etcd first: it is quick, so a machine that cannot build at all is found out early.
PACKAGES = {
    "etcd": "go.etcd.io/etcd/server/v3",
    "kubectl": f"{KUBERNETES}/cmd/kubectl",
    "kube-apiserver": f"{KUBERNETES}/cmd/kube-apiserver",
}
# Where the programs keep their version; a plain build would call itself v0.0.0-master.
VERSION_PACKAGES = ("k8s.io/component-base/version", "k8s.io/client-go/pkg/version")


def kubernetes_version():
    return MODULE.pinned(rf"^\s+{re.escape(KUBERNETES)} (v\S+)")


def folder():
    """Where the programs lie, or will."""
    if given := os.environ.get("TELLTALE_KUBE_BIN"):
        return Path(given)
    return cache() / "kube" / kubernetes_version()


def etcd():
    """The machine's own if it is new enough, else the one that is built."""
    if installed := shutil.which("etcd"):
        said = subprocess.run([installed, "--version"], capture_output=True, text=True,
                              check=False).stdout
        found = re.search(r"etcd Version: ([\d.]+)", said)
        if found and numbers(found[1]) >= ETCD_OLDEST:
            return Path(installed)
    return folder() / "etcd"


def path_of(name):
    return etcd() if name == "etcd" else folder() / name


def missing():
    return [name for name in PACKAGES if not os.access(path_of(name), os.X_OK)]


def require_go():
    MODULE.require_go(f"building kube-apiserver {kubernetes_version()}")


def linker_flags():
    version = kubernetes_version()
    major, minor = numbers(version)[:2]
    values = {"gitVersion": version, "gitMajor": major, "gitMinor": minor,
              "gitTreeState": "clean"}
    settings = [f"-X {package}.{name}={value}" for package in VERSION_PACKAGES
                for name, value in values.items()]
    return " ".join(["-s", "-w", *settings])


def build_seconds():
    return 60 * int(os.environ.get("TELLTALE_KUBE_BUILD_MINUTES", BUILD_MINUTES_MAX))


def ensure(report=print):
    """The folder with all programs in it; what is missing is built first."""
    if not missing():
        return folder()
    require_go()
    with locked(folder()):
        build_missing(build_seconds(), report)
    return folder()


def build_missing(seconds, report):
    deadline = time.monotonic() + seconds
    if missing():
        MODULE.fetch(PACKAGES.values(), seconds)
    for name in missing():
        report(f"test-kube: building {name} for Kubernetes {kubernetes_version()}, once")
        MODULE.build_static(PACKAGES[name], folder() / name, max(1, deadline - time.monotonic()),
                            linker_flags())


def main():
    try:
        print(ensure(report=lambda line: print(line, file=sys.stderr)))
    except Skipped as reason:
        sys.exit(f"SKIPPED test-kube: {reason}")


if __name__ == "__main__":
    main()
