#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Secrets lie sealed: what a thief of the files finds, what a lost key does, and how keys change.

Usage: encryption_test.py PATH_TO_TELLTALE
"""

import base64
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

from api_server import ApiServer

sys.dont_write_bytecode = True
TELLTALE = ""
SECONDS_MAX = 60
SECRETS = "/api/v1/namespaces/default/secrets"
TREASURE = "correct-horse-battery-staple"
# As it would lie there in the clear, wherever in a base64 text it begins.
TRACES = (TREASURE.encode(), base64.b64encode(TREASURE.encode())[:32])


def secret(name):
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name},
            "data": {"password": base64.b64encode(TREASURE.encode()).decode()}}


def files_below(folder):
    for where, _, names in os.walk(folder):
        for name in names:
            yield os.path.join(where, name)


class Encryption(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-encryption-")
        self.addCleanup(shutil.rmtree, self.folder, True)

    def serve(self, *flags):
        server = ApiServer(TELLTALE, *flags)
        self.addCleanup(server.close)
        return server

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def store(self, server, *words):
        ended = subprocess.run([TELLTALE, "store", *words, "--data-dir", server.data_dir],
                               capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual(ended.returncode, 0, ended)
        return ended.stdout

    def refusal(self, server, *flags):
        ended = subprocess.run(
            [TELLTALE, "serve", "--data-dir", server.data_dir, "--listen", "127.0.0.1:0", "--http",
             "127.0.0.1:0", *flags], capture_output=True, text=True, timeout=SECONDS_MAX,
            check=False)
        self.assertNotEqual(ended.returncode, 0, ended)
        return ended.stderr

    def assert_nothing_to_steal(self, folder):
        for path in files_below(folder):
            with open(path, "rb") as file:
                content = file.read()
            for trace in TRACES:
                self.assertNotIn(trace, content, path)

    def assert_readable(self, server, count):
        for number in range(count):
            answer = server.get(f"{SECRETS}/s{number}")
            self.assertEqual(base64.b64decode(answer.json["data"]["password"]).decode(), TREASURE)

    def make(self, server, count):
        for number in range(count):
            self.assertEqual(server.post(SECRETS, secret(f"s{number}")).code, 201)

    def test_the_files_hold_no_secret_whatever_happens_to_them(self):
        server = self.serve()
        self.make(server, 20)
        key = os.path.join(server.data_dir, "encryption", "key")
        self.assertEqual(stat.S_IMODE(os.stat(key).st_mode), 0o600)
        self.assert_nothing_to_steal(server.data_dir)
        self.store(server, "backup", self.path("b.db"))
        self.assert_nothing_to_steal(self.folder)
        self.assertIn("with data key 2", self.store(server, "rotate-key"))
        self.assert_readable(server, 20)
        self.assert_nothing_to_steal(server.data_dir)
        server.kill()
        self.assertIn("with data key 3", self.store(server, "rotate-key"))
        self.assertIn("20 of them sealed and opened", self.store(server, "check"))
        server.start()
        self.assert_readable(server, 20)
        self.assertIn("fine: ", self.store(server, "check"))
        self.assert_nothing_to_steal(server.data_dir)
        server.stop()
        self.store(server, "restore", self.path("b.db"))
        server.start()
        self.assert_readable(server, 20)

    def test_without_its_key_a_store_is_left_alone(self):
        server = self.serve()
        self.make(server, 3)
        server.stop()
        key = os.path.join(server.data_dir, "encryption", "key")
        with open(os.path.join(server.data_dir, "telltale.db"), "rb") as file:
            before = file.read()
        shutil.move(key, self.path("elsewhere"))
        said = self.refusal(server)
        self.assertIn("--encryption-key-file", said)
        self.assertIn("nothing was changed", said)
        self.assertFalse(os.path.exists(key), "none is made in its place")
        other = self.path("other", os.urandom(32).hex())
        self.assertIn("does not hold", self.refusal(server, "--encryption-key-file", other))
        self.assertIn("no such file",
                      self.refusal(server, "--encryption-key-file", self.path("nowhere")))
        with open(os.path.join(server.data_dir, "telltale.db"), "rb") as file:
            self.assertEqual(file.read(), before)
        server.flags = ["--encryption-key-file", self.path("elsewhere")]
        server.start()
        self.assert_readable(server, 3)

    def test_the_key_comes_from_a_command_and_changes(self):
        old, new = os.urandom(32).hex(), os.urandom(32).hex()
        self.path("key", old)
        server = self.serve("--encryption-key-command", f"cat {self.path('key')}")
        self.make(server, 3)
        self.path("key", f"{new}\n{old}\n")
        self.assertIn("with data key 2", subprocess.run(
            [TELLTALE, "store", "rotate-key", "--data-dir", server.data_dir],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=True).stdout)
        self.path("key", f"{new}\n")
        server.restart()
        self.assert_readable(server, 3)
        server.stop()
        self.path("key", f"{old}\n")
        self.assertIn("cannot be opened", self.refusal(server, *server.flags))
        self.assertIn("it ended with 3",
                      self.refusal(server, "--encryption-key-command", "echo no >&2; exit 3"))

    def test_a_damaged_secret_can_be_deleted(self):
        server = self.serve()
        self.make(server, 2)
        self.store(server, "compact")
        server.stop()
        ended = subprocess.run(
            [sys.executable, "-c", DAMAGE, os.path.join(server.data_dir, "telltale.db")],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        said = subprocess.run([TELLTALE, "store", "check", "--data-dir", server.data_dir],
                              capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertIn("does not open", said.stderr)
        server.start()
        self.assert_readable(server, 1)
        self.assertEqual(server.get(f"{SECRETS}/s1").code, 500)
        self.assertEqual(server.delete(f"{SECRETS}/s1").code, 200)
        self.assertEqual(server.get(f"{SECRETS}/s1").code, 404)
        self.store(server, "compact")
        self.assertIn("fine: ", self.store(server, "check"))


# One sealed value is put where another was, and the sums are those of the rows as they are now:
# what somebody does who can write to the file and knows its format, but has no key.
DAMAGE = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
MASK, FACTOR = (1 << 64) - 1, 0x9e3779b97f4a7c15
def mixed(total, word):
    total = ((total ^ word) * FACTOR) & MASK
    return total ^ (total >> 29)
def mixed_text(total, text):
    total = mixed(total, len(text))
    for at in range(0, len(text), 8):
        total = mixed(total, int.from_bytes(text[at:at + 8], "little"))
    return total
def row_sum(revision, key, value):
    return mixed_text(mixed_text(mixed(2, revision), key), value)
rows = {key.rsplit("/", 1)[1]: (revision, key, value) for revision, key, value in db.execute(
    "SELECT revision, key, value FROM log WHERE key LIKE '%/secrets/default/s%'")}
revision, key, old = rows["s1"]
moved = rows["s0"][2]
change = row_sum(revision, key.encode(), moved) - row_sum(revision, key.encode(), old)
signed = lambda number: (number & MASK) - (1 << 64) if (number & MASK) >> 63 else number & MASK
db.execute("UPDATE log SET value = ?, sum = ? WHERE revision = ?",
           (moved, signed(row_sum(revision, key.encode(), moved)), revision))
total = db.execute("SELECT sum FROM meta").fetchone()[0]
db.execute("UPDATE meta SET sum = ?", (signed((total & MASK) + change),))
db.commit()
"""


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
