#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing written is ever lost: many clients against real `telltale serve` processes that are
killed in between, then a judgement of all they did and saw (checker.py).

Usage: robustness.py PATH_TO_TELLTALE [--seconds N] [--seed N] [--store sqlite|etcd|memory]
                     [--kills N]

Without a store it takes turns. With --kills it goes on, in short rounds, until so many telltales
were killed (kill -9) over each store that lasts, and counts. The seed decides what the clients do,
not how the machine mixes it; it is printed first and last."""

import argparse
import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "end_to_end"))

from api_server import ApiServer  # noqa: E402
from checker import Checker  # noqa: E402
from history import Filter, History, Key  # noqa: E402
from traffic import (DEFINITION, NAMESPACES, PLURALS, TIERS, Field, Lister, Watcher,  # noqa: E402
                     Writer, path_of, some_filter)

ETCD = "/usr/bin/etcd"
ROUND_SECONDS = 20
WRITERS, LISTERS, WATCHERS = 24, 3, 10
# Kills are what counts there, so less happens between them than in a round of hours.
FEW = (8, 1, 5)  # writers, listers and watchers
KILLS_PER_ROUND = 25  # after which everything is judged
KILLS_PER_ETCD_KILL = 10
KEYS = (2, 15, 60)  # of each kind and namespace: a crowd on few, or room for all
SHARE = {"sqlite": 0.5, "etcd": 0.35, "memory": 0.15}  # of the time, when taking turns
SETTLE_SECONDS_MAX = 60
VIOLATIONS_SHOWN_MAX = 10


async def in_thread(work):
    return await asyncio.get_running_loop().run_in_executor(None, work)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Etcd:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-etcd-")
        self.client, self.peer = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
        self.endpoint = self.client.split("//")[1]
        self.start()

    def start(self):
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [ETCD, "--data-dir", os.path.join(self.folder, "data"), "--name", "one",
                 "--listen-client-urls", self.client, "--advertise-client-urls", self.client,
                 "--listen-peer-urls", self.peer, "--initial-advertise-peer-urls", self.peer,
                 "--initial-cluster", f"one={self.peer}"], stdout=log, stderr=log)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def wait_ready(self):
        """Until it answers: a telltale that starts waits for it, but not for ever."""
        deadline = time.monotonic() + SETTLE_SECONDS_MAX
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.client}/health", timeout=5) as answer:
                    if b'"true"' in answer.read():
                        return
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError("etcd does not answer")

    def key_file(self):
        """Of the key that opens Secrets, which all servers of one etcd share."""
        path = os.path.join(self.folder, "key")
        with open(path, "w", encoding="ascii") as file:
            file.write(os.urandom(32).hex() + "\n")
        return path

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Site:
    """The servers of one kind of store."""

    def __init__(self, telltale, store):
        self.store = store
        self.etcd = Etcd() if store == "etcd" else None
        where = f"etcd://{self.etcd.endpoint}" if self.etcd else store
        flags = [] if store == "sqlite" else ["--store", where]
        if self.etcd:
            flags += ["--encryption-key-file", self.etcd.key_file()]
        self.servers = []
        try:
            for _ in range(2 if self.etcd else 1):
                self.servers.append(ApiServer(telltale, *flags))
            self.prepare()
        except BaseException:
            self.close()
            raise

    @property
    def survives(self):
        return self.store != "memory"

    @property
    def keeps_history(self):
        """Whether a watch can go on over a restart."""
        return self.store != "etcd"

    def prepare(self):
        server = self.servers[0]
        for name in NAMESPACES:
            server.post("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace",
                                               "metadata": {"name": name}})
        server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)
        deadline = time.monotonic() + SETTLE_SECONDS_MAX
        while any(one.get(path_of("Widget")).code != 200 for one in self.servers):
            if time.monotonic() > deadline:
                raise RuntimeError("the definition of Widgets is not served")
            time.sleep(0.05)

    def close(self):
        for server in self.servers:
            server.close()
        if self.etcd:
            self.etcd.close()


class Round:
    """Some seconds of traffic on a site, and what is to be said about them."""

    def __init__(self, site, seed, seconds, kills=None):
        self.site, self.seed, self.seconds = site, seed, seconds
        self.kills = kills  # instead of seconds
        self.killed = self.etcd_killed = 0
        self.crowd = (WRITERS, LISTERS, WATCHERS) if kills is None else FEW
        self.random = random.Random(seed)
        self.history = History()
        self.field = Field(site.servers, self.history, seed, self.random.choice(KEYS))
        self.watchers = []
        self.judged = True

    def fork(self):
        return random.Random(self.random.getrandbits(64))

    async def run(self):
        lister = Lister(self.field, self.fork())
        await self.note_the_beginning(lister)
        writers, listers, watchers = self.crowd
        self.watchers = [self.watcher(number) for number in range(watchers)]
        watching = [asyncio.create_task(watcher.run()) for watcher in self.watchers]
        working = [asyncio.create_task(Writer(self.field, f"w{number}", self.fork()).run())
                   for number in range(writers)]
        working += [asyncio.create_task(Lister(self.field, self.fork()).run())
                    for _ in range(listers)]
        try:
            await self.weather()
            self.field.writing = False
            await asyncio.gather(*working)
            await self.finish_watching()
        finally:
            self.field.writing = False
            for task in (*watching, *working):
                task.cancel()
            done = await asyncio.gather(*watching, *working, return_exceptions=True)
        self.field.troubles += [repr(one) for one in done if isinstance(one, Exception)]
        if self.site.survives:
            await self.crash(self.site.servers[0])
        for kind in PLURALS:
            await self.list_all(lister, kind)
        lister.clients.close()

    async def list_all(self, lister, kind):
        listing = await lister.list(Filter(kind))
        if listing is None:
            listing = await lister.list(Filter(kind))  # its connection was to a killed server
        return listing

    async def note_the_beginning(self, lister):
        for kind in PLURALS:
            listing = await self.list_all(lister, kind)
            self.history.base += listing.items
            self.history.base_rv = max(self.history.base_rv, listing.rv)
        self.history.listings.clear()

    def watcher(self, number):
        """The first see everything from the beginning on, the others what they choose."""
        kinds = list(PLURALS)
        if number < len(kinds):
            return Watcher(self.field, f"o{number}", Filter(kinds[number]), self.fork(),
                           self.history.base_rv)
        return Watcher(self.field, f"o{number}", some_filter(self.random, self.field), self.fork())

    # Weather.

    async def weather(self):
        if self.kills is not None:
            return await self.kill_again_and_again()
        end = time.monotonic() + self.seconds
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 0.3 + 2.5 * self.random.random()))
            if time.monotonic() < end:
                await self.strike(self.random.choice(self.site.servers))

    async def kill_again_and_again(self):
        """The end of the round kills once more."""
        for number in range(1, self.kills):
            await asyncio.sleep(0.3 + 0.7 * self.random.random())
            await self.crash(self.random.choice(self.site.servers))
            if self.site.etcd and number % KILLS_PER_ETCD_KILL == 0:
                await self.crash_etcd(None)
                await in_thread(self.site.etcd.wait_ready)

    async def strike(self, server):
        kinds = [self.pause]
        if self.site.survives:
            kinds += [self.crash] * 4 + [self.stop]
        if self.site.etcd:
            kinds += [self.pause] * 2 + [self.crash_etcd]
        await self.random.choice(kinds)(server)

    async def crash(self, server):
        self.history.crashes.append(time.monotonic())
        self.killed += 1
        if len(self.site.servers) == 1:
            self.field.answering.clear()
        await in_thread(server.kill)
        await in_thread(server.start)
        self.field.answering.set()

    async def stop(self, server):
        """As an operator would."""
        self.history.crashes.append(time.monotonic())
        code = await in_thread(server.stop)
        if code != 0:
            self.field.troubles.append(f"SIGTERM ended the server with {code}")
        await in_thread(server.start)

    async def pause(self, server):
        """The world goes on without it; it must not speak of the past when it wakes up."""
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.5 * self.random.random())
        server.process.send_signal(signal.SIGCONT)

    async def crash_etcd(self, _):
        self.history.crashes.append(time.monotonic())
        self.etcd_killed += 1
        await in_thread(self.site.etcd.kill)
        await asyncio.sleep(0.3 * self.random.random())
        self.site.etcd.start()

    # The end: one more change for everybody, which everybody must hear of.

    async def finish_watching(self):
        writer = Writer(self.field, "end", self.fork())
        last = []
        for key, tier in self.last_keys():
            last.append(await self.touch(writer, key, tier))
        writer.clients.close()
        for watcher in self.watchers:
            heard = [write.seen.rv for write in last if watcher.filter.takes(write.seen)]
            await self.wait_for(watcher, max(heard))

    def last_keys(self):
        for kind in PLURALS:
            for namespace in NAMESPACES:
                for tier in TIERS:
                    yield Key(kind, namespace, f"end-{tier}"), tier
        for watcher in self.watchers:
            if watcher.filter.name:
                wanted = watcher.filter
                yield Key(wanted.kind, wanted.namespace, wanted.name), wanted.tier or TIERS[0]

    async def touch(self, writer, key, tier):
        deadline = time.monotonic() + SETTLE_SECONDS_MAX
        while time.monotonic() < deadline:
            for verb in ("create", "patch"):
                write = writer.new_write(verb, key)
                write.labels, write.data = {"tier": tier}, {"token": write.id}
                await writer.write(write)
                if write.acknowledged:
                    return write
        raise RuntimeError(f"{key} cannot be written: {write}")

    async def wait_for(self, watcher, rv):
        deadline = time.monotonic() + SETTLE_SECONDS_MAX
        while watcher.reached < rv:
            if time.monotonic() > deadline:
                self.field.troubles.append(f"watcher {watcher.name} {watcher.filter} is at "
                                           f"{watcher.reached} and never heard of {rv}")
                return
            await asyncio.sleep(0.01)

    # The judgement.

    def judge(self):
        """The number of violations; they are printed."""
        if self.field.gaps and not self.site.keeps_history:
            print(f"{self.summary()}: nobody saw all of it, not judged", flush=True)
            self.judged = False
            return 0
        checker = Checker(self.history)
        violations = checker.run()
        troubles = list(self.field.troubles)
        if self.field.expired and self.site.keeps_history:
            troubles.append(f"{self.field.expired} times history was gone that should be kept")
        print(self.summary(), flush=True)
        for trouble in troubles[:VIOLATIONS_SHOWN_MAX]:
            print(f"VIOLATION: {trouble}")
        for violation in violations[:VIOLATIONS_SHOWN_MAX]:
            print(checker.describe(violation))
        if violations or troubles:
            print(f"{len(violations) + len(troubles)} violations, seed {self.seed}", flush=True)
        return len(violations) + len(troubles)

    def summary(self):
        writes = self.history.writes
        made = sum(write.acknowledged for write in writes)
        crowded = sum(write.reason == "Conflict" and write.base is None for write in writes)
        unanswered = sum(write.open for write in writes)
        events = sum(len(watch.events) for watch in self.history.watches)
        return (f"{self.site.store}: seed {self.seed}, {made} writes made, "
                f"{len(writes) - made - unanswered} refused ({crowded} in the crowd), "
                f"{unanswered} unanswered, {len(self.history.gets)} gets, "
                f"{len(self.history.listings)} lists, {events} events in "
                f"{len(self.history.watches)} watches, {len(self.history.crashes)} crashes, "
                f"{self.field.expired} expired")


def run_store(telltale, store, seed, seconds):
    """Rounds on one site until the time is over or something is wrong."""
    site = Site(telltale, store)
    print(f"{store}: seed {seed}", flush=True)
    try:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            one = Round(site, seed, min(left, ROUND_SECONDS))
            asyncio.run(one.run())
            if found := one.judge():
                return found
            seed += 1
        return 0
    except RuntimeError as error:  # a server that does not start again
        print(f"VIOLATION: {store}: {error}, seed {seed}")
        return 1
    finally:
        site.close()


class Tally:
    """What was done to a store and came of it, over all rounds that could be judged."""

    def __init__(self, store):
        self.store, self.began = store, time.monotonic()
        self.kills = self.etcd_kills = self.acknowledged = self.secrets = self.rounds = 0
        self.left_out = 0

    def add(self, one):
        if not one.judged:
            self.left_out += one.killed
            return
        made = [write for write in one.history.writes if write.acknowledged]
        self.rounds += 1
        self.kills += one.killed
        self.etcd_kills += one.etcd_killed
        self.acknowledged += len(made)
        self.secrets += sum(write.key.kind == "Secret" for write in made)

    def text(self, found):
        etcd = f" and {self.etcd_kills} of etcd" if self.etcd_kills else ""
        left_out = f", {self.left_out} more kills not judged" if self.left_out else ""
        return (f"{self.store}: {self.kills} kills{etcd} in {self.rounds} rounds{left_out}, "
                f"{self.acknowledged} writes acknowledged ({self.secrets} of Secrets), "
                f"{found} violations, {time.monotonic() - self.began:.0f} s")


def run_kills(telltale, store, seed, kills):
    """Rounds until so many kills were judged or something is wrong. A violation is a lost write or
    anything else that the checker knows."""
    tally, found, site = Tally(store), 0, None
    print(f"{store}: seed {seed}", flush=True)
    try:
        site = Site(telltale, store)
        while tally.kills < kills and not found:
            one = Round(site, seed, 0, min(KILLS_PER_ROUND, kills - tally.kills))
            asyncio.run(one.run())
            found = one.judge()
            tally.add(one)
            print(tally.text(found), flush=True)
            seed += 1
    except RuntimeError as error:  # a server that does not start again
        found += 1
        print(f"VIOLATION: {store}: {error}, seed {seed}")
    finally:
        if site:
            site.close()
    print(tally.text(found), flush=True)
    return found


def knows_etcd(telltale):
    """Asked with an address that is none, it says why it cannot."""
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run([telltale, "serve", "--data-dir", folder, "--listen", "127.0.0.1:0",
                                "--http", "127.0.0.1:0", "--store", "etcd://nowhere"],
                               capture_output=True, text=True, check=False)
    return "without etcd" not in tried.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("telltale")
    parser.add_argument("--seconds", type=float, default=16)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--kills", type=int, default=None)
    parser.add_argument("--store", choices=sorted(SHARE))
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 31) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    found = 0
    for store, share in SHARE.items():
        if options.store not in (None, store):
            continue
        if store == "etcd" and not os.access(ETCD, os.X_OK):
            print(f"etcd: left out, there is no {ETCD}")
            continue
        if store == "etcd" and not knows_etcd(options.telltale):
            print("etcd: left out, this telltale was built without it")
            continue
        if options.kills is not None:
            if store != "memory":
                found += run_kills(options.telltale, store, seed, options.kills)
            continue
        found += run_store(options.telltale, store, seed,
                           options.seconds if options.store else options.seconds * share)
    print(f"seed {seed}: {'ok' if not found else f'{found} violations'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
