#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A store in an etcd that lets nobody in without a certificate, or without a password: a real one
on the loopback, with certificates made by openssl.

Usage: etcd_access_test.py PATH_TO_TELLTALE
"""

import base64
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest

from api_server import ApiServer, eventually

sys.dont_write_bytecode = True
TELLTALE = ""
ETCD = "/usr/bin/etcd"
SECONDS_MAX = 60
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Authority:
    """Signs what it is asked to."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                     "-nodes", "-days", "2", "-subj", f"/CN={name}", "-keyout", self.path("key"),
                     "-out", self.path("crt"))

    def path(self, ending, name=None):
        return os.path.join(self.folder, f"{name or self.name}.{ending}")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=SECONDS_MAX)

    def sign(self, name):
        """Paths of a certificate and its key."""
        with open(self.path("ext", name), "w", encoding="utf-8") as file:
            file.write("subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n")
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                     "-subj", f"/CN={name}", "-keyout", self.path("key", name),
                     "-out", self.path("csr", name))
        self.openssl("x509", "-req", "-in", self.path("csr", name), "-CA", self.path("crt"),
                     "-CAkey", self.path("key"), "-CAcreateserial", "-days", "2", "-extfile",
                     self.path("ext", name), "-out", self.path("crt", name))
        return self.path("crt", name), self.path("key", name)


class GuardedEtcd(unittest.TestCase):
    def setUp(self):
        if not os.access(ETCD, os.X_OK):
            self.skipTest(f"there is no {ETCD} on this machine")
        self.folder = tempfile.mkdtemp(prefix="telltale-etcd-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.authority = Authority(self.folder, "authority")
        self.ca = self.authority.path("crt")
        self.serving = self.authority.sign("etcd")
        self.client = self.authority.sign("telltale")
        self.port, self.peer = free_port(), free_port()
        self.start_etcd()

    def start_etcd(self):
        log = open(os.path.join(self.folder, "log"), "ab")
        self.etcd = subprocess.Popen(
            [ETCD, "--data-dir", os.path.join(self.folder, "data"), "--name", "one",
             "--listen-client-urls", f"https://127.0.0.1:{self.port}",
             "--advertise-client-urls", f"https://127.0.0.1:{self.port}",
             "--listen-peer-urls", f"http://127.0.0.1:{self.peer}",
             "--initial-advertise-peer-urls", f"http://127.0.0.1:{self.peer}",
             "--initial-cluster", f"one=http://127.0.0.1:{self.peer}",
             "--cert-file", self.serving[0], "--key-file", self.serving[1],
             "--trusted-ca-file", self.ca, "--client-cert-auth"],
            stdout=log, stderr=log)
        log.close()
        self.addCleanup(self.stop_etcd, self.etcd)

        def answers():
            try:
                return self.ask("maintenance/status", {})
            except (OSError, http.client.HTTPException, AssertionError):
                return None

        eventually(answers, "etcd answers")

    @staticmethod
    def stop_etcd(process):
        process.kill()
        process.wait(SECONDS_MAX)

    def ask(self, what, body):
        """etcd's own JSON."""
        tls = ssl.create_default_context(cafile=self.ca)
        tls.load_cert_chain(*self.client)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=tls, timeout=10)
        try:
            connection.request("POST", f"/v3/{what}", json.dumps(body))
            answer = connection.getresponse()
            text = answer.read().decode()
            self.assertEqual(answer.status, 200, f"{what}: {text}")
            return json.loads(text)
        finally:
            connection.close()

    def require_password(self):
        prefix = base64.b64encode(b"/telltale/").decode()
        end = base64.b64encode(b"/telltale0").decode()
        self.ask("auth/user/add", {"name": "root", "password": "r"})
        self.ask("auth/user/grant", {"user": "root", "role": "root"})
        self.ask("auth/user/add", {"name": "keeper", "password": "open sesame"})
        self.ask("auth/role/add", {"name": "keeper"})
        self.ask("auth/role/grant", {"name": "keeper", "perm": {
            "permType": "READWRITE", "key": prefix, "range_end": end}})
        self.ask("auth/user/grant", {"user": "keeper", "role": "keeper"})
        self.ask("auth/enable", {})

    def password_file(self, text):
        path = os.path.join(self.folder, "password")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        return path

    def flags(self, *more, endpoints=None):
        return ["--store", f"etcds://{endpoints or f'127.0.0.1:{self.port}'}", "--etcd-ca", self.ca,
                "--etcd-cert", self.client[0], "--etcd-key", self.client[1], *more]

    def refused(self, *flags):
        ended = subprocess.run(
            [TELLTALE, "serve", "--data-dir", os.path.join(self.folder, "refused"), "--listen",
             "127.0.0.1:0", "--http", "127.0.0.1:0", *flags],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual((ended.returncode, ended.stdout), (1, ""), ended)
        self.assertRegex(ended.stderr, r"\Aerror: .+\n\Z")
        return ended.stderr

    def make(self, server, name):
        return server.post(CONFIG_MAPS, {"metadata": {"name": name}}).code

    def test_certificates_let_in_and_several_endpoints_are_tried(self):
        endpoints = f"127.0.0.1:{free_port()},127.0.0.1:{self.port}"
        with ApiServer(TELLTALE, *self.flags(endpoints=endpoints)) as server:
            self.assertEqual(self.make(server, "a"), 201)
            with server.watch(f"{CONFIG_MAPS}?watch=1&resourceVersion=0") as watch:
                told = set()
                while "a" not in told:
                    told.add(watch.next()["object"]["metadata"]["name"])
        backup = os.path.join(self.folder, "b.db")
        made = subprocess.run([TELLTALE, "store", "backup", backup, *self.flags()],
                              capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual((made.returncode, made.stderr), (0, ""), made)

    def test_who_is_not_known_is_not_let_in(self):
        store = f"etcds://127.0.0.1:{self.port}"
        other = Authority(self.folder, "other")
        stranger = other.sign("stranger")
        self.refused("--store", store, "--etcd-ca", self.ca)
        self.refused("--store", store, "--etcd-ca", other.path("crt"), "--etcd-cert",
                     self.client[0], "--etcd-key", self.client[1])
        self.refused("--store", store, "--etcd-ca", self.ca, "--etcd-cert", stranger[0],
                     "--etcd-key", stranger[1])
        self.refused("--store", f"etcd://127.0.0.1:{self.port}")
        self.assertIn("write etcds://", self.refused(
            "--store", f"etcd://127.0.0.1:{self.port}", "--etcd-ca", self.ca))

    def test_a_password_lets_in_also_after_etcd_has_forgotten_who_logged_in(self):
        self.require_password()
        login = ("--etcd-user", "keeper", "--etcd-password-file")
        self.refused(*self.flags(*login, self.password_file("wrong")))
        with ApiServer(TELLTALE, *self.flags(*login, self.password_file("open sesame"))) as server:
            self.assertEqual(self.make(server, "a"), 201)
            self.stop_etcd(self.etcd)
            self.start_etcd_guarded()
            eventually(lambda: self.make(server, "b") == 201, "writes go on after etcd's restart")
            with server.watch(f"{CONFIG_MAPS}?watch=1&resourceVersion=0") as watch:
                told = set()
                while not {"a", "b"} <= told:
                    told.add(watch.next()["object"]["metadata"]["name"])

    def start_etcd_guarded(self):
        """As before, but nobody may ask it how it is."""
        asked = self.ask
        self.ask = lambda what, body: socket.create_connection(
            ("127.0.0.1", self.port), timeout=5).close() or True
        try:
            self.start_etcd()
        finally:
            self.ask = asked


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
