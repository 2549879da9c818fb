#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale store check|backup|restore|compact`: while a server runs and while none does, on stores
that are whole and on stores that are damaged.

Usage: store_test.py PATH_TO_TELLTALE
"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

from api_server import ApiServer

sys.dont_write_bytecode = True
TELLTALE = ""
SECONDS_MAX = 60
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


def config_map(name, size=2000):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name},
            "data": {"text": name + "." * size}}


def contents(server):
    """Everything that must survive, with its identity."""
    items = server.get(CONFIG_MAPS).json["items"]
    return {item["metadata"]["name"]: (item["metadata"]["uid"], item["data"]["text"])
            for item in items if item["metadata"]["name"].startswith("m")}


class StoreCommand(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-store-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = ApiServer(TELLTALE)
        self.addCleanup(self.server.close)
        self.database = os.path.join(self.server.data_dir, "telltale.db")

    def path(self, name):
        return os.path.join(self.folder, name)

    def store(self, *words, data_dir=None):
        return subprocess.run(
            [TELLTALE, "store", *words, "--data-dir", data_dir or self.server.data_dir],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=False)

    def succeeds(self, *words, **more):
        ended = self.store(*words, **more)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended)
        return ended.stdout

    def fails(self, *words, **more):
        ended = self.store(*words, **more)
        self.assertEqual((ended.returncode, ended.stdout), (1, ""), ended)
        self.assertRegex(ended.stderr, r"\Aerror: .+\n\Z")
        return ended.stderr

    def bring_key_to(self, other):
        """What is sealed in a backup opens with the key of the store it was made of."""
        shutil.copy(os.path.join(self.server.data_dir, "encryption", "key"),
                    os.path.join(other.data_dir, "encryption", "key"))

    def make(self, count, start=0):
        for number in range(start, start + count):
            answer = self.server.post(CONFIG_MAPS, config_map(f"m{number:04}"))
            self.assertEqual(answer.code, 201, answer.text)

    def test_a_backup_of_a_running_server_comes_back_elsewhere(self):
        self.make(60)
        self.assertIn("looked at by the server", self.succeeds("check"))
        backup = self.path("monday.db")
        said = self.succeeds("backup", backup)
        self.assertRegex(said, r"made .*monday\.db: \d+ objects at revision \d+, checked")
        self.assertEqual(stat.S_IMODE(os.stat(backup).st_mode), 0o600)
        self.assertEqual(os.listdir(self.folder), ["monday.db"])
        self.assertIn("fine: ", self.succeeds("check", backup))
        before = contents(self.server)
        self.make(5, start=100)  # after the backup: not in it
        with ApiServer(TELLTALE) as other:
            other.stop()
            self.assertIn("--encryption-key-file",
                          self.fails("restore", backup, data_dir=other.data_dir))
            self.bring_key_to(other)
            self.succeeds("restore", backup, data_dir=other.data_dir)
            other.start()
            self.assertEqual(contents(other), before)
            self.assertEqual(other.post(CONFIG_MAPS, config_map("next")).code, 201)

    def test_who_watched_before_a_restore_starts_anew(self):
        self.make(5)
        backup = self.path("b.db")
        self.succeeds("backup", backup)
        self.make(20, start=100)
        seen = self.server.get(CONFIG_MAPS).json["metadata"]["resourceVersion"]
        self.server.stop()
        said = self.succeeds("restore", backup)
        self.assertIn("what was there is now ", said)
        self.server.start()
        now = self.server.get(CONFIG_MAPS).json["metadata"]["resourceVersion"]
        self.assertGreater(int(now), int(seen))
        with self.server.watch(f"{CONFIG_MAPS}?watch=1&resourceVersion={seen}") as watch:
            self.assertEqual(watch.next()["object"]["code"], 410)
        self.assertEqual(len(contents(self.server)), 5)

    def test_a_backup_under_load_is_one_moment_of_it(self):
        self.make(300)
        made, stop = [], threading.Event()

        def write():
            while not stop.is_set() and len(made) < 5000:
                name = f"w{len(made):05}"
                if self.server.post(CONFIG_MAPS, config_map(name)).code == 201:
                    made.append(name)

        writer = threading.Thread(target=write)
        writer.start()
        before = 0
        try:
            for number in range(3):
                before = len(made)
                self.succeeds("backup", self.path(f"{number}.db"))
                self.succeeds("check")
        finally:
            stop.set()
            writer.join(SECONDS_MAX)
        self.assertGreater(len(made), before)
        with ApiServer(TELLTALE) as other:
            other.stop()
            self.bring_key_to(other)
            self.succeeds("restore", self.path("2.db"), data_dir=other.data_dir)
            other.start()
            names = sorted(item["metadata"]["name"]
                           for item in other.get(CONFIG_MAPS).json["items"]
                           if item["metadata"]["name"].startswith("w"))
        # The writer makes one after the other: whatever the moment was, there is no gap.
        self.assertEqual(names, made[:len(names)])
        self.assertGreaterEqual(len(names), before)

    def test_without_a_server_the_file_itself_is_asked(self):
        self.make(40)
        before = contents(self.server)
        self.server.stop()
        said = self.succeeds("check")
        self.assertNotIn("server", said)
        self.succeeds("backup", self.path("b.db"))
        self.succeeds("check", self.path("b.db"))
        self.succeeds("compact")
        self.server.start()
        self.assertEqual(contents(self.server), before)

    def test_compacting_gives_space_back_at_once(self):
        for running in (True, False):
            for number in range(40):
                self.server.post(CONFIG_MAPS, config_map(f"m{number}", size=200_000))
            for number in range(40):
                self.server.delete(f"{CONFIG_MAPS}/m{number}")
            if not running:
                self.server.stop()
            self.assertRegex(self.succeeds("compact"), r"compacted: .* \(0\.0 MiB of it unused\)")
            self.assertLess(os.path.getsize(self.database), 4 << 20)
            if running:
                self.assertEqual(self.server.post(CONFIG_MAPS, config_map("after")).code, 201)

    def test_a_damaged_store_is_said_to_be_and_a_backup_replaces_it(self):
        self.make(60)
        self.succeeds("backup", self.path("b.db"))
        before = contents(self.server)
        self.server.stop()
        with open(self.database, "r+b") as file:
            content = file.read()
            file.seek(content.index(b"m0007...."))
            file.write(b"m0007..,.")
        with open(self.database, "rb") as file:
            damaged = file.read()
        self.assertIn("damaged", self.fails("check"))
        self.assertIn("damaged", self.fails("backup", self.path("c.db")))
        self.assertFalse(os.path.exists(self.path("c.db")))
        self.assertIn("damaged", self.fails("compact"))
        with open(self.database, "rb") as file:
            self.assertEqual(file.read(), damaged, "looked at, not touched")
        said = self.succeeds("restore", self.path("b.db"))
        kept = said.split("what was there is now ")[1].strip()
        with open(kept, "rb") as file:
            self.assertEqual(file.read(), damaged)
        self.server.start()
        self.assertEqual(contents(self.server), before)

    def test_a_damaged_backup_replaces_nothing(self):
        self.make(60)
        self.succeeds("backup", self.path("b.db"))
        self.server.stop()
        with open(self.path("b.db"), "rb") as file:
            whole = file.read()
        damages = {
            "cut in half": whole[:len(whole) // 2],
            "cut by a page": whole[:-4096],
            "a page of zeros": whole[:8192] + bytes(4096) + whole[12288:],
            "a letter": whole.replace(b"m0007....", b"m0007..,.", 1),
            "nothing": b"",
            "no database": b"hello " * 1000,
        }
        for what, content in damages.items():
            with self.subTest(what):
                with open(self.path("bad.db"), "wb") as file:
                    file.write(content)
                self.fails("check", self.path("bad.db"))
                self.fails("restore", self.path("bad.db"))
                self.assertIn("fine: ", self.succeeds("check"))
        self.server.start()
        self.assertEqual(len(contents(self.server)), 60)

    def test_what_would_do_harm_is_refused(self):
        self.make(3)
        self.succeeds("backup", self.path("b.db"))
        self.assertIn("is there already", self.fails("backup", self.path("b.db")))
        self.assertIn("stop the server first", self.fails("restore", self.path("b.db")))
        self.assertEqual(len(contents(self.server)), 3)
        self.assertIn("no store here", self.fails("check", data_dir=self.path("nowhere")))
        self.assertIn("no store here", self.fails("compact", data_dir=self.path("nowhere")))
        self.assertFalse(os.path.exists(self.path("nowhere")))

    def test_nobody_but_an_administrator_may_ask_a_server(self):
        for path in ("check", "compact", "backup"):
            for identity in ("viewer", "status-writer"):
                answer = self.server.post(f"/telltale/store/{path}", "",
                                          token=self.server.token_of(identity))
                self.assertEqual(answer.code, 403, answer.text)
            self.assertEqual(self.server.post(f"/telltale/store/{path}", "", token="").code, 403)
            self.assertEqual(self.server.get(f"/telltale/store/{path}").code, 405)

    def test_a_server_without_a_file_is_backed_up_too(self):
        with ApiServer(TELLTALE, "--store", "memory") as other:
            other.post(CONFIG_MAPS, config_map("m1"))
            self.succeeds("backup", self.path("memory.db"), data_dir=other.data_dir)
        self.assertIn("fine: ", self.succeeds("check", self.path("memory.db")))


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
