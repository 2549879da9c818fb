#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The disk: what comes and goes by the thousand leaves nothing behind, and a disk that somebody has
filled is left behind when there is room again. Power cuts are tried below SQLite, at every single
sync: src/store/sqlite/sqlite_store_power_test.cc and sqlite_store_fault_test.cc.

Usage: storage_test.py PATH_TO_TELLTALE
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time

from hostile import CONFIGMAPS, MIB, ApiServer, HostileCase, Limits, eventually, main, sized
from gadgets import config_map  # hostile says where it lies

WRITERS = 8
COME_AND_GO = sized(2_400, 15_000)
VALUE_BYTES = 40_000
# The log may have 16 MiB and for a moment what a batch adds; the fault took 1.4 GB.
SPACE = Limits(growth_mib=600, wal_mib=90, max_seconds=10, p99_seconds=4)
# Remembered for watchers: 64 MiB of what is gone; beyond that space is used again.
FILE_MIB_MAX = 300
TURNS = sized(3, 8)
FULL = Limits(growth_mib=200, max_seconds=10, p99_seconds=4)


def store_metric(server, name):
    found = re.search(rf"^telltale_store_{name} (\S+)", server.get("/metrics").text, re.M)
    return float(found.group(1))


class Storage(HostileCase):
    def come_and_go(self, server, count):
        """Creates and deletes; the codes that were answered."""
        codes = set()

        def work(writer):
            connection = server.connect()
            for number in range(count // WRITERS):
                name = f"w{writer}-{number}"
                made = server.post(CONFIGMAPS, config_map(name, {"k": "x" * VALUE_BYTES}),
                                   connection=connection)
                gone = server.delete(f"{CONFIGMAPS}/{name}", connection=connection)
                codes.add((made.code, gone.code))
            connection.close()
        threads = [threading.Thread(target=work, args=(writer,)) for writer in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return codes

    def test_what_comes_and_goes_leaves_nothing_behind(self):
        with self.fresh_server() as server:
            name = f"{COME_AND_GO} objects of 40 KB written and deleted"
            with self.attack(name, SPACE, server) as notes:
                began = time.monotonic()
                codes = self.come_and_go(server, COME_AND_GO)
                took = time.monotonic() - began
                file = os.path.getsize(os.path.join(server.data_dir, "telltale.db")) / MIB
                notes.append(f"{2 * COME_AND_GO / took:.0f} writes/s, file {file:.0f} MiB")
            self.assertEqual({(201, 200)}, codes)
            self.assertLess(file, FILE_MIB_MAX)
            self.assertGreater(store_metric(server, "checkpoints_total"), 1)
            self.assertEqual([], server.get(CONFIGMAPS).json["items"])

    def small_disk(self, size):
        folder = tempfile.mkdtemp(prefix="telltale-small-")
        self.addCleanup(shutil.rmtree, folder, True)
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder],
                              capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {made.stderr.decode().strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", folder], check=False)
        return folder

    def server_on(self, folder):
        tempfile.tempdir = folder
        try:
            server = self.fresh_server()
        finally:
            tempfile.tempdir = None
        self.addCleanup(server.close)
        return server

    def fill_up(self, server, made):
        for number in range(5000):
            name = f"m{len(made)}-{number}"
            answer = server.post(CONFIGMAPS, config_map(name, {"k": "x" * 50_000}))
            if answer.code != 201:
                self.assertEqual(500, answer.code, answer.text)
                return
            made.add(name)
        self.fail("the disk was never full")

    def test_a_full_disk_heals_each_time(self):
        folder = self.small_disk(f"{40 + 10 * TURNS}m")
        server = self.server_on(folder)
        ballast, reserve = (os.path.join(folder, name) for name in ("ballast", "reserve"))
        made = set()
        with open(reserve, "wb") as file:
            file.write(bytes(2 * MIB))
        name = f"a disk filled and emptied {TURNS} times"
        with self.attack(name, FULL, server, renews=False) as notes:
            for turn in range(TURNS):
                # The server moves its log into its file meanwhile and may be faster.
                with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
                    while shutil.disk_usage(folder).free > 6 * MIB:
                        file.write(bytes(MIB))
                self.fill_up(server, made)
                # Reading goes on, and refusals say what is wrong.
                self.assertEqual(200, server.get(f"{CONFIGMAPS}/{min(made)}").code)
                refused = server.post(CONFIGMAPS, config_map("x", {"k": "x" * 900_000}))
                self.assertRegex(refused.text, "disk|full|space|I/O")
                os.remove(ballast)
                began = time.monotonic()
                eventually(lambda turn=turn: server.post(
                    CONFIGMAPS, config_map(f"after{turn}")).code in (201, 409),
                    "it takes writes again")
                made.add(f"after{turn}")
                notes.append(f"healed in {time.monotonic() - began:.1f} s")
        server.kill()
        os.remove(reserve)  # a start writes a little, too
        server.start()
        there = {item["metadata"]["name"] for item in server.get(CONFIGMAPS).json["items"]}
        self.assertEqual(made, there, "what was acknowledged, and nothing else")


if __name__ == "__main__":
    main()
