#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes ready what the referee is built from: overlay.py FOLDER.

FOLDER gets go.mod and go.sum, a link to upstream's module in the module cache, and overlay.json for
`go build -overlay`: our shims inside upstream's packages, and copies of the files of those
packages that read the clock, reading refereeclock instead. Nothing of it is committed."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODULE = "sigs.k8s.io/cluster-api"
SHIMS = {
    "referee": "util/referee",
    "refereeclock": "util/refereeclock",
    "machine": "core/reconcilers/machine",
    "machineset": "core/reconcilers/machineset",
    "machinedeployment": "core/reconcilers/machinedeployment",
    "machinepool": "core/reconcilers/machinepool",
    "machinehealthcheck": "core/reconcilers/machinehealthcheck",
    "cluster": "core/reconcilers/cluster",
    "kubeadmcontrolplane": "controlplane/kubeadm/reconcilers/kubeadmcontrolplane",
    "pkg": "controlplane/kubeadm/pkg",
}
# Where time is read that ends up in a status.
TIMED = [p for name, p in SHIMS.items() if not name.startswith("referee")] + [
    "util/conditions", "util/conditions/deprecated/v1beta1", "core/reconcilers/machine/drain"]
CLOCK = [(re.compile(r"\btime\.Now\(\)"), "refereeclock.Now()"),
         (re.compile(r"\btime\.Since\("), "refereeclock.Since("),
         (re.compile(r"\btime\.Until\("), "refereeclock.Until("),
         (re.compile(r"\bmetav1\.Now\(\)"), "refereeclock.MetaNow()")]


def retimed(text):
    changed = text
    for pattern, instead in CLOCK:
        changed = pattern.sub(instead, changed)
    if changed == text:
        return None
    changed = changed.replace("import (", f'import (\n\t"{MODULE}/util/refereeclock"', 1)
    # An import that is left without a use would not compile.
    used = ["var _ = refereeclock.Now"]
    if re.search(r'^\t"time"$', text, re.M):
        used.append("var _ time.Duration")
    if re.search(r"^\tmetav1 ", text, re.M):
        used.append("var _ metav1.Time")
    return changed + "\n" + "\n".join(used) + "\n"


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    upstream = pathlib.Path(subprocess.run(
        ["go", "list", "-m", "-f", "{{.Dir}}", MODULE], cwd=HERE, check=True, text=True,
        stdout=subprocess.PIPE).stdout.strip())
    link = folder / "upstream"
    if link.is_symlink():
        link.unlink()
    link.symlink_to(upstream)
    shutil.copy(HERE / "go.sum", folder / "go.sum")
    (folder / "go.mod").write_text((HERE / "go.mod").read_text() +
                                   f"\nreplace {MODULE} => {link}\n")
    replace = {}
    for name, package in SHIMS.items():
        replace[str(link / package / "zz_referee.go")] = str(HERE / "_shims" / f"{name}.go")
    for package in TIMED:
        for source in sorted((upstream / package).glob("*.go")):
            if source.name.endswith("_test.go"):
                continue
            text = retimed(source.read_text())
            if text is None:
                continue
            copy = folder / "retimed" / package / source.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            if not copy.exists() or copy.read_text() != text:
                copy.write_text(text)
            replace[str(link / package / source.name)] = str(copy)
    (folder / "overlay.json").write_text(json.dumps({"Replace": replace}, indent=1))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
