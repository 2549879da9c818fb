# SPDX-License-Identifier: Apache-2.0
"""What the attacks stand on: a real server, somebody else who uses it meanwhile, and a look at what
the attack took of memory, descriptors, threads and disk. Each attack ends in limits that must hold
and in one line of a table, which is printed at the end whether they held or not.

TELLTALE_TEST_LONG=1 makes the attacks as large as in the findings; TELLTALE_TEST_SEED chooses what
is left to chance."""

import contextlib
import dataclasses
import json
import math
import os
import random
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "end_to_end"))

from api_server import ApiServer, eventually  # noqa: E402

TELLTALE = []
SEED = int(os.environ.get("TELLTALE_TEST_SEED") or random.SystemRandom().randrange(1 << 32))
RNG = random.Random(SEED)
MIB = 1 << 20
SAMPLE_SECONDS = 0.05
SECONDS_MAX = 60
CONFIGMAPS = "/api/v1/namespaces/default/configmaps"
LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases"
TABLE = []


def is_long():
    return bool(os.environ.get("TELLTALE_TEST_LONG"))


def sized(short, long):
    """How much: seconds of it in `make test`, as in the findings in `make soak`."""
    return long if is_long() else short


@dataclasses.dataclass
class Limits:
    """Far from what a slow and busy machine takes, and far from what the faults took."""
    growth_mib: float = 64.0
    wal_mib: float = 90.0
    descriptors: int = 600
    threads: int = 16  # more than before
    p99_seconds: float = 2.0
    max_seconds: float = 5.0
    failures: int = 0


class Meter(threading.Thread):
    """Looks at a process until told to stop; the kernel keeps the peak of its memory."""

    def __init__(self, pid, data_dir=None):
        super().__init__(daemon=True)
        self.pid, self.data_dir = pid, data_dir
        self.ending = threading.Event()
        with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
            file.write("5")  # the peak begins anew
        self.before = self.status()
        self.descriptors = self.threads = self.wal = 0
        self.look()

    def status(self):
        """Memory now and at its peak, in MiB, and the number of threads."""
        found = {}
        with open(f"/proc/{self.pid}/status", encoding="ascii", errors="replace") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name in ("VmRSS", "VmHWM", "Threads"):
                    found[name] = int(value.split()[0])
        return found["VmRSS"] / 1024, found["VmHWM"] / 1024, found["Threads"]

    def look(self):
        self.descriptors = max(self.descriptors, len(os.listdir(f"/proc/{self.pid}/fd")))
        self.threads = max(self.threads, self.status()[2])
        if self.data_dir:
            with contextlib.suppress(FileNotFoundError):
                self.wal = max(self.wal, os.path.getsize(
                    os.path.join(self.data_dir, "telltale.db-wal")) / MIB)

    def run(self):
        while not self.ending.wait(SAMPLE_SECONDS):
            with contextlib.suppress(OSError, KeyError):
                self.look()

    def stop(self):
        self.ending.set()
        self.join()
        self.after = self.status()

    @property
    def growth(self):
        return self.after[1] - self.before[0]


class Bystander:
    """bystander.py at work. One whose disk is full only reads."""

    def __init__(self, server, renews=True):
        if renews:
            made = server.post(LEASES, {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                                        "metadata": {"name": "bystander"}, "spec": {}})
            assert made.code in (201, 409), made.text
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "bystander.py")], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps({
            "host": server.host, "port": server.port, "ca": server.ca, "renews": renews,
            "token": server.token_of("status-writer")}) + "\n")
        self.process.stdin.flush()

    def stop(self):
        told = json.loads(self.process.communicate(timeout=SECONDS_MAX)[0])
        self.took = sorted(told["took"])
        self.count, self.failures = told["count"], told["failures"]

    def quantile(self, share):
        if not self.took:
            return math.inf
        return self.took[min(len(self.took) - 1, int(share * len(self.took)))]

    def figures(self):
        return tuple(self.quantile(share) for share in (0.5, 0.99, 1.0))


class HostileCase(unittest.TestCase):
    """A server for each attack: what another one left in its memory would hide what this one
    takes."""
    flags = ("--no-crds",)

    def fresh_server(self):
        return ApiServer(TELLTALE[0], *self.flags)

    @contextlib.contextmanager
    def attack(self, name, limits, server, renews=True, seconds_min=1.0):
        """What happens inside is measured and judged. The bystander watches for at least
        `seconds_min`, so that its figures are of more than a few requests."""
        meter = Meter(server.process.pid, server.data_dir)
        bystander = Bystander(server, renews)
        meter.start()
        began = time.monotonic()
        notes = []
        try:
            yield notes
            while time.monotonic() - began < seconds_min:
                time.sleep(SAMPLE_SECONDS)
        finally:
            bystander.stop()
            alive = server.process.poll() is None
            if alive:
                meter.stop()
                TABLE.append(row(name, meter, bystander, time.monotonic() - began, notes))
        self.assertTrue(alive, f"{name}: the server ended: {server.errors()[-2000:]}")
        self.judge(name, limits, meter, bystander)

    def judge(self, name, limits, meter, bystander):
        _, p99, longest = bystander.figures()
        wrong = [f"{what} is {value:.1f}, at most {most} wanted" for what, value, most in (
            ("growth of memory in MiB", meter.growth, limits.growth_mib),
            ("the log in MiB", meter.wal, limits.wal_mib),
            ("open descriptors", meter.descriptors, limits.descriptors),
            ("more threads", meter.threads - meter.before[2], limits.threads),
            ("the bystander's p99 in s", p99, limits.p99_seconds),
            ("the bystander's longest wait in s", longest, limits.max_seconds),
            ("the bystander's failures", bystander.count, limits.failures)) if value > most]
        self.assertEqual([], wrong, f"{name}: {bystander.failures}")


HEAD = ("attack", "s", "MiB before", "peak", "after", "descriptors", "threads", "log MiB",
        "requests", "p50 ms", "p99 ms", "max ms", "what else")


def row(name, meter, bystander, seconds, notes):
    return (name, f"{seconds:.1f}", f"{meter.before[0]:.0f}", f"{meter.after[1]:.0f}",
            f"{meter.after[0]:.0f}", str(meter.descriptors), str(meter.threads),
            f"{meter.wal:.1f}", f"{len(bystander.took)} ({bystander.count} failed)",
            *(f"{1000 * value:.0f}" for value in bystander.figures()), "; ".join(notes))


def note(name, *notes, seconds=0.0):
    """A line of the table for what has no bystander."""
    TABLE.append((name, f"{seconds:.1f}", *[""] * (len(HEAD) - 3), "; ".join(notes)))


def print_table():
    if not TABLE:
        return
    lines = [HEAD, tuple("--" for _ in HEAD), *TABLE]
    print("\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines), flush=True)


def main(before=lambda: None):
    TELLTALE.append(os.path.abspath(sys.argv.pop(1)))
    print(f"seed {SEED} (TELLTALE_TEST_SEED), {sized('short', 'long')}", flush=True)
    before()
    program = unittest.main(exit=False)
    print_table()
    sys.exit(not program.result.wasSuccessful())


__all__ = ["CONFIGMAPS", "MIB", "RNG", "SECONDS_MAX", "TELLTALE", "ApiServer", "Bystander",
           "HostileCase", "Limits", "Meter", "eventually", "is_long", "main", "note", "sized"]
