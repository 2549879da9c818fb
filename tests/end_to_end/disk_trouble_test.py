#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a server does when its disk does not do as it is told, and when it is told to end: clear
words, no crash, and nothing lost that was acknowledged.

Usage: disk_trouble_test.py PATH_TO_TELLTALE
"""

import http.client
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from api_server import ApiServer, eventually

sys.dont_write_bytecode = True
TELLTALE = ""
SECONDS_MAX = 60
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"
NOBODY = 65534
LITTLE = 4096  # bytes; less than the least that SQLite writes


def config_map(name, size=0):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name},
            "data": {"text": name + "." * size}}


def names_in(server):
    return {item["metadata"]["name"] for item in server.get(CONFIG_MAPS).json["items"]}


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def serve(data_dir, **more):
    """A start that is expected to fail."""
    return subprocess.run([TELLTALE, "serve", "--data-dir", data_dir, "--listen", "127.0.0.1:0",
                           "--http", "127.0.0.1:0"], capture_output=True, text=True,
                          timeout=SECONDS_MAX, check=False, **more)


def health(server):
    connection = http.client.HTTPConnection(server.health.split("//")[1].split("/")[0], timeout=10)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


class Trouble(unittest.TestCase):
    def assert_clear_error(self, ended, *words):
        """One sentence on stderr, an exit code of its own, no crash."""
        self.assertEqual(ended.returncode, 1, ended)
        self.assertRegex(ended.stderr, r"\Aerror: .+\n\Z")
        for word in words:
            self.assertIn(word, ended.stderr)
        self.assertNotIn("ready", ended.stdout)


class FullDisk(Trouble):
    """A limit on the size of files is what a full disk is to a program, without needing one."""

    def setUp(self):
        self.server = ApiServer(TELLTALE)
        self.addCleanup(self.server.close)

    def limit(self, size):
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE,
                         (size, resource.RLIM_INFINITY))

    def fill_up(self):
        """Writes until the disk refuses; what was acknowledged and the refusal."""
        files = [os.path.join(self.server.data_dir, name)
                 for name in ("telltale.db", "telltale.db-wal")]
        sizes = [os.path.getsize(file) for file in files if os.path.exists(file)]
        self.limit(max(sizes) + 100_000)
        made = set()
        for number in range(1000):
            answer = self.server.post(CONFIG_MAPS, config_map(f"m{number}", size=10_000))
            if answer.code != 201:
                return made, answer
            made.add(f"m{number}")
        self.fail("the disk was never full")

    def test_writes_fail_clearly_reads_and_watches_go_on_and_it_recovers(self):
        before = self.server.get(CONFIG_MAPS).json["metadata"]["resourceVersion"]
        with self.server.watch(f"{CONFIG_MAPS}?watch=1&resourceVersion={before}") as watch:
            made, refused = self.fill_up()
            self.assertEqual(refused.code, 500, refused.text)
            status = refused.json
            self.assertEqual((status["kind"], status["status"], status["reason"], status["code"]),
                             ("Status", "Failure", "InternalError", 500))
            self.assertRegex(status["message"], r"^Internal error occurred: .*(disk|full|I/O)")
            self.assertTrue(made)
            self.limit(LITTLE)  # what SQLite makes room for by itself is gone, too

            # Every other way to write is refused too, and none of them leaves a trace.
            name = sorted(made)[0]
            for answer in (self.server.patch(f"{CONFIG_MAPS}/{name}", {"data": {"x": "y"}}),
                           self.server.put(f"{CONFIG_MAPS}/{name}", config_map(name)),
                           self.server.delete(f"{CONFIG_MAPS}/{name}"),
                           self.server.post(CONFIG_MAPS, config_map("late"))):
                self.assertEqual((answer.code, answer.json["reason"]), (500, "InternalError"))
            shown = self.server.get(f"{CONFIG_MAPS}/{name}")
            self.assertEqual((shown.code, shown.json["data"]["text"][:2]), (200, "m0"))
            self.assertNotIn("x", shown.json["data"])
            self.assertEqual(names_in(self.server) & {"late"}, set())
            told = {watch.next()["object"]["metadata"]["name"] for _ in made}
            self.assertEqual(told, made)

            code, text = health(self.server)
            self.assertEqual(code, 500)
            self.assertIn("[-]store failed: reason withheld\n", text)
            for token in ("", self.server.token_of("status-writer"), None):
                answer = self.server.get("/readyz", token=token)
                self.assertEqual(answer.code, 500)
                # Who may read the metrics is told why; strangers learn no paths.
                self.assertEqual(token == "", "reason withheld" in answer.text, answer.text)
                self.assertEqual(token != "", self.server.data_dir in answer.text, answer.text)
            self.assertEqual(self.server.get("/livez").code, 200)

            # There is room again: it finds out by itself.
            self.limit(resource.RLIM_INFINITY)
            eventually(lambda: health(self.server)[0] == 200, "the server is ready again")
            self.assertEqual(self.server.post(CONFIG_MAPS, config_map("after")).code, 201)
            self.assertEqual(watch.next()["object"]["metadata"]["name"], "after")
        self.server.kill()
        self.server.start()
        self.assertEqual(names_in(self.server), made | {"after"})

    def test_a_crash_while_the_disk_is_full_loses_nothing(self):
        made, _ = self.fill_up()
        self.server.kill()
        self.server.start()
        self.assertEqual(names_in(self.server), made)
        self.assertEqual(health(self.server)[0], 200)

    def test_sigterm_while_the_disk_is_full_ends_it_as_usual(self):
        made, _ = self.fill_up()
        self.assertEqual(self.server.stop(), 0)
        self.server.start()
        self.assertEqual(names_in(self.server), made)


def metrics_of(server):
    """The figures of the store, by their names."""
    lines = [line.split() for line in server.get("/metrics").text.splitlines()]
    return {line[0].removeprefix("telltale_store_"): float(line[1]) for line in lines
            if len(line) == 2 and line[0].startswith("telltale_store_")}


WRITERS = 8


def come_and_go(server, each, size):
    """Creates and deletes; the codes that were answered and the longest that the log has been."""
    codes, longest = set(), 0

    def work(writer):
        connection = server.connect()
        for number in range(each):
            name = f"w{writer}-{number}"
            made = server.post(CONFIG_MAPS, config_map(name, size=size), connection=connection)
            gone = server.delete(f"{CONFIG_MAPS}/{name}", connection=connection)
            codes.add((made.code, gone.code))
        connection.close()

    threads = [threading.Thread(target=work, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        longest = max(longest, os.path.getsize(os.path.join(server.data_dir, "telltale.db-wal")))
        time.sleep(0.02)
    return codes, longest


class Space(Trouble):
    """What a server takes of its disk while things come and go."""
    WAL_BYTES_MAX = 40 << 20

    def test_log_and_file_stay_bounded(self):
        with ApiServer(TELLTALE) as server:
            codes, longest = come_and_go(server, each=300, size=20_000)
            self.assertEqual(codes, {(201, 200)})
            self.assertLess(longest, self.WAL_BYTES_MAX)
            written = WRITERS * 300 * 20_000
            figures = metrics_of(server)
            self.assertLess(figures["wal_bytes"], self.WAL_BYTES_MAX)
            # Deleted objects are remembered for watchers, up to 64 MiB; not more than was written.
            self.assertLess(figures["file_bytes"], 2 * written + self.WAL_BYTES_MAX)
            self.assertGreater(figures["checkpoints_total"], 1)
            eventually(lambda: metrics_of(server)["checkpoint_age_seconds"] < 12,
                       "the log is moved into the file though nothing is written")


class SmallDisk(Trouble):
    """A file system of its own that is really full."""

    def start_on(self, size):
        self.mount = tempfile.mkdtemp(prefix="telltale-small-")
        self.addCleanup(shutil.rmtree, self.mount, True)
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none",
                               self.mount], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {made.stderr.decode().strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", self.mount], check=False)
        tempfile.tempdir = self.mount
        try:
            self.server = ApiServer(TELLTALE)
        finally:
            tempfile.tempdir = None
        self.addCleanup(self.server.close)

    def fill_up(self):
        for number in range(5000):
            answer = self.server.post(CONFIG_MAPS, config_map(f"m{number}", size=50_000))
            if answer.code != 201:
                self.assertEqual(answer.code, 500, answer.text)
                return number
        return self.fail("the disk was never full")

    def test_a_full_disk_heals_by_itself_when_there_is_room_again(self):
        self.start_on("40m")
        ballast = os.path.join(self.mount, "ballast")
        with open(ballast, "wb") as file:
            file.write(bytes(8 << 20))
        made = self.fill_up()
        self.assertNotEqual(self.server.post(CONFIG_MAPS, config_map("x", size=500_000)).code, 201)
        os.remove(ballast)
        eventually(lambda: health(self.server)[0] == 200, "the server is ready again")
        self.assertEqual(self.server.post(CONFIG_MAPS, config_map("after")).code, 201)
        self.assertEqual(len(names_in(self.server) - {"after"}), made)
        self.server.kill()
        self.server.start()
        self.assertEqual(len(names_in(self.server) - {"after"}), made)

    def test_what_comes_and_goes_never_fills_it(self):
        # Several times of what the disk holds; 64 MiB of it are remembered.
        self.start_on("190m")
        self.assertEqual(come_and_go(self.server, each=600, size=60_000)[0], {(201, 200)})


class BadStart(Trouble):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-disk-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.data = os.path.join(self.folder, "data")
        self.database = os.path.join(self.data, "telltale.db")

    def make_data(self):
        """The folder of a server that ran and ended."""
        server = ApiServer(TELLTALE)
        try:
            for number in range(20):
                server.post(CONFIG_MAPS, config_map(f"m{number}", size=5000))
            server.stop()
            shutil.copytree(server.data_dir, self.data)
        finally:
            server.close()

    def test_no_room_at_the_start(self):
        for size in (0, 4096, 50_000):
            ended = serve(self.data, preexec_fn=lambda size=size: resource.setrlimit(
                resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)))
            self.assert_clear_error(ended, self.data)
        # And what was begun then does not stand in the way later.
        with open(os.devnull, "rb") as nothing:
            process = subprocess.Popen([TELLTALE, "serve", "--data-dir", self.data, "--listen",
                                        "127.0.0.1:0", "--http", "127.0.0.1:0"], stdin=nothing,
                                       stdout=subprocess.PIPE, text=True)
        self.assertIn("API https://", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SECONDS_MAX)
        self.assertEqual(process.returncode, 0)

    def as_nobody(self):
        """Nobody is refused what root never is."""
        if os.geteuid() != 0:
            return {}
        os.chmod(self.folder, 0o755)
        try:
            subprocess.run([TELLTALE, "version"], user=NOBODY, group=NOBODY, extra_groups=[],
                           capture_output=True, check=True, timeout=SECONDS_MAX)
        except (OSError, subprocess.CalledProcessError) as why:
            self.skipTest(f"another user cannot run telltale here: {why}")
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def test_a_folder_that_cannot_be_made(self):
        nobody = self.as_nobody()
        os.chmod(self.folder, 0o555)
        self.assert_clear_error(serve(self.data, **nobody), self.data, "Permission denied")

    def test_a_folder_that_is_read_only(self):
        self.make_data()
        nobody = self.as_nobody()
        for root, folders, files in os.walk(self.data):
            for name in (*folders, *files):
                os.chmod(os.path.join(root, name), 0o555 if name in folders else 0o444)
        os.chmod(self.data, 0o555)
        self.assert_clear_error(serve(self.data, **nobody), self.data)

    def test_a_data_folder_that_is_a_file(self):
        with open(self.data, "w", encoding="utf-8") as file:
            file.write("no folder")
        self.assert_clear_error(serve(self.data), self.data)

    def damage(self, change):
        with open(self.database, "r+b") as file:
            change(file)

    def test_a_damaged_database(self):
        self.make_data()
        size = os.path.getsize(self.database)
        whole = self.database + ".whole"
        shutil.copy(self.database, whole)

        def overwrite(offset, text):
            def change(file):
                file.seek(offset)
                file.write(text)
            return change

        damages = {
            "another program's file": overwrite(0, b"not a database at all " * 400),
            "a broken header": overwrite(16, b"\xff" * 84),
            "a broken page": overwrite(4096 * 3, b"\xa5" * 4096),
            "many broken pages": overwrite(8192, os.urandom(size // 2)),
            "a value that was changed": lambda file: self.swap(file, b"m7....", b"m7..,."),
            "a file cut in half": lambda file: file.truncate(size // 2),
            "a file cut by one page": lambda file: file.truncate(size - 4096),
        }
        for what, change in damages.items():
            with self.subTest(what):
                shutil.copy(whole, self.database)
                self.damage(change)
                damaged = bytes_of(self.database)
                self.assert_clear_error(serve(self.data), self.database)
                # Whoever comes to rescue what is left finds it as it was.
                self.assertEqual(bytes_of(self.database), damaged)

    def swap(self, file, old, new):
        content = file.read()
        self.assertIn(old, content)
        file.seek(content.index(old))
        file.write(new)

    def test_a_second_server_on_the_same_folder(self):
        with ApiServer(TELLTALE) as server:
            server.post(CONFIG_MAPS, config_map("mine"))
            kubeconfig = bytes_of(server.kubeconfig)
            ended = serve(server.data_dir)
            self.assert_clear_error(ended, server.data_dir)
            self.assertRegex(ended.stderr, "in use|another|locked|already")
            # The first goes on, and whoever reads its kubeconfig still finds it.
            self.assertEqual(server.post(CONFIG_MAPS, config_map("still")).code, 201)
            self.assertEqual(bytes_of(server.kubeconfig), kubeconfig)
            self.assertEqual(names_in(server), {"mine", "still"})


class OpenFiles(unittest.TestCase):
    def test_as_many_may_be_open_as_the_system_allows(self):
        """Every connection is one; shells allow 1,024 unless somebody asks for more."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
        try:
            server = ApiServer(TELLTALE, "--store", "memory", "--no-crds")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        with server:
            self.assertEqual(resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE),
                             (hard, hard))


class Ending(unittest.TestCase):
    SECONDS_TO_END = 5
    WRITERS = 8

    def load(self, server, writer, made, stop):
        connection = server.connect()
        number = 0
        while not stop.is_set():
            name = f"w{writer}-{number}"
            number += 1
            try:
                answer = server.post(CONFIG_MAPS, config_map(name, size=500), connection=connection)
            except (OSError, http.client.HTTPException):
                break  # the server has gone
            if answer.code == 201:
                made.append(name)
            elif answer.code not in (429, 503):
                made.append(f"{name} was answered {answer.code}: {answer.text}")
        connection.close()

    def test_sigterm_under_load_loses_nothing_and_ends_watches_cleanly(self):
        with ApiServer(TELLTALE) as server:
            watches = [server.watch(f"{CONFIG_MAPS}?watch=1&resourceVersion=0") for _ in range(5)]
            made, stop, ends = [], threading.Event(), []
            writers = [threading.Thread(target=self.load, args=(server, number, made, stop))
                       for number in range(self.WRITERS)]
            readers = [threading.Thread(target=lambda watch=watch: ends.append(watch.rest()))
                       for watch in watches]
            for thread in (*writers, *readers):
                thread.start()
            eventually(lambda: len(made) > 100, "writers have begun")
            begun = time.monotonic()
            code = server.stop()
            taken = time.monotonic() - begun
            stop.set()
            for thread in (*writers, *readers):
                thread.join(SECONDS_MAX)
            self.assertEqual(code, 0)
            self.assertLess(taken, self.SECONDS_TO_END)
            # A stream that is cut off instead of ended raises where it is read.
            self.assertEqual(len(ends), len(watches))
            server.start()
            there = names_in(server)
            self.assertEqual([name for name in made if name not in there], [])
            for events in ends:
                told = {event["object"]["metadata"]["name"] for event in events}
                self.assertEqual(told - there, set(), json.dumps(sorted(told))[:200])
            for watch in watches:
                watch.close()

    def test_sigterm_ends_a_server_that_was_asleep(self):
        # Whatever was to happen every second is due at the same moment as the end.
        with ApiServer(TELLTALE, "--store", "memory") as server:
            for _ in range(3):
                server.process.send_signal(signal.SIGSTOP)
                time.sleep(1.05)
                server.process.send_signal(signal.SIGTERM)
                server.process.send_signal(signal.SIGCONT)
                self.assertEqual(server.process.wait(2 * self.SECONDS_TO_END), 0)
                server.finish()
                server.start()

    def test_sigterm_twice_and_sigint_end_it_too(self):
        with ApiServer(TELLTALE) as server:
            server.process.send_signal(signal.SIGTERM)
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(server.finish(), 0)
            server.start()
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.finish(), 0)
            server.start()


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
