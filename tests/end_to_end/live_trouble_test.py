#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale run` and a server that has trouble: killed and started again, frozen, in a storm of
other writers, and one that no longer knows us.

Usage: live_trouble_test.py PATH_TO_TELLTALE
"""
# Servers: embedded, kube

import json
import os
import threading
import time

import yaml

import live_objects as objects
from live_server import LiveCase, condition, condition_of, main, path_of

FROZEN_SECONDS = 4
STORM_SECONDS = 6


class Trouble(LiveCase):
    def make(self, name):
        objects.make_cluster(self.server, self.space, name)
        objects.make_machine(self.server, self.space, name, name)

    def expect_goes_on(self, name, reason):
        """A change of now is seen and written."""
        self.server.set_status("DockerMachine", self.space, name,
                               objects.infrastructure_status(False, reason))
        return self.expect_condition("Machine", self.space, name, "InfrastructureReady", "False",
                                     reason)


class Server(Trouble):
    own_server = True

    def test_the_server_is_killed_and_started_again(self):
        self.make("reborn")
        run = self.run_telltale("--no-remote")
        self.expect_condition("Machine", self.space, "reborn", "InfrastructureReady", "True")
        self.settle()
        before = self.server.read("Machine", self.space, "reborn")
        if self.server.kind == "kube":
            self.server.api.compact()  # whoever watches must list anew
        self.server.kill()
        self.meanwhile(2)
        self.assertTrue(run.running(), f"it outlives its server\n{run.tail()}")
        self.server.start_again()
        self.meanwhile(3)
        self.assertEqual(self.server.read("Machine", self.space, "reborn"), before,
                         "what was said stays, and nothing is said twice")
        self.expect_goes_on("reborn", "AfterTheRestart")
        self.assertEqual(len(self.server.events(self.space, "reborn", "AfterTheRestart")), 1)

    def test_the_server_freezes_for_a_while(self):
        self.make("frozen")
        run = self.run_telltale("--no-remote")
        self.expect_condition("Machine", self.space, "frozen", "InfrastructureReady", "True")
        with self.server.frozen():
            self.meanwhile(FROZEN_SECONDS)
        self.assertTrue(run.running(), f"it waits for its server\n{run.tail()}")
        self.expect_goes_on("frozen", "AfterTheThaw")


class Storm(Trouble):
    def storm(self, write):
        """Another writer, as fast as it can, until told to stop; how often it succeeded."""
        ending, written, failures = threading.Event(), [], []

        def blow():
            try:
                while not ending.is_set():
                    if write(len(written) + 1):
                        written.append(len(written) + 1)
            except Exception as trouble:  # pylint: disable=broad-except
                failures.append(trouble)
        thread = threading.Thread(target=blow)
        thread.start()

        def stop():
            ending.set()
            thread.join()
            self.assertEqual(failures, [], "the other writer meets no errors of its own")
            return len(written)
        return stop

    def flip_until(self, name):
        """Meanwhile telltale has something to say, too."""
        end, step = time.monotonic() + STORM_SECONDS, 0
        while time.monotonic() < end:
            step += 1
            self.server.set_status("DockerMachine", self.space, name, objects.infrastructure_status(
                step % 2 == 0, f"Step{step}"))
            self.meanwhile(0.3)
        return step

    def test_conflicts_without_end_on_lists_with_owners(self):
        self.make("storm")
        path = path_of("Machine", self.space, "storm")
        connection = self.server.api.connect()
        self.addCleanup(connection.close)

        def write(number):
            said = {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
                    "metadata": {"name": "storm", "namespace": self.space},
                    "status": {"conditions": [condition("Storm", "True", "Blows", str(number))]}}
            answer = self.server.api.patch(
                f"{path}/status?fieldManager=storm&force=true", json.dumps(said),
                kind="apply-patch+yaml", connection=connection)
            self.assertEqual(answer.code, 200, answer.text)
            return True
        run = self.run_telltale("--no-remote")
        self.expect_condition("Machine", self.space, "storm", "InfrastructureReady", "True")
        stop = self.storm(write)
        try:
            last = self.flip_until("storm")
        finally:
            count = stop()
        self.assertGreater(count, 20, "the storm blew")
        self.expect_condition("Machine", self.space, "storm", "InfrastructureReady",
                              "True" if last % 2 == 0 else "False", f"Step{last}")
        stored = self.server.read("Machine", self.space, "storm")
        self.assertEqual(condition_of(stored, "Storm")["message"], str(count),
                         "the last word of the other writer stands")
        self.settle()
        self.assertTrue(run.running())

    def test_conflicts_without_end_on_lists_without_owners(self):
        objects.make_hosted_pool(self.server, self.space, "storm")
        path = path_of("HyperShiftPool", self.space, "storm")
        connection = self.server.api.connect()
        self.addCleanup(connection.close)

        def write(_):
            """Reads, counts one up and writes with what it read: a lost write is a lost count."""
            read = self.server.api.get(path, connection=connection).json
            mine = condition_of(read, "ValidReleaseImage")
            mine["message"] = str(int(mine.get("message") or 0) + 1)
            answer = self.server.api.put(f"{path}/status", read, connection=connection)
            self.assertIn(answer.code, (200, 409), answer.text)
            return answer.code == 200
        self.run_telltale("--feature-gates=NodePoolProgressingCondition=true")
        stop = self.storm(write)
        try:
            self.expect_condition("HyperShiftPool", self.space, "storm", "Progressing", "True")
            self.meanwhile(STORM_SECONDS)
            self.server.change("HyperShiftPool", self.space, "storm", {"spec": {"replicas": 4}})
            self.eventually(lambda: self.server.condition(
                "HyperShiftPool", self.space, "storm", "Progressing").get("observedGeneration")
                == 2, "the new generation is observed in the midst of the storm")
        finally:
            count = stop()
        self.assertGreater(count, 20, "the storm blew")
        stored = self.server.read("HyperShiftPool", self.space, "storm")
        self.assertEqual(int(condition_of(stored, "ValidReleaseImage")["message"]), count,
                         "no write of the other writer is lost")
        self.assertEqual(condition_of(stored, "Progressing")["status"], "True",
                         "nor is telltale's")


class Tokens(Trouble):
    def kubeconfig(self, token_file):
        """The server's kubeconfig, with the token in a file of its own."""
        with open(self.server.kubeconfig, encoding="utf-8") as text:
            config = yaml.safe_load(text)
        config["users"][0]["user"] = {"tokenFile": token_file}
        path = os.path.join(self.server.home, "with-token-file")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        return path

    def write_token(self, token):
        path = os.path.join(self.server.home, "token")
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            file.write(token)
        os.replace(f"{path}.new", path)
        return path

    def test_a_token_is_revoked_and_replaced(self):
        self.make("token")
        answer = self.server.api.post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
            "metadata": {"name": self.space},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                        "name": "cluster-admin"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User",
                          "name": "telltale-viewer"}]})
        self.assertEqual(answer.code, 201, answer.text)
        self.server.namespace(f"{self.space}-own")
        path = self.write_token("of-nobody")
        run = self.run_telltale("--no-remote", kubeconfig=self.kubeconfig(path), ready=False)
        self.eventually(lambda: "401" in run.logged(), "the log says that nobody knows us (401)")
        self.assertNotEqual(run.page("/readyz")[0], 200, "it is not ready without a server")
        self.write_token(self.server.api.token_of("viewer"))
        self.expect_condition("Machine", self.space, "token", "InfrastructureReady", "True",
                              seconds=90)
        run.wait_ready()
        self.write_token("of-nobody-again")
        seen = run.logged().count("401")
        self.meanwhile(11)  # a token file is looked at again after ten seconds
        self.server.set_status("DockerMachine", self.space, "token",
                               objects.infrastructure_status(False, "Unheard"))
        self.eventually(lambda: run.logged().count("401") > seen,
                        "the log says so when a token is revoked later")
        self.write_token(self.server.api.token)
        self.expect_condition("Machine", self.space, "token", "InfrastructureReady", "False",
                              "Unheard", seconds=90)


if __name__ == "__main__":
    main()
