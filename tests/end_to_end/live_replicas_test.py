#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several `telltale run` on one server: one leads and another takes over, or they share the fleet.

Usage: live_replicas_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import time

import live_objects as objects
from live_server import LiveCase, main

LEASE_SECONDS = 4
RETRY_SECONDS = 1
# A watch, a judgement and a write of a debug build on a busy machine.
SLACK_SECONDS = 15
TIMES = [f"--leader-elect-lease-duration={LEASE_SECONDS}s", "--leader-elect-renew-deadline=3s",
         f"--leader-elect-retry-period={RETRY_SECONDS}s"]


class Replicas(LiveCase):
    def leases(self, own):
        """Who holds which Lease that is renewed; those of replicas themselves are left out."""
        return {lease["metadata"]["name"]: lease["spec"].get("holderIdentity") or ""
                for lease in self.server.list("Lease", own)}

    def change(self, space, name, reason):
        self.server.set_status("DockerMachine", space, name,
                               objects.infrastructure_status(False, reason))

    def expect(self, space, name, reason, seconds):
        return self.expect_condition("Machine", space, name, "InfrastructureReady", "False",
                                     reason, seconds=seconds)


class Leader(Replicas):
    number = 0

    def setUp(self):
        super().setUp()
        Leader.number += 1
        self.name = f"led{Leader.number}"
        self.own = self.server.namespace(f"{self.space}-{Leader.number}")
        objects.make_cluster(self.server, self.space, self.name)
        objects.make_machine(self.server, self.space, self.name, self.name)

    def start(self):
        return self.run_telltale("--no-remote", "--leader-elect", *TIMES, own_namespace=self.own,
                                 ready=False)

    def holder(self):
        holders = {holder for holder in self.leases(self.own).values() if holder}
        return holders.pop() if len(holders) == 1 else None

    def start_two(self):
        first = self.start()
        leader = self.eventually(self.holder, "the first one holds the Lease")
        self.expect_condition("Machine", self.space, self.name, "InfrastructureReady", "True")
        second = self.start()
        self.meanwhile(LEASE_SECONDS + 1)
        self.assertEqual(self.holder(), leader, "the second one waits")
        return first, second, leader

    def assert_silent(self, run):
        self.assertNotIn("setting ", run.logged(),
                         f"who does not lead writes nothing\n{run.tail()}")

    def test_another_takes_over_from_a_killed_leader(self):
        first, second, leader = self.start_two()
        self.change(self.space, self.name, "Led")
        self.expect(self.space, self.name, "Led", SLACK_SECONDS)
        self.assert_silent(second)
        first.kill()
        killed = time.monotonic()
        self.change(self.space, self.name, "Orphaned")
        self.expect(self.space, self.name, "Orphaned",
                    LEASE_SECONDS + RETRY_SECONDS + SLACK_SECONDS)
        self.assertNotEqual(self.holder(), leader, "the Lease has a new holder")
        self.assertGreater(time.monotonic() - killed, LEASE_SECONDS - RETRY_SECONDS - 2,
                           "a Lease is not taken before it has run out")

    def test_a_leader_that_is_told_to_end_gives_the_lease_back(self):
        first, second, leader = self.start_two()
        self.assert_silent(second)
        self.assertEqual(first.stop(), 0, f"SIGTERM ends it well\n{first.tail()}")
        self.assertNotIn(leader, self.leases(self.own).values(),
                         "the Lease is given back before the process ends")
        self.eventually(lambda: self.holder() not in (None, leader), "the other one leads")
        self.change(self.space, self.name, "Handed")
        self.expect(self.space, self.name, "Handed", SLACK_SECONDS)


class Shards(Replicas):
    TREES = 8
    SHARDS = 4

    def start(self):
        return self.run_telltale("--no-remote", f"--shards={self.SHARDS}", *TIMES,
                                 own_namespace=self.space, ready=False)

    def held(self):
        """holder -> how many shards."""
        counts = {}
        for name, holder in self.leases(self.space).items():
            if "-shard-" in name and holder:
                counts[holder] = counts.get(holder, 0) + 1
        return counts

    def wrote(self, run, name, reason):
        return any(f"Machine {self.space}/{name}:" in line
                   and f" InfrastructureReady=False reason={reason}" in line
                   for line in run.logged().splitlines())

    def test_replicas_share_the_fleet_and_take_over(self):
        names = [f"t{number}" for number in range(self.TREES)]
        for name in names:
            objects.make_cluster(self.server, self.space, name)
            objects.make_machine(self.server, self.space, name, name)
        first = self.start()
        self.eventually(lambda: sum(self.held().values()) == self.SHARDS,
                        "one alone holds every shard")
        second = self.start()
        self.eventually(lambda: sorted(self.held().values()) == [2, 2],
                        "two hold two shards each", 90)
        for name in names:
            self.change(self.space, name, "Shared")
        for name in names:
            self.expect(self.space, name, "Shared", SLACK_SECONDS + LEASE_SECONDS)
        for run in (first, second):
            self.eventually(lambda run=run: "Shared" in run.logged(),
                            "both of them wrote something")
        for name in names:
            wrote = [run for run in (first, second)
                     if self.wrote(run, name, "Shared")]
            self.assertEqual(len(wrote), 1, f"one of them wrote {name}")
        first.kill()
        for name in names:
            self.change(self.space, name, "Inherited")
        for name in names:
            self.expect(self.space, name, "Inherited",
                        LEASE_SECONDS + RETRY_SECONDS + 2 * SLACK_SECONDS)
        self.assertEqual(list(self.held().values()), [self.SHARDS],
                         "who is left holds every shard")


if __name__ == "__main__":
    main()
