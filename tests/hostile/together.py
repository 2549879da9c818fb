#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs attacks that mostly wait (for deadlines, Leases, rests) beside each other, each as a process
of its own, and prints what they said one after the other.

Usage: together.py PATH_TO_TELLTALE SCRIPT[:CLASS]...
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS_MAX = 1000


def main():
    telltale, attacks = sys.argv[1], sys.argv[2:]
    processes = []
    for attack in attacks:
        script, _, name = attack.partition(":")
        processes.append(subprocess.Popen(
            [sys.executable, str(HERE / script), telltale, *([name] if name else [])],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    failed = []
    for attack, process in zip(attacks, processes):
        print(f"== {attack}\n{process.communicate(timeout=SECONDS_MAX)[0]}", flush=True)
        if process.returncode != 0:
            failed.append(attack)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
