#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Credentials that live for a while: `telltale rotate` with and without --revoke, while kubectl
watches and while nobody serves, over restarts; and tokens of ServiceAccounts.

Usage: credentials_test.py PATH_TO_TELLTALE
"""

import base64
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import unittest

import yaml

from api_server import ApiServer, eventually, read_kubeconfig

sys.dont_write_bytecode = True
TELLTALE = ""
SECONDS_MAX = 60
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"
WHO = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
CREATE_TOKEN_SINCE = 24  # the minor version of the first kubectl that has it


def kubectl_minor():
    told = subprocess.run(["kubectl", "version", "--client", "-o", "json"], capture_output=True,
                          text=True, timeout=SECONDS_MAX, check=True)
    return int(re.match(r"\d+", json.loads(told.stdout)["clientVersion"]["minor"]).group())


class Credentials(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-credentials-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = ApiServer(TELLTALE)
        self.addCleanup(self.server.close)
        self.old = os.path.join(self.folder, "kubeconfig")
        shutil.copy(self.server.kubeconfig, self.old)
        # Restarts listen where the old kubeconfig says.
        self.server.listen = f"127.0.0.1:{self.server.port}"

    def rotate(self, *words, code=0):
        ended = subprocess.run(
            [TELLTALE, "rotate", *words, "--data-dir", self.server.data_dir],
            capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual(ended.returncode, code, ended)
        return ended.stdout + ended.stderr

    def kubectl(self, *words, config=None, **more):
        environment = dict(os.environ, KUBECONFIG=config or self.server.kubeconfig,
                           HOME=self.folder)
        return subprocess.run(["kubectl", *words], capture_output=True, text=True,
                              timeout=SECONDS_MAX, check=False, env=environment, **more)

    def works(self, config):
        ended = self.kubectl("get", "namespaces", config=config)
        self.assertEqual(ended.returncode, 0, ended)

    def is_unknown(self, ended):
        """kubectl's words for a 401 differ by what it asked for first."""
        self.assertNotEqual(ended.returncode, 0, ended)
        self.assertRegex(ended.stderr, "Unauthorized|must be logged in")

    def pki(self, name):
        return os.path.join(self.server.data_dir, "pki", name)

    def certified(self, path):
        """A way to ask as whom the certificate in this file names."""
        tls = ssl.create_default_context(cadata=read_kubeconfig(self.server.kubeconfig)[0])
        tls.load_cert_chain(path)
        return tls

    def who(self, tls=None, token=""):
        return self.server.post(WHO, {"apiVersion": "authentication.k8s.io/v1",
                                      "kind": "SelfSubjectReview"}, token=token, tls=tls)

    def test_old_ones_go_on_for_a_day_and_a_watch_does_not_notice(self):
        environment = dict(os.environ, KUBECONFIG=self.old, HOME=self.folder)
        with subprocess.Popen(["kubectl", "get", "configmaps", "--watch", "-o", "name"],
                              stdout=subprocess.PIPE, text=True, env=environment) as watch:
            try:
                self.server.post(CONFIG_MAPS, {"metadata": {"name": "before"}})
                self.assertEqual(watch.stdout.readline().strip(), "configmap/before")
                self.assertIn("are taken until", self.rotate())
                self.assertNotEqual(read_kubeconfig(self.old),
                                    read_kubeconfig(self.server.kubeconfig))
                self.assertEqual(os.stat(self.server.kubeconfig).st_mode & 0o777, 0o600)
                self.works(self.old)
                self.works(self.server.kubeconfig)
                self.server.post(CONFIG_MAPS, {"metadata": {"name": "after"}})
                self.assertEqual(watch.stdout.readline().strip(), "configmap/after")
                self.assertIsNone(watch.poll())
            finally:
                watch.terminate()
        # The bundle of the new one holds both authorities.
        self.assertEqual(read_kubeconfig(self.server.kubeconfig)[0].count("BEGIN CERT"), 2)
        self.server.stop()
        self.server.start()
        self.works(self.old)
        self.works(self.server.kubeconfig)

    def test_revoked_ones_are_refused_at_once_and_after_a_restart(self):
        viewer = os.path.join(self.folder, "viewer")
        shutil.copy(self.server.kubeconfig + "-viewer", viewer)
        shutil.copy(self.pki("viewer.pem"), viewer + ".pem")
        token = self.server.token_of("viewer")
        open_before = self.server.connect()
        self.addCleanup(open_before.close)
        self.assertEqual(self.server.ask("GET", CONFIG_MAPS, token=token,
                                         connection=open_before).code, 200)
        with self.server.watch(CONFIG_MAPS + "?watch=true", token=token) as watch:
            self.rotate("--only", "viewer", "--revoke")
            watch.rest(10)  # it ends
        # Also on a connection that was open.
        self.assertEqual(self.server.ask("GET", CONFIG_MAPS, token=token,
                                         connection=open_before).code, 401)
        for _ in range(2):
            refused = self.kubectl("get", "configmaps", config=viewer)
            self.is_unknown(refused)
            self.assertEqual(self.who(self.certified(viewer + ".pem")).code, 401)
            self.works(self.old)
            self.works(self.server.kubeconfig + "-viewer")
            self.assertEqual(self.who(self.certified(self.pki("viewer.pem"))).json
                             ["status"]["userInfo"]["username"], "telltale-viewer")
            self.server.stop()
            self.server.start()

    def test_everything_can_be_revoked(self):
        old_token = self.server.token
        self.rotate("--revoke")
        refused = self.kubectl("get", "namespaces", config=self.old)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("unknown authority", refused.stderr)
        anyway = self.kubectl("get", "namespaces", "--insecure-skip-tls-verify",
                              config=self.without_authority())
        self.is_unknown(anyway)
        self.works(self.server.kubeconfig)
        self.server.read_kubeconfig()
        self.assertEqual(self.server.get(CONFIG_MAPS, token=old_token).code, 401)

    def without_authority(self):
        with open(self.old, encoding="utf-8") as text:
            config = yaml.safe_load(text)
        del config["clusters"][0]["cluster"]["certificate-authority-data"]
        path = os.path.join(self.folder, "insecure")
        with open(path, "w", encoding="utf-8") as text:
            yaml.safe_dump(config, text)
        return path

    def test_a_folder_that_nobody_serves_is_changed_in_place(self):
        self.server.stop()
        self.assertIn("when the server starts", self.rotate("--only", "admin", "--revoke"))
        self.server.start()
        refused = self.kubectl("get", "namespaces", config=self.old)
        self.is_unknown(refused)
        self.works(self.server.kubeconfig)

    def test_what_is_wrong_is_said(self):
        self.assertIn("expected admin", self.rotate("--only", "nobody", code=2))
        ended = subprocess.run([TELLTALE, "rotate", "--data-dir", self.folder],
                               capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("there are no credentials here", ended.stderr)
        viewer = self.server.token_of("viewer")
        self.assertEqual(self.server.ask("POST", "/telltale/credentials/rotate",
                                         token=viewer).code, 403)

    def test_kubeconfigs_of_logical_clusters_follow(self):
        self.server.post("/apis/telltale.dev/v1alpha1/namespaces/default/logicalclusters",
                         {"apiVersion": "telltale.dev/v1alpha1", "kind": "LogicalCluster",
                          "metadata": {"name": "c1"}, "spec": {}})
        secret = "/api/v1/namespaces/default/secrets/c1-kubeconfig"
        eventually(lambda: self.server.get(secret).code == 200, "there is a kubeconfig")

        def authorities():
            data = self.server.get(secret).json["data"]["value"]
            config = yaml.safe_load(base64.b64decode(data))
            bundle = config["clusters"][0]["cluster"]["certificate-authority-data"]
            return base64.b64decode(bundle).decode().count("BEGIN CERT")

        self.assertEqual(authorities(), 1)
        self.rotate()
        eventually(lambda: authorities() == 2, "it holds both authorities")

    def test_when_they_end_is_a_metric(self):
        text = self.server.get("/metrics").text
        for name, days in (("ca", 365), ("serving", 30), ("admin", 30), ("accounts", 30)):
            found = re.search(
                rf'telltale_certificate_expiry_seconds{{name="{name}"}} ([\d.e+]+)', text)
            self.assertIsNotNone(found, name)
            self.assertAlmostEqual(float(found.group(1)), days * 86400, delta=300)

    def test_an_account_gets_a_token_that_works_and_ends_with_it(self):
        self.assertEqual(self.kubectl("create", "serviceaccount", "builder").returncode, 0)
        made = self.kubectl("create", "rolebinding", "builder", "--clusterrole=edit",
                            "--serviceaccount=default:builder")
        self.assertEqual(made.returncode, 0, made)
        if kubectl_minor() >= CREATE_TOKEN_SINCE:
            ended = self.kubectl("create", "token", "builder", "--duration=10m")
            self.assertEqual(ended.returncode, 0, ended)
            token = ended.stdout.strip()
        else:
            print("SKIPPED: this kubectl has no `create token`; it is asked for by its path")
            ended = self.kubectl(
                "create", "--raw", "/api/v1/namespaces/default/serviceaccounts/builder/token",
                "-f", "-", input=json.dumps({"apiVersion": "authentication.k8s.io/v1",
                                             "kind": "TokenRequest", "spec": {}}))
            self.assertEqual(ended.returncode, 0, ended)
            token = json.loads(ended.stdout)["status"]["token"]
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        self.assertEqual(claims["sub"], "system:serviceaccount:default:builder")
        by_token = ["--token", token, "--server", f"https://127.0.0.1:{self.server.port}",
                    "--certificate-authority", self.pki("ca.crt")]
        nobody = os.path.join(self.folder, "nobody")
        with open(nobody, "w", encoding="utf-8"):
            pass
        may = self.kubectl("get", "configmaps", *by_token, config=nobody)
        self.assertEqual(may.returncode, 0, may)
        may_not = self.kubectl("get", "nodes", *by_token, config=nobody)
        self.assertIn("Forbidden", may_not.stderr)
        # New keys, old tokens: both are good for a day. A revoked key is not.
        self.rotate("--only", "accounts")
        self.assertEqual(self.kubectl("get", "configmaps", *by_token, config=nobody).returncode, 0)
        self.rotate("--only", "accounts", "--revoke")
        refused = self.kubectl("get", "configmaps", *by_token, config=nobody)
        self.is_unknown(refused)


if __name__ == "__main__":
    TELLTALE = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=0)
