#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Beside others who write: a controller that keeps writing a condition, another telltale, and a
server where telltale's own namespace is not there.

Usage: live_writers_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import threading
import unittest

import live_objects as objects
from live_server import LiveCase, condition, condition_of, main, path_of, types_of

RIVAL = "rival-controller"
TYPES = ("MachinesReady", "ScalingUp", "ScalingDown", "Deleted")


class Writers(LiveCase):
    def make_sets(self, *names):
        objects.make_cluster(self.server, self.space, f"c-{names[0]}")
        for name in names:
            objects.make_set(self.server, self.space, f"c-{names[0]}", name, replicas=2)

    def told(self, name):
        return types_of(self.server.read("MachineSet", self.space, name))

    def successes(self, run):
        return run.metric('controller_runtime_reconcile_total{controller="telltale",'
                          'result="success"}')


class Beside(Writers):
    def rival(self, names, stop):
        """Writes what it says about scaling again and again; conditions of others it keeps."""
        connection = self.server.api.connect()
        number = 0
        while not stop.is_set():
            number += 1
            for name in names:
                stored = self.server.read("MachineSet", self.space, name)
                conditions = stored.get("status", {}).get("conditions", [])
                mine = condition("ScalingUp", "True", "Rival", f"message {number}")
                body = {"metadata": {"resourceVersion": stored["metadata"]["resourceVersion"]},
                        "status": {"conditions": [mine, *(one for one in conditions
                                                          if one["type"] != "ScalingUp")]}}
                self.server.api.patch(
                    f"{path_of('MachineSet', self.space, name)}/status?fieldManager={RIVAL}",
                    body, connection=connection)
            stop.wait(0.1)
        connection.close()

    def test_a_controller_that_keeps_writing_is_left_alone(self):
        self.make_sets("s1", "s2", "s3")
        run = self.run_telltale("--no-remote")
        for name in ("s1", "s2", "s3"):
            self.eventually(lambda name=name: set(TYPES) <= self.told(name),
                            f"{name} has its conditions")
        self.settle()
        stop = threading.Event()
        writer = threading.Thread(target=self.rival, args=(("s1", "s2"), stop))
        writer.start()
        try:
            self.eventually(lambda: run.metric('telltale_let_go_total{scope="kind"}') >= 1,
                            "telltale lets go of ScalingUp on every MachineSet")
            self.meanwhile(2)
            before = self.successes(run)
            self.meanwhile(4)
            self.assertEqual(self.successes(run) - before, 0,
                             f"its writes have ended\n{run.tail()}")
        finally:
            stop.set()
            writer.join()
        for name in ("s1", "s2", "s3"):
            self.assertLessEqual(set(TYPES), self.told(name), "no object lost a condition")
        stored = self.server.read("MachineSet", self.space, "s1")
        self.assertEqual(condition_of(stored, "ScalingUp")["reason"], "Rival")
        self.assertIn(f"letting go of ScalingUp on every MachineSet: {RIVAL} writes it",
                      run.logged())
        self.assertTrue(self.server.events(self.space, reason="ConditionLetGo"),
                        "and Events tell")
        kept = self.server.read("ConfigMap", f"{self.space}-own", "telltale-writers")
        self.assertIn(RIVAL, kept["data"]["writers.json"])

    def test_a_fresh_object_waits_for_its_owner(self):
        run = self.run_telltale("--no-remote", "--claim-after=4s")
        self.eventually(lambda: run.metric("telltale_writing") == 1, "nobody else writes")
        objects.make_cluster(self.server, self.space, "young")
        objects.make_machine(self.server, self.space, "young", "young")
        self.eventually(lambda: "Deleted" in types_of(
            self.server.read("Machine", self.space, "young")), "what nobody else has comes at once")
        self.assertNotIn("BootstrapConfigReady",
                         types_of(self.server.read("Machine", self.space, "young")), run.tail())
        self.expect_condition("Machine", self.space, "young", "BootstrapConfigReady", "True")


class Two(Writers):
    def test_two_with_different_policies_do_not_fight(self):
        self.make_sets("t1")
        first = self.run_telltale("--no-remote", "--write=missing")
        self.eventually(lambda: set(TYPES) <= self.told("t1"), "t1 has its conditions")
        second = self.run_telltale("--no-remote", "--write=all")
        self.eventually(lambda: "holds the Lease telltale-writer" in second.logged(),
                        "the second one says that another one writes")
        self.assertIn("--write=none", second.logged())
        self.assertEqual(second.metric("telltale_writing"), 0)
        self.assertEqual(first.metric("telltale_writing"), 1)
        before = self.settle()
        self.meanwhile(4)
        self.assertEqual(self.server.writes() - before, 0, "nobody writes at rest")
        self.assertNotIn("setting ", second.logged(), second.tail())
        self.assertEqual(first.stop(), 0)
        self.eventually(lambda: "writing again" in second.logged(),
                        "the second one takes over what is given back")

    def test_two_in_different_namespaces_know_each_other_by_their_writes(self):
        self.make_sets("u1")
        runs = [self.run_telltale("--no-remote", f"--write={policy}",
                                  own_namespace=self.server.namespace(f"{self.space}-{policy}"))
                for policy in ("missing", "all")]
        self.eventually(lambda: set(TYPES) <= self.told("u1"), "u1 has its conditions")
        for number in range(6):
            self.server.change("MachineSet", self.space, "u1", {"spec": {"replicas": number + 3}})
            self.meanwhile(0.5)
        before = self.settle()
        self.meanwhile(4)
        self.assertEqual(self.server.writes() - before, 0,
                         "nobody fights" + "".join(run.tail() for run in runs))


class Homeless(Writers):
    def test_a_missing_namespace_is_made_and_memory_is_kept(self):
        space = self.server.namespace(f"{self.space}-pools")
        for name in ("web", "gpu"):
            objects.make_hosted_pool(self.server, space, name)
            objects.make_hosted_machine(self.server, space, name, f"{name}-1")
        own = f"{self.space}-own"
        run = self.run_telltale("--no-remote",
                                "--feature-gates=NodePoolProgressingCondition=true",
                                "--failure-threshold=CloudQuotaExceeded=1s",
                                kubeconfig=self.server.kubeconfig, own_namespace=own)
        for name in ("web", "gpu"):
            self.expect_condition("HyperShiftPool", space, name, "Progressing", "False",
                                  "CloudQuotaExceeded")

        def remembered():
            answer = self.server.api.get(path_of("ConfigMap", own, "telltale-memory-00"))
            entries = answer.json.get("data", {}) if answer.code == 200 else {}
            return sum(1 for name in entries if name.startswith(f"{space}_")) == 2
        self.eventually(remembered, "both pools are remembered in one ConfigMap", 10)
        self.assertIn(f"made the namespace {own}", run.logged())
        self.server.api.delete(f"/api/v1/namespaces/{own}")


if __name__ == "__main__":
    main()
