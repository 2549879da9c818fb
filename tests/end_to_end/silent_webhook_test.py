#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A conversion webhook that falls silent: a real one, stopped in its tracks, and what others notice
of it. Once it was asked on the thread that commits, and everybody's writes waited with it, for 10
to 20 seconds; the limit here is far from that, and far from what a slow machine takes.

Usage: silent_webhook_test.py PATH_TO_TELLTALE
"""

import concurrent.futures
import json
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

import yaml

from api_server import ApiServer, eventually

TELLTALE = []
SECONDS_MAX = 60
BYSTANDER_SECONDS_MAX = 3.0
STORED = "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machinesets"
CONVERTED = "/apis/cluster.x-k8s.io/v1beta1/namespaces/default/machinesets"
CONFIGMAPS = "/api/v1/namespaces/default/configmaps"


class Webhook:
    """A real `telltale convert --serve`, and the patch that names it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [TELLTALE[0], "convert", "--serve", "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines = [self.process.stdout.readline()]
        while not lines[-1].startswith("ready:"):
            if not lines[-1]:
                raise RuntimeError("the webhook did not start")
            lines.append(self.process.stdout.readline())
        self.patch = yaml.safe_load("".join(lines[2:-1]))

    def fall_silent(self):
        """Its connections are taken and its questions kept, as by a process that hangs."""
        self.process.send_signal(signal.SIGSTOP)

    def speak(self):
        self.process.send_signal(signal.SIGCONT)

    def close(self):
        self.process.kill()
        self.process.communicate()


class Bystander(threading.Thread):
    """Somebody who writes ConfigMaps, one after the other, and notes how long each took."""

    def __init__(self, server, name):
        super().__init__()
        self.server, self.prefix = server, name
        self.took, self.codes = [], set()
        self.ending = threading.Event()

    def run(self):
        while not self.ending.is_set():
            body = {"apiVersion": "v1", "kind": "ConfigMap",
                    "metadata": {"name": f"{self.prefix}-{len(self.took)}"}}
            began = time.monotonic()
            self.codes.add(self.server.post(CONFIGMAPS, body).code)
            self.took.append(time.monotonic() - began)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.join()


def machine_set(name):
    return {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
            "metadata": {"namespace": "default", "name": name},
            "spec": {"clusterName": "c1", "selector": {"matchLabels": {"set": name}},
                     "template": {"metadata": {"labels": {"set": name}},
                                  "spec": {"clusterName": "c1",
                                           "bootstrap": {"dataSecretName": "x"},
                                           "infrastructureRef": {
                                               "apiGroup": "infrastructure.cluster.x-k8s.io",
                                               "kind": "DockerMachineTemplate", "name": name}}}}}


class SilentWebhook(unittest.TestCase):
    def setUp(self):
        self.webhook = Webhook()
        self.addCleanup(self.webhook.close)
        self.server = ApiServer(TELLTALE[0], "--no-crds")
        self.addCleanup(self.server.close)
        printed = subprocess.run(
            [TELLTALE[0], "manifests", "crds", "--name", "machinesets", "-o", "json"],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=True).stdout
        definition = json.loads(printed)
        definition["spec"].update(self.webhook.patch["spec"])
        made = self.server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                                definition)
        self.assertEqual(made.code, 201, made.text)
        self.make("s1")

    def make(self, name):
        made = self.server.post(STORED, machine_set(name))
        self.assertEqual(made.code, 201, made.text)

    def unharmed(self, bystander):
        self.assertEqual({201}, bystander.codes)
        self.assertGreater(len(bystander.took), 10)
        self.assertLess(max(bystander.took), BYSTANDER_SECONDS_MAX)

    def metric(self, name):
        found = re.search(rf"^{name} (\d+)", self.server.get("/metrics").text, re.MULTILINE)
        return int(found.group(1))

    def test_a_watch_that_needs_it_ends_and_nobody_else_waits(self):
        with self.server.watch(f"{CONVERTED}?watch=1") as watch, \
                self.server.watch(f"{STORED}?watch=1") as plain:
            first = watch.next()
            self.assertEqual(("ADDED", "s1"), (first["type"], first["object"]["metadata"]["name"]))
            self.assertEqual("cluster.x-k8s.io/v1beta1", first["object"]["apiVersion"])
            plain.next()
            self.webhook.fall_silent()
            with Bystander(self.server, "watch") as bystander:
                began = time.monotonic()
                self.make("s2")
                self.assertLess(time.monotonic() - began, BYSTANDER_SECONDS_MAX)
                self.assertEqual("s2", plain.next()["object"]["metadata"]["name"])
                self.assertLess(time.monotonic() - began, BYSTANDER_SECONDS_MAX)
                ends = watch.rest()
            self.assertEqual(["ERROR"], [event["type"] for event in ends])
            self.assertIn("conversion webhook", ends[0]["object"]["message"])
            self.unharmed(bystander)
        self.assertGreaterEqual(
            self.metric("telltale_apiserver_conversion_reviews_unanswered_total"), 1)

    def test_many_who_need_it_leave_workers_for_those_who_do_not(self):
        self.webhook.fall_silent()
        with Bystander(self.server, "many") as bystander, \
                concurrent.futures.ThreadPoolExecutor(60) as pool:
            answers = list(pool.map(lambda _: self.server.get(f"{CONVERTED}/s1"), range(60)))
        self.unharmed(bystander)
        # Some waited in vain, the others were told at once to come back.
        self.assertEqual({429, 500}, {answer.code for answer in answers})
        # By now nobody waits for it any more,
        began = time.monotonic()
        self.assertEqual(500, self.server.get(f"{CONVERTED}/s1").code)
        self.assertLess(time.monotonic() - began, BYSTANDER_SECONDS_MAX)
        # until it is there again.
        self.webhook.speak()
        eventually(lambda: self.server.get(f"{CONVERTED}/s1").code == 200,
                   "the webhook is asked again", SECONDS_MAX)

    def test_a_page_is_one_review(self):
        for number in range(2, 30):
            self.make(f"s{number}")
        before = self.metric("telltale_apiserver_conversion_reviews_answered_total")
        listed = self.server.get(CONVERTED)
        self.assertEqual(29, len(listed.json["items"]), listed.text)
        self.assertEqual({"cluster.x-k8s.io/v1beta1"},
                         {item["apiVersion"] for item in listed.json["items"]})
        self.assertEqual(
            before + 1, self.metric("telltale_apiserver_conversion_reviews_answered_total"))


if __name__ == "__main__":
    TELLTALE.append(sys.argv.pop(1))
    unittest.main()
