#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The API server as people meet it: through a real kubectl, with what they type and what they read.

Usage: kubectl_test.py PATH_TO_TELLTALE EXAMPLES_FOLDER debian|path [CLASS[.TEST]...]

`debian` is the old kubectl that tools/kubectl finds, `path` whatever kubectl is in PATH.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
from api_server import ApiServer  # noqa: E402
from kubectl_case import GADGETS, SECONDS_MAX, WORLD  # noqa: E402
from kubectl_changing import Changing, Deleting  # noqa: E402
from kubectl_reading import Describing, Discovering, Reading  # noqa: E402
from kubectl_serving import Access, Definitions, Examples, LogicalCluster, Restarting  # noqa: E402
from kubectl_writing import Applying, Creating, Replacing  # noqa: E402

__all__ = ["Access", "Applying", "Changing", "Creating", "Definitions", "Deleting", "Describing",
           "Discovering", "Examples", "LogicalCluster", "Reading", "Replacing", "Restarting"]


def chosen_kubectl(which):
    if which == "path":
        return shutil.which("kubectl")
    tool = Path(__file__).resolve().parents[3] / "tools" / "kubectl"
    found = subprocess.run([tool], stdout=subprocess.PIPE, text=True, check=False)
    if found.returncode == 0:
        return found.stdout.strip()
    # Some kubectl must have been tried; without any, nothing is shown.
    return None if shutil.which("kubectl") else sys.exit(1)


def minor_version(kubectl):
    said = subprocess.run([kubectl, "version", "--client", "-o", "json"], capture_output=True,
                          text=True, timeout=SECONDS_MAX, check=True).stdout
    return int(re.match(r"\d+", json.loads(said)["clientVersion"]["minor"]).group())


def main():
    WORLD.telltale, WORLD.examples, which = sys.argv[1:4]
    WORLD.kubectl = chosen_kubectl(which)
    if not WORLD.kubectl:
        print(f"no kubectl ({which}); nothing to try")
        return
    WORLD.minor = minor_version(WORLD.kubectl)
    with tempfile.TemporaryDirectory(prefix="telltale-kubectl-") as WORLD.home, \
            ApiServer(WORLD.telltale) as WORLD.server:
        made = WORLD.server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", GADGETS,
                                 headers={"Content-Type": "application/yaml"})
        if made.code != 201:
            sys.exit(made.text)
        unittest.main(argv=[sys.argv[0], *sys.argv[4:]])


if __name__ == "__main__":
    main()
