#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Unmodified clients on telltale's own server and on a real kube-apiserver: a manager made with
controller-runtime, and Helm. What they bring about must be the same on both.

Usage: clients_test.py PATH_TO_TELLTALE, and KUBECONFIG names the real server
"""

import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from pathlib import Path

import clients
import programs
from agreement_test import same_in_every_world
from kube_server import RunningServer

from api_server import ApiServer, eventually  # found where kube_server looks
from gadgets import DEFINITIONS, NAMESPACES, definition, gadget

TELLTALE = ""
NAMES = ("one", "two", "three")
GADGETS = "/apis/ref.example.com/v1/namespaces/clients/gadgets"
SECONDS_MAX = 120
OWNED = {
    "deployments": "/apis/apps/v1/namespaces/clients/deployments",
    "services": "/api/v1/namespaces/clients/services",
    "configmaps": "/api/v1/namespaces/clients/configmaps",
    "poddisruptionbudgets": "/apis/policy/v1/namespaces/clients/poddisruptionbudgets",
}
# What Helm writes about a release differs by the moment.
RELEASE_SECRETS = "/api/v1/namespaces/shop/secrets"

CHART = {
    "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
    "values.yaml": "greeting: hello\nport: 80\n",
    "templates/all.yaml": """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: shop}
        data: {greeting: "{{ .Values.greeting }}"}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: shop}
        spec: {selector: {app: shop}, ports: [{port: {{ .Values.port }}, targetPort: 8080}]}
        ---
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: shop}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: shop}
        rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: shop}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: shop}
        subjects: [{kind: ServiceAccount, name: shop, namespace: {{ .Release.Namespace }}}]
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: shop}
        spec: {podSelector: {matchLabels: {app: shop}}}
        """,
    "templates/workload.yaml": """
        {{ if .Values.workload }}
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: shop}
        spec:
          selector: {matchLabels: {app: shop}}
          template:
            metadata: {labels: {app: shop}}
            spec: {containers: [{name: shop, image: "example.com/shop:1"}]}
        ---
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: shop}
        spec:
          schedule: "0 3 * * *"
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: tidy, image: "example.com/tidy:1"}]
        ---
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: {name: shop}
        spec: {defaultBackend: {service: {name: shop, port: {number: 80}}}}
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: shop}
        spec: {maxUnavailable: 1, selector: {matchLabels: {app: shop}}}
        {{ end }}
        """,
}
INSTALLED = {
    "configmap": "/api/v1/namespaces/shop/configmaps/shop",
    "service": "/api/v1/namespaces/shop/services/shop",
    "role": "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles/shop",
    "policy": "/apis/networking.k8s.io/v1/namespaces/shop/networkpolicies/shop",
}
WORKLOAD = {
    "deployment": "/apis/apps/v1/namespaces/shop/deployments/shop",
    "cronjob": "/apis/batch/v1/namespaces/shop/cronjobs/shop",
    "ingress": "/apis/networking.k8s.io/v1/namespaces/shop/ingresses/shop",
    "budget": "/apis/policy/v1/namespaces/shop/poddisruptionbudgets/shop",
}


def essence(answer):
    """An object without what differs by the moment and without who wrote which field when."""
    body = same_in_every_world(answer.json)
    body.get("metadata", {}).pop("managedFields", None)
    return answer.code, body


class Manager:
    """The program at work, and the lines it printed."""

    def __init__(self, program, server):
        self.lines = []
        self.child = subprocess.Popen([program, server.kubeconfig, "clients"],
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.child.stdout:
            self.lines.append(line.strip())

    def said(self, text):
        return any(text in line for line in list(self.lines))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.terminate()
        self.child.wait(SECONDS_MAX)


class Clients(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        try:
            cls.programs = clients.found()
        except programs.Skipped as reason:
            print(f"SKIPPED clients_test: {reason}", flush=True)
            raise unittest.SkipTest(str(reason)) from None
        cls.telltale = ApiServer(TELLTALE)
        cls.addClassCleanup(cls.telltale.close)
        cls.kube = RunningServer()

    def both(self, play):
        """What a play ends in on both servers."""
        with self.subTest("kube-apiserver"):
            wanted = play(self.kube)
        with self.subTest("telltale"):
            self.assertEqual(wanted, play(self.telltale))

    # -- a manager

    def wait(self, holds, what, manager):
        try:
            eventually(holds, what, SECONDS_MAX)
        except AssertionError as trouble:
            raise AssertionError(f"{trouble}\n" + "\n".join(manager.lines[-30:])) from None

    def all_are(self, server, phase):
        return all(server.get(f"{GADGETS}/{name}").json.get("status", {}).get("phase") == phase
                   for name in NAMES)

    def play_manager(self, server):
        answer = server.post(DEFINITIONS, definition())
        self.assertIn(answer.code, (201, 409), answer.text)
        eventually(lambda: server.get(GADGETS).code == 200, "gadgets are served")
        self.assertEqual(server.post(NAMESPACES, {"metadata": {"name": "clients"}}).code, 201)
        with Manager(str(self.programs / "manager"), server) as manager:
            self.wait(lambda: manager.said("all synced"), "the informers are there", manager)
            for name in NAMES:
                self.assertEqual(server.post(GADGETS, gadget(name, 3)).code, 201)
            self.wait(lambda: self.all_are(server, "size-3"), "gadgets are kept", manager)
            for name in NAMES:
                server.patch(f"{GADGETS}/{name}", {"spec": {"size": 5}})
            self.wait(lambda: self.all_are(server, "size-5"), "gadgets are changed", manager)
            kept = {f"{plural}/{name}": essence(server.get(f"{path}/{name}"))
                    for plural, path in OWNED.items() for name in NAMES}
            for plural, path in OWNED.items():
                addressed = server.get(f"{path}/one").json
                self.assertEqual(addressed["metadata"]["ownerReferences"][0]["kind"], "Gadget")
                if plural == "services":
                    self.assertRegex(addressed["spec"]["clusterIP"], r"^10\.\d+\.\d+\.\d+$")
            self.wait(lambda: self.events(server) == len(NAMES) * 2, "events are recorded", manager)
            for name in NAMES:
                server.delete(f"{GADGETS}/{name}")
            self.wait(lambda: not server.get(GADGETS).json["items"], "gadgets are gone", manager)
        return kept

    @staticmethod
    def events(server):
        events = server.get("/apis/events.k8s.io/v1/namespaces/clients/events").json["items"]
        return sum(event.get("reason") == "Kept" for event in events)

    def test_a_manager_made_with_controller_runtime(self):
        self.both(self.play_manager)

    # -- Helm

    def helm(self, server, *arguments):
        env = {"PATH": os.environ.get("PATH", ""), "HOME": self.home,
               "KUBECONFIG": server.kubeconfig}
        done = subprocess.run([str(self.programs / "helm"), *arguments], env=env, text=True,
                              capture_output=True, check=False, timeout=SECONDS_MAX)
        self.assertEqual(done.returncode, 0, f"helm {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def play_helm(self, server):
        options = ("-n", "shop", "--wait", "--timeout", "60s")
        self.helm(server, "install", "shop", self.chart, "--create-namespace", *options)
        first = {name: essence(server.get(path)) for name, path in INSTALLED.items()}
        address = server.get(INSTALLED["service"]).json["spec"]["clusterIP"]
        self.helm(server, "upgrade", "shop", self.chart, "--set", "greeting=bye,port=81", *options)
        second = {name: essence(server.get(path)) for name, path in INSTALLED.items()}
        self.assertEqual(server.get(INSTALLED["service"]).json["spec"]["clusterIP"], address)
        self.helm(server, "upgrade", "shop", self.chart, "-n", "shop", "--set", "workload=true")
        third = {name: essence(server.get(path)) for name, path in WORKLOAD.items()}
        self.helm(server, "rollback", "shop", "1", "-n", "shop")
        fourth = {name: essence(server.get(path)) for name, path in INSTALLED.items()}
        gone = [server.get(path).code for path in WORKLOAD.values()]
        history = self.helm(server, "history", "shop", "-n", "shop", "-o", "json").count("revision")
        self.helm(server, "uninstall", "shop", *options)
        left = [server.get(path).code for path in INSTALLED.values()]
        self.assertEqual(server.get(RELEASE_SECRETS).json["items"], [])
        return {"first": first, "second": second, "third": third, "fourth": fourth, "gone": gone,
                "history": history, "left": left}

    def test_helm(self):
        with tempfile.TemporaryDirectory() as folder:
            self.home = os.path.join(folder, "home")
            self.chart = os.path.join(folder, "shop")
            for name, text in CHART.items():
                path = Path(self.chart) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(textwrap.dedent(text), encoding="utf-8")
            self.both(self.play_helm)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
