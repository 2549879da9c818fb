#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`kill -9` of `telltale run` at random points while things change: nothing that was said is lost,
no Event is told twice, and what stands at the end is what a fresh telltale would say.

Usage: restart_live_test.py PATH_TO_TELLTALE

TELLTALE_TEST_SEED chooses another run; TELLTALE_TEST_LONG=1 makes it ten times as long.
"""
# Servers: embedded, kube

import collections
import contextlib
import os
import random
import socket
import threading

import live_objects as objects
from live_server import LiveCase, condition_of, is_long_run, main, path_of

# Ports of the system's choice are others each time, and would be written.
FLAGS = ("--no-remote", "--advertise=https://telltale.example.com")
STEPS = 400 if is_long_run() else 40
# Whoever tells more than 25 Events of one object is told to be silent, so each tells of few.
STEPS_PER_MACHINE = 8
KILL_CHANCE = 0.3
PAUSE_SECONDS_MAX = 0.5


class History:
    """Every version of every Machine of a namespace, as a watch tells it."""

    def __init__(self, server, space):
        listed = server.api.get(path_of("Machine", space)).json
        self.turns = collections.defaultdict(list)
        for stored in listed["items"]:
            self.take(stored)
        revision = listed["metadata"]["resourceVersion"]
        self.watch = server.api.watch(f"{path_of('Machine', space)}?watch=true"
                                      f"&resourceVersion={revision}&timeoutSeconds=600")
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        try:
            while (event := self.watch.next(600)) is not None:
                self.take(event["object"])
        except (OSError, ValueError, AttributeError):
            pass
        finally:
            self.watch.close()

    def end(self):
        """Closing what another thread reads would wait for it."""
        with contextlib.suppress(OSError):
            self.watch.connection.sock.shutdown(socket.SHUT_RDWR)
        self.reader.join()

    def take(self, stored):
        turn = condition_of(stored, "InfrastructureReady")
        turns = self.turns[stored["metadata"]["name"]]
        if turn and (not turns or turns[-1]["status"] != turn["status"]):
            turns.append(turn)


class Restart(LiveCase):
    def setUp(self):
        super().setUp()
        self.random = random.Random(int(os.environ.get("TELLTALE_TEST_SEED", "6")))
        self.machines = [f"m{number}" for number in range(STEPS // STEPS_PER_MACHINE)]
        self.last = {}

    def make_fleet(self, space):
        self.server.namespace(space)
        objects.make_cluster(self.server, space, "c1")
        machines = objects.make_set(self.server, space, "c1", "ms", replicas=len(self.machines))
        for name in self.machines:
            objects.make_machine(self.server, space, "c1", name, owner=machines)

    def flip(self, step):
        """One Machine's infrastructure fails or is well again, in words that nobody used before."""
        name = self.machines[step % len(self.machines)]
        was_ready = self.last.get(name, (True,))[0]
        self.last[name] = (not was_ready, f"{'Trouble' if was_ready else 'Fine'}{step}",
                           f"step {step}")
        self.tell(self.space, name)

    def tell(self, space, name):
        self.server.set_status("DockerMachine", space, name,
                               objects.infrastructure_status(*self.last[name]))

    def wait_for_the_last_words(self, space):
        for name, (ready, reason, _) in self.last.items():
            self.expect_condition("Machine", space, name, "InfrastructureReady",
                                  "True" if ready else "False", reason)

    def said(self, space):
        """What stands on everything, without the times."""
        found = {}
        for kind in ("Cluster", "MachineSet", "Machine"):
            for stored in self.server.list(kind, space):
                for one in stored["status"]["conditions"]:
                    key = (kind, stored["metadata"]["name"], one["type"])
                    found[key] = (one["status"], one["reason"], one["message"])
        return found

    def differences(self, twin):
        stood, fresh = self.said(self.space), self.said(twin)
        return {key: (stood.get(key), fresh.get(key)) for key in stood.keys() | fresh.keys()
                if stood.get(key) != fresh.get(key)}

    def test_kill_at_random_points(self):
        self.make_fleet(self.space)
        run = self.run_telltale(*FLAGS)
        for name in self.machines:
            self.expect_condition("Machine", self.space, name, "InfrastructureReady", "True")
        history = History(self.server, self.space)
        self.addCleanup(history.end)
        kills = 0
        for step in range(STEPS):
            self.flip(step)
            self.meanwhile(self.random.uniform(0, PAUSE_SECONDS_MAX))
            if self.random.random() < KILL_CHANCE:
                run.kill()
                kills += 1
                self.meanwhile(self.random.uniform(0, 0.2))
                run = self.run_telltale(*FLAGS, ready=False)
        self.assertGreater(kills, 3, "the seed kills often enough to show something")
        self.wait_for_the_last_words(self.space)
        self.settle()
        self.check_events(history)
        self.check_a_fresh_one_agrees(run)

    def check_events(self, history):
        told = collections.Counter((event["regarding"]["name"], event["reason"], event["type"])
                                   for event in self.server.events(self.space)
                                   if event["reason"].startswith(("Trouble", "Fine")))
        self.assertEqual([key for key, count in told.items() if count > 1], [],
                         "no Event is told twice")
        missing, turned = [], 0
        for name, turns in history.turns.items():
            for turn in turns[1:]:
                turned += 1
                kind = "Warning" if turn["status"] == "False" else "Normal"
                if (name, turn["reason"], kind) not in told:
                    missing.append((name, turn["reason"], kind))
        self.assertGreater(turned, STEPS // 4, "most of the script was seen and written")
        self.assertEqual(missing, [], "each turn that was written was told")

    def check_a_fresh_one_agrees(self, run):
        twin = f"{self.space}-twin"
        self.make_fleet(twin)
        for name in self.last:
            self.tell(twin, name)
        self.wait_for_the_last_words(twin)
        self.settle()
        # For a while Machines are too young to be counted by some sums.
        self.eventually(lambda: self.differences(twin) == {} or self.fail(self.differences(twin)),
                        "what stands is what is said of such a fleet that was never interrupted")
        run.stop()
        before = self.settle()
        self.run_telltale(*FLAGS)
        self.meanwhile(3)
        self.assertEqual(self.server.writes() - before, 0, "a fresh telltale has nothing to add")


if __name__ == "__main__":
    main()
