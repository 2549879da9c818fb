#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""At rest nothing is written, as the server counts it: not while `telltale run` runs, and not when
it is started again.

Usage: live_rest_test.py PATH_TO_TELLTALE

TELLTALE_TEST_LONG=1: the 10,000 objects and the minute of the promise, not 2,000 and seconds.
"""
# Servers: embedded, kube

import json
import threading
import unittest

import live_objects as objects
from live_server import API, LiveCase, condition, is_long_run, main, path_of, types_of

OBJECTS = 10_000 if is_long_run() else 2_000
REST_SECONDS = 60 if is_long_run() else 8
# What time alone changes: the Machines of today are judged anew when they are no longer young, and
# who was never reached is called unreachable after two minutes.
YOUTH_SECONDS = 130 if is_long_run() else 12
WRITERS = 4
CLUSTERS = 20


class Rest(LiveCase):
    def post(self, connection, kind, name, body):
        made = {"apiVersion": API[kind][0], "kind": kind, **body}
        made["metadata"] = {"name": name, "namespace": self.space, **made.get("metadata", {})}
        answer = self.server.api.post(path_of(kind, self.space), made, connection=connection)
        self.assertEqual(answer.code, 201, answer.text)
        self.server.made.append((kind, self.space, name))
        return answer.json

    def tell(self, connection, kind, name, status):
        path = path_of(kind, self.space, name)
        answer = self.server.api.patch(f"{path}/status", {"status": status}, connection=connection)
        self.assertEqual(answer.code, 200, answer.text)

    def make_some(self, numbers):
        """A Machine and its DockerMachine for each number."""
        connection = self.server.api.connect()
        for number in numbers:
            name, cluster = f"m{number}", f"c{number % CLUSTERS}"
            labels = {"labels": {objects.CLUSTER_LABEL: cluster}}
            spec = objects.machine_spec(cluster, name)
            self.post(connection, "Machine", name, {"metadata": labels, "spec": spec})
            self.post(connection, "DockerMachine", name, {"metadata": labels, "spec": {}})
            self.tell(connection, "DockerMachine", name,
                      objects.infrastructure_status(number % 3 > 0, "Said"))
        connection.close()

    def make_fleet(self):
        for number in range(CLUSTERS):
            objects.make_cluster(self.server, self.space, f"c{number}")
        count = OBJECTS // 2 - CLUSTERS
        shares = [range(first, count, WRITERS) for first in range(WRITERS)]
        writers = [threading.Thread(target=self.make_some, args=(share,)) for share in shares]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        return count

    def make_pools(self):
        """One of every family, in states that wait for something."""
        objects.make_hosted_pool(self.server, self.space, "web")
        objects.make_hosted_machine(self.server, self.space, "web", "w1")
        pool = objects.make_karpenter_pool(self.server, self.space)
        objects.make_claim(self.server, pool, f"{self.space}-0",
                           {"conditions": [condition("Launched", "True")]})
        objects.make_deployment_of_hive(self.server, self.space, "cd")

    def assert_rest(self, run, before, what):
        self.meanwhile(REST_SECONDS)
        self.assertEqual(self.server.writes() - before, 0, f"{what}: nothing is written\n"
                         f"{run.tail()}")

    def test_nothing_is_written_at_rest_nor_after_a_restart(self):
        machines = self.make_fleet()
        self.make_pools()
        flags = ["--write=all", "--feature-gates=NodePoolProgressingCondition=true",
                 "--kube-api-qps=2000", "--kube-api-burst=2000",
                 # Ports of the system's choice are others each time, and would be written.
                 "--advertise=https://telltale.example.com"]
        # Whoever cannot be reached is tried again and again, which must not be seen either.
        flags.append("--cluster-probe-grace-period=1s" if is_long_run() else "--no-remote")
        run = self.run_telltale(*flags)

        def all_told():
            return sum(1 for one in self.server.list("Machine", self.space)
                       if "InfrastructureReady" in types_of(one)) >= machines
        self.eventually(all_told, "every Machine has its conditions", 120)
        before = self.settle(600, quiet=YOUTH_SECONDS)
        self.assert_rest(run, before, "at rest")
        self.assertEqual(run.stop(), 0, "SIGTERM ends it well")
        stopped = self.settle()
        listed = json.dumps(self.server.list("Machine", self.space), sort_keys=True)
        run = self.run_telltale(*flags)
        self.eventually(lambda: run.metric("telltale_condition_status") >= machines,
                        "the fleet is judged again", 120)
        self.assert_rest(run, stopped, "after a restart")
        self.assertEqual(run.kill(), -9)
        run = self.run_telltale(*flags)
        self.eventually(lambda: run.metric("telltale_condition_status") >= machines,
                        "the fleet is judged again", 120)
        self.assert_rest(run, stopped, "after kill -9")
        self.assertEqual(json.dumps(self.server.list("Machine", self.space), sort_keys=True),
                         listed, "no byte of a Machine is another")

    def test_a_change_that_says_nothing_is_answered_with_nothing(self):
        objects.make_cluster(self.server, self.space, "calm")
        objects.make_machine(self.server, self.space, "calm", "calm")
        run = self.run_telltale("--no-remote")
        self.expect_condition("Machine", self.space, "calm", "InfrastructureReady", "True")
        before = self.settle()
        for number in range(5):
            self.server.change("DockerMachine", self.space, "calm",
                               {"metadata": {"labels": {"n": str(number)}}})
        self.meanwhile(2)
        self.assertEqual(self.server.writes() - before, 5,
                         f"only the five changes themselves are written\n{run.tail()}")


if __name__ == "__main__":
    unittest.TestCase.maxDiff = 2000
    main()
