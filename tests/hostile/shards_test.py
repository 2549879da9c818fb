#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shards under partition: of two `telltale run --shards` one is frozen, or cut off from its server,
for longer than its Leases last, and comes back. Meanwhile the other one has all of them; afterwards
no object is written by both, and no shard is nobody's.

Usage: shards_test.py PATH_TO_TELLTALE
"""

import re
import signal
import time

from hostile import TELLTALE, note, sized
from hostile import main as hostile_main
import live_objects as objects  # hostile says where they lie
from live_server import LiveCase, Settings

from false_server import FalseServer

LEASE_SECONDS = 4
TIMES = [f"--leader-elect-lease-duration={LEASE_SECONDS}s", "--leader-elect-renew-deadline=3s",
         "--leader-elect-retry-period=1s"]
AWAY_SECONDS = LEASE_SECONDS + 3
SLACK_SECONDS = 20
TREES = 6
SHARDS = 4
TURNS = sized(1, 5)


class Partition(LiveCase):
    own_server = True

    def setUp(self):
        super().setUp()
        self.own = self.server.namespace(f"{self.space}-own")
        self.names = [f"t{number}" for number in range(TREES)]
        for name in self.names:
            objects.make_cluster(self.server, self.space, name)
            objects.make_machine(self.server, self.space, name, name)

    def start(self, false):
        return self.run_telltale(
            "--no-remote", f"--shards={SHARDS}", *TIMES, own_namespace=self.own, ready=False,
            kubeconfig=false.kubeconfig(self.server.home, f"kubeconfig-{id(false)}"))

    def held(self):
        """holder -> how many shards."""
        counts = {}
        for lease in self.server.list("Lease", self.own):
            holder = lease["spec"].get("holderIdentity")
            if "-shard-" in lease["metadata"]["name"] and holder:
                counts[holder] = counts.get(holder, 0) + 1
        return counts

    def share(self):
        self.eventually(lambda: sorted(self.held().values()) == [2, 2],
                        "two hold two shards each", 90)

    def change(self, reason):
        for name in self.names:
            self.server.set_status("DockerMachine", self.space, name,
                                   objects.infrastructure_status(False, reason))

    def expect(self, reason, seconds):
        for name in self.names:
            self.expect_condition("Machine", self.space, name, "InfrastructureReady", "False",
                                  reason, seconds=seconds)

    def wrote(self, run, name, reason):
        return re.findall(rf"^.*Machine {self.space}/{name}:[^\n]* InfrastructureReady=False "
                          rf"reason={reason}\b", run.logged(), re.M)

    def assert_written_by_one(self, runs, reason):
        for name in self.names:
            wrote = [lines for run in runs if (lines := self.wrote(run, name, reason))]
            self.assertEqual(1, len(wrote), f"one of them wrote {name} for {reason}: {wrote}")
            self.assertLessEqual(len(self.server.events(self.space, name, reason)), 1)

    def partition(self, what, leave, come_back):
        falses = [FalseServer(self.server.api) for _ in range(2)]
        for false in falses:
            self.addCleanup(false.close)
        first = self.start(falses[0])
        self.eventually(lambda: sum(self.held().values()) == SHARDS, "one alone holds every shard")
        second = self.start(falses[1])
        self.share()
        for turn in range(TURNS):
            self.change(f"Shared{turn}")
            self.expect(f"Shared{turn}", SLACK_SECONDS)
            self.assert_written_by_one((first, second), f"Shared{turn}")
            leave(first, falses[0])
            began = time.monotonic()
            # News for both: what the one that is away was about to write, the other writes.
            self.change(f"Away{turn}")
            self.meanwhile(AWAY_SECONDS)
            self.expect(f"Away{turn}", SLACK_SECONDS)
            taken = time.monotonic() - began
            self.assertEqual([SHARDS], list(self.held().values()), "who is left has all of them")
            self.change(f"Alone{turn}")
            self.expect(f"Alone{turn}", SLACK_SECONDS)
            come_back(first, falses[0])
            if not first.running():
                # Who could not renew may end; whoever looks after it starts it again.
                first = self.start(falses[0])
            self.share()
            self.change(f"Back{turn}")
            self.expect(f"Back{turn}", SLACK_SECONDS)
            for reason in (f"Alone{turn}", f"Back{turn}"):
                self.assert_written_by_one(self.runs, reason)
            note(f"{what}, turn {turn + 1}", f"all {TREES} trees written {taken:.1f} s after it "
                 f"left, shared again", seconds=time.monotonic() - began)


class Frozen(Partition):
    def test_one_that_was_frozen(self):
        def leave(run, _):
            run.process.send_signal(signal.SIGSTOP)

        def come_back(run, _):
            run.process.send_signal(signal.SIGCONT)
        self.partition("shards, one frozen", leave, come_back)


class CutOff(Partition):
    def test_one_that_was_cut_off(self):
        def come_back(run, false):
            false.mend()
            self.meanwhile(2)
        self.partition("shards, one cut off", lambda _, false: false.cut(), come_back)


def main():
    hostile_main(before=lambda: setattr(Settings, "telltale", TELLTALE[0]))


if __name__ == "__main__":
    main()
