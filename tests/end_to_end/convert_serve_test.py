#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale convert --serve` in a real process: over TLS, with the authority it prints, asked by
hand and by an API server whose definition names it.

Usage: convert_serve_test.py PATH_TO_TELLTALE
"""

import base64
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

import yaml

from api_server import ApiServer

TELLTALE = ""
SECONDS_MAX = 60
JSON = {"Content-Type": "application/json"}
BODY_BYTES_MAX = 64 << 20
V1BETA1 = "cluster.x-k8s.io/v1beta1"
V1BETA2 = "cluster.x-k8s.io/v1beta2"


def machine_set(name="s1"):
    return {"apiVersion": V1BETA1, "kind": "MachineSet",
            "metadata": {"namespace": "default", "name": name},
            "spec": {"clusterName": "c1", "minReadySeconds": 5, "deletePolicy": "Oldest",
                     "selector": {"matchLabels": {"set": name}},
                     "template": {"metadata": {"labels": {"set": name}},
                                  "spec": {"clusterName": "c1",
                                           "bootstrap": {"dataSecretName": "x"},
                                           "infrastructureRef": {
                                               "apiVersion": "infrastructure.cluster.x-k8s.io/"
                                                             "v1beta1",
                                               "kind": "DockerMachineTemplate", "name": name}}}}}


def review(*objects, to=V1BETA2):
    return json.dumps({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
                       "request": {"uid": "u-1", "desiredAPIVersion": to,
                                   "objects": list(objects)}})


class Webhook:
    """A running `convert --serve`, and what it printed when it was ready."""

    def __init__(self, *flags, listen="127.0.0.1:0"):
        self.process = subprocess.Popen(
            [TELLTALE, "convert", "--serve", "--listen", listen, *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.printed = ""
        while "\nready:" not in self.printed:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"it did not start: {self.process.communicate()}")
            self.printed += line
        # Between the line that says how and the line that says it is ready stands the patch.
        self.patch = yaml.safe_load("".join(
            line + "\n" for line in self.printed.splitlines()[2:-1]))
        client = self.patch["spec"]["conversion"]["webhook"]["clientConfig"]
        self.url = client["url"]
        self.port = int(re.search(r":(\d+)/convert$", self.url).group(1))
        self.ca = base64.b64decode(client["caBundle"]).decode()

    def connect(self, host="127.0.0.1", ca=None):
        tls = ssl.create_default_context(cadata=ca or self.ca)
        return http.client.HTTPSConnection(host, self.port, context=tls, timeout=SECONDS_MAX)

    def ask(self, method, path, body=None, headers=None, **more):
        connection = self.connect(**more)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()
        finally:
            connection.close()

    def convert(self, body, **more):
        code, _, text = self.ask("POST", "/convert?timeout=30s", body, JSON, **more)
        assert code == 200, text
        return json.loads(text)["response"]

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        out, errors = self.process.communicate(timeout=SECONDS_MAX)
        return self.process.returncode, out, errors

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


class ConvertServe(unittest.TestCase):
    def serve(self, *flags, **more):
        webhook = Webhook(*flags, **more)
        self.addCleanup(webhook.close)
        return webhook

    def test_a_review_is_answered_over_tls_with_the_authority_that_was_printed(self):
        webhook = self.serve()
        answer = webhook.convert(review(machine_set("a"), machine_set("b")))
        self.assertEqual((answer["uid"], answer["result"]["status"]), ("u-1", "Success"))
        self.assertEqual([one["metadata"]["name"] for one in answer["convertedObjects"]],
                         ["a", "b"])
        first = answer["convertedObjects"][0]
        self.assertEqual(first["apiVersion"], V1BETA2)
        self.assertEqual(first["spec"]["deletion"], {"order": "Oldest"})
        back = webhook.convert(review(first, to=V1BETA1))["convertedObjects"][0]
        self.assertEqual(back["spec"]["deletePolicy"], "Oldest")
        self.assertEqual(back["spec"]["minReadySeconds"], 5)

    def test_the_patch_is_one_that_a_definition_takes(self):
        conversion = self.serve().patch["spec"]["conversion"]
        self.assertEqual(conversion["strategy"], "Webhook")
        self.assertEqual(conversion["webhook"]["conversionReviewVersions"], ["v1"])
        self.assertTrue(conversion["webhook"]["clientConfig"]["url"].startswith("https://127."))

    def test_an_object_that_cannot_be_converted_fails_the_review_and_is_named(self):
        stranger = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d1"}}
        answer = self.serve().convert(review(machine_set(), stranger))
        self.assertEqual(answer["result"]["status"], "Failed")
        self.assertIn("d1", answer["result"]["message"])
        self.assertFalse(answer.get("convertedObjects"))

    def test_everything_else_is_refused_in_plain_words(self):
        webhook = self.serve()
        code, headers, text = webhook.ask("GET", "/convert")
        self.assertEqual((code, headers["Allow"]), (405, "POST"))
        self.assertIn("POST", text)
        self.assertEqual(webhook.ask("POST", "/convert", review(), {
            "Content-Type": "application/yaml"})[0], 415)
        self.assertEqual(webhook.ask("POST", "/convert", "{", JSON)[0], 400)
        self.assertEqual(webhook.ask("POST", "/elsewhere", review(), JSON)[0], 404)
        self.assertEqual(webhook.ask("GET", "/readyz")[0], 200)

    def test_what_is_too_large_is_refused_before_it_is_sent(self):
        webhook = self.serve()
        connection = webhook.connect()
        self.addCleanup(connection.close)
        connection.putrequest("POST", "/convert")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(BODY_BYTES_MAX + 1))
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 413)
        self.assertEqual(webhook.convert(review(machine_set()))["result"]["status"], "Success")

    def test_large_reviews_hold_up_nobody_else(self):
        """More of them than there are threads at the sockets, each as large as it may be."""
        webhook = self.serve()
        body = review(*(machine_set(f"s{number}") for number in range(10_000)))
        answers = []

        def convert():
            answers.append(webhook.convert(body)["result"]["status"])

        asking = [threading.Thread(target=convert) for _ in range(8)]
        for thread in asking:
            thread.start()
        health = 0
        while any(thread.is_alive() for thread in asking):
            self.assertEqual(webhook.ask("GET", "/readyz")[0], 200)
            health += 1
        self.assertEqual(answers, ["Success"] * len(asking))
        # One after the other: where each waits for a review, there are about as many as of those.
        self.assertGreater(health, 4 * len(asking))

    def test_plain_text_and_other_authorities_get_nowhere(self):
        webhook = self.serve()
        other = self.serve()
        with self.assertRaises(ssl.SSLCertVerificationError):
            webhook.ask("GET", "/readyz", ca=other.ca)
        with socket.create_connection(("127.0.0.1", webhook.port), timeout=SECONDS_MAX) as plain:
            plain.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
            said = b""
            try:
                while more := plain.recv(4096):
                    said += more
            except ConnectionResetError:
                pass
            self.assertNotIn(b"200", said)

    def test_it_is_reached_by_the_name_it_was_given(self):
        webhook = self.serve("--tls-san", "telltale.telltale-system.svc", listen=":0")
        self.assertTrue(webhook.url.startswith("https://telltale.telltale-system.svc:"))
        tls = ssl.create_default_context(cadata=webhook.ca)
        with socket.create_connection(("127.0.0.1", webhook.port), timeout=SECONDS_MAX) as plain, \
                tls.wrap_socket(plain, server_hostname="telltale.telltale-system.svc") as secured:
            self.assertIn(secured.version(), ("TLSv1.2", "TLSv1.3"))

    def test_it_ends_when_it_is_told_to(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, out, errors = self.serve().stop(number)
            self.assertEqual((code, errors), (0, ""))
            self.assertIn("stopping", out)

    def test_the_dialect_is_that_which_was_asked_for(self):
        """By the name of the struct in which v1beta2 keeps what only v1beta1 had."""
        spoken = machine_set()
        spoken["status"] = {"readyReplicas": 1, "v1beta2": {"readyReplicas": 1}}
        for flags, wanted in ((("--dialect", "upstream"), "deprecated"),
                              (("--dialect", "proposal"), "backCompatibilty"), ((), "deprecated")):
            answer = self.serve(*flags).convert(review(spoken))
            self.assertIn(wanted, answer["convertedObjects"][0]["status"], flags)

    def test_a_certificate_of_ones_own_is_used_and_trouble_with_it_is_said(self):
        folder = tempfile.mkdtemp(prefix="telltale-convert-")
        self.addCleanup(shutil.rmtree, folder)
        certificate, key = (os.path.join(folder, name) for name in ("tls.crt", "tls.key"))
        made = subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=webhook",
             "-addext", "subjectAltName=IP:127.0.0.1"], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest("openssl makes no certificate")
        webhook = self.serve("--cert", certificate, "--key", key)
        with open(certificate, encoding="utf-8") as text:
            self.assertEqual(webhook.ca, text.read())
        self.assertEqual(webhook.ask("GET", "/healthz")[0], 200)
        os.unlink(key)
        refused = subprocess.run(
            [TELLTALE, "convert", "--serve", "--listen", "127.0.0.1:0", "--cert", certificate,
             "--key", key], capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("tls.key", refused.stderr)

    def test_a_port_that_is_taken_is_said(self):
        port = self.serve().port
        refused = subprocess.run(
            [TELLTALE, "convert", "--serve", "--listen", f"127.0.0.1:{port}"],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertTrue(refused.stderr.startswith("error: "), refused.stderr)


class Asked(unittest.TestCase):
    """By an API server whose definition names the webhook."""

    def setUp(self):
        self.webhook = Webhook()
        self.addCleanup(self.webhook.close)
        self.server = ApiServer(TELLTALE, "--no-crds")
        self.addCleanup(self.server.close)
        printed = subprocess.run(
            [TELLTALE, "manifests", "crds", "--name", "machinesets", "-o", "json"],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=True).stdout
        definition = json.loads(printed)
        definition["spec"].update(self.webhook.patch["spec"])
        made = self.server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                                definition)
        self.assertEqual(made.code, 201, made.text)

    def path(self, version, name=""):
        return f"/apis/{version}/namespaces/default/machinesets" + (f"/{name}" if name else "")

    def test_what_is_written_in_one_version_is_read_in_the_other(self):
        made = self.server.post(self.path(V1BETA1), machine_set())
        self.assertEqual(made.code, 201, made.text)
        self.assertEqual(made.json["spec"]["deletePolicy"], "Oldest")
        newer = self.server.get(self.path(V1BETA2, "s1"))
        self.assertEqual(newer.code, 200, newer.text)
        self.assertEqual(newer.json["apiVersion"], V1BETA2)
        self.assertEqual(newer.json["spec"]["deletion"], {"order": "Oldest"})
        self.assertNotIn("deletePolicy", newer.json["spec"])
        older = self.server.get(self.path(V1BETA1, "s1")).json
        self.assertEqual(older["spec"], made.json["spec"])
        listed = self.server.get(self.path(V1BETA1)).json["items"]
        self.assertEqual([one["spec"]["deletePolicy"] for one in listed], ["Oldest"])

    def test_without_the_webhook_the_server_says_who_failed(self):
        """Which shows that it was the webhook that converted."""
        self.assertEqual(self.server.post(self.path(V1BETA1), machine_set()).code, 201)
        self.webhook.stop()
        failed = self.server.get(self.path(V1BETA1, "s1"))
        self.assertEqual(failed.code, 500, failed.text)
        self.assertIn("conversion webhook", failed.text)
        self.assertEqual(self.server.get(self.path(V1BETA2, "s1")).code, 200)


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
