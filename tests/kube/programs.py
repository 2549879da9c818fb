#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of a real control plane: kube-apiserver, kubectl and, unless this machine has one,
etcd; built once from the Go modules that go.mod pins, and kept outside the tree.

Usage: programs.py    builds what is missing and prints the folder
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
KUBERNETES = "k8s.io/kubernetes"
BUILD_MINUTES_MAX = 20
TIMED_OUT = (124, 137)  # timeout's exit codes, without and with the kill
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


class Skipped(Exception):
    """This machine cannot have the programs, for a reason that is nobody's fault."""


def pinned(pattern):
    """What go.mod says at the first line of a form."""
    return re.search(pattern, (HERE / "go.mod").read_text(encoding="utf-8"), re.MULTILINE)[1]


def kubernetes_version():
    return pinned(rf"^\s+{re.escape(KUBERNETES)} (v\S+)")


def folder():
    """Where the programs lie, or will."""
    if given := os.environ.get("TELLTALE_KUBE_BIN"):
        return Path(given)
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "telltale" / "kube" / kubernetes_version()


def numbers(version):
    return tuple(int(number) for number in re.findall(r"\d+", version))


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
    wanted = pinned(r"^go (\S+)")
    needs = f"building kube-apiserver {kubernetes_version()} needs Go {wanted} or newer"
    if not shutil.which("go"):
        raise Skipped(f"{needs}, and there is no Go in PATH")
    # Asked here, a Go that may fetch a newer one of itself answers as that one.
    said = subprocess.run(["go", "env", "GOVERSION"], cwd=HERE, capture_output=True, text=True,
                          check=False)
    found = said.stdout.strip()
    if said.returncode != 0 or numbers(found) < numbers(wanted):
        raise Skipped(f"{needs}, and this is {found or said.stderr.strip()}")


def linker_flags():
    version = kubernetes_version()
    major, minor = numbers(version)[:2]
    values = {"gitVersion": version, "gitMajor": major, "gitMinor": minor,
              "gitTreeState": "clean"}
    settings = [f"-X {package}.{name}={value}" for package in VERSION_PACKAGES
                for name, value in values.items()]
    return " ".join(["-s", "-w", *settings])


def fetch_modules(seconds):
    """Apart from building: a machine without the module proxy is no failure."""
    done = subprocess.run(["go", "list", "-deps", "-f", "{{.Name}}", *PACKAGES.values()], cwd=HERE,
                          capture_output=True, text=True, check=False, timeout=seconds)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["go list failed"])[-1]
        raise Skipped(f"the Go modules of kube-apiserver cannot be fetched: {last}")


def build(name, seconds):
    """Built beside its place and then moved to it, so that nobody meets half a program."""
    half = folder() / f".{name}.{os.getpid()}"
    # An interrupted go takes its temporary files away; a killed one does not.
    limit = ["timeout", "--foreground", "--signal=INT", "--kill-after=60", str(seconds)]
    command = [*limit, "nice", "go", "build", "-p", str(os.cpu_count()), "-trimpath",
               "-buildvcs=false", "-ldflags", linker_flags(), "-o", str(half), PACKAGES[name]]
    try:
        code = subprocess.run(command, cwd=HERE, env={**os.environ, "CGO_ENABLED": "0"},
                              check=False).returncode
        if code in TIMED_OUT:
            raise subprocess.TimeoutExpired(command, seconds)
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
    minutes = int(os.environ.get("TELLTALE_KUBE_BUILD_MINUTES", BUILD_MINUTES_MAX))
    folder().mkdir(parents=True, exist_ok=True)
    with open(folder() / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            build_missing(minutes * 60, report)
        except subprocess.TimeoutExpired:
            # What was compiled stays in Go's cache, so the next run begins where this one ended.
            raise Skipped(f"building kube-apiserver took more than {minutes} minutes "
                          "(TELLTALE_KUBE_BUILD_MINUTES); the next run goes on from there"
                          ) from None
    return folder()


def build_missing(seconds, report):
    deadline = time.monotonic() + seconds
    if missing():
        fetch_modules(seconds)
    for name in missing():
        report(f"test-kube: building {name} for Kubernetes {kubernetes_version()}, once")
        build(name, max(1, deadline - time.monotonic()))


def main():
    try:
        print(ensure(report=lambda line: print(line, file=sys.stderr)))
    except Skipped as reason:
        sys.exit(f"SKIPPED test-kube: {reason}")


if __name__ == "__main__":
    main()
