#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nobody in where they do not belong: rights in a namespace, doors of logical clusters, files on
the disk, and tokens that are shown to strangers; through the program, as somebody on this machine
would try it.

Usage: access_test.py PATH_TO_TELLTALE
"""

import base64
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

import yaml

from api_server import ApiServer, eventually

TELLTALE = ""
RBAC = "/apis/rbac.authorization.k8s.io/v1"
ROLE_GROUP = "rbac.authorization.k8s.io"
CLUSTERS = "/apis/telltale.dev/v1alpha1/namespaces/{}/logicalclusters"
SECONDS_MAX = 60
USAGE = 2


def bind(server, space, user, role):
    """Gives somebody a ClusterRole within a namespace."""
    answer = server.post(f"{RBAC}/namespaces/{space}/rolebindings", {
        "metadata": {"name": user}, "subjects": [{"kind": "User", "name": user}],
        "roleRef": {"apiGroup": ROLE_GROUP, "kind": "ClusterRole", "name": role}})
    assert answer.code == 201, answer.text


def as_user(name):
    return {"Impersonate-User": name}


class Rights(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = ApiServer(TELLTALE)
        cls.addClassCleanup(cls.server.close)
        for space in ("team-a", "team-b"):
            cls.server.post("/api/v1/namespaces", {"metadata": {"name": space}})
        bind(cls.server, "team-a", "editor", "edit")
        bind(cls.server, "team-a", "all", "cluster-admin")
        bind(cls.server, "default", "admin-of-default", "admin")
        bind(cls.server, "team-b", "viewer-of-b", "view")
        bind(cls.server, "team-b", "editor-of-b", "edit")
        made = cls.server.post(CLUSTERS.format("team-b"), {
            "apiVersion": "telltale.dev/v1alpha1", "kind": "LogicalCluster",
            "metadata": {"name": "c1"}})
        assert made.code == 201, made.text

    def code(self, user, method, path, body=None, **more):
        headers = {**as_user(user), **more.pop("headers", {})}
        return self.server.ask(method, path, body, headers=headers, **more).code

    def test_a_right_in_one_namespace_reaches_nothing_that_lies_in_none(self):
        pool = {"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
                "metadata": {"name": "p1"}, "spec": {"template": {"spec": {
            "nodeClassRef": {"group": "g.io", "kind": "K", "name": "n"}, "requirements": []}}}}
        pools = "/apis/karpenter.sh/v1{}/nodepools"
        self.assertEqual(self.server.post(pools.format(""), pool).code, 201)
        around = "/namespaces/team-a"
        crds = f"/apis/apiextensions.k8s.io/v1{around}/customresourcedefinitions"
        merge = {"Content-Type": "application/merge-patch+json"}
        for user in ("editor", "all"):
            for method, path, body, headers in (
                    ("DELETE", f"{pools.format(around)}/p1", None, {}),
                    ("DELETE", pools.format(around), None, {}),
                    ("GET", f"{RBAC}{around}/clusterroles", None, {}),
                    ("GET", f"{RBAC}{around}/clusterroles?watch=1", None, {}),
                    ("GET", f"{RBAC}/watch{around}/clusterroles", None, {}),
                    ("POST", f"/api/v1{around}/nodes", {"metadata": {"name": "n1"}}, {}),
                    ("POST", f"/api/v1{around}/namespaces", {"metadata": {"name": "mine"}}, {}),
                    ("DELETE", f"/api/v1{around}/namespaces/team-b", None, {}),
                    ("PATCH", f"{crds}/nodepools.karpenter.sh", {"spec": {}}, merge),
                    ("PUT", f"{crds}/nodepools.karpenter.sh/status", {}, {})):
                code = self.code(user, method, path, body, headers=headers)
                self.assertIn(code, (403, 404) if user == "editor" else (404,), (user, path))
        self.assertEqual(self.server.get(f"{pools.format('')}/p1").code, 200)
        self.assertEqual(self.server.get("/api/v1/nodes/n1").code, 404)
        self.assertEqual(self.server.get("/api/v1/namespaces/team-b").json["status"]["phase"],
                         "Active")
        # As everywhere, a namespace is looked at with rights inside of it.
        self.assertEqual(self.code("all", "GET", "/api/v1/namespaces/team-a"), 200)
        self.assertEqual(self.code("all", "GET", "/api/v1/namespaces/team-b"), 403)
        self.assertEqual(self.code("all", "GET", f"/api/v1{around}/configmaps"), 200)

    def test_rights_outside_count_inside_a_logical_cluster_only_at_its_door(self):
        secrets = "/clusters/team-b/c1/api/v1/namespaces/default/secrets"
        for user in ("admin-of-default", "viewer-of-b", "editor", "nobody"):
            self.assertEqual(self.code(user, "GET", secrets), 403, user)
            self.assertEqual(self.code(user, "DELETE", f"{secrets}/x"), 403, user)
            self.assertEqual(self.code(user, "GET", "/clusters/team-b/none/api"), 403, user)
        self.assertEqual(self.code("editor-of-b", "GET", secrets), 200)
        self.assertEqual(self.code("editor-of-b", "GET", "/clusters/team-b/none/api"), 404)
        for token in ("", self.server.token_of("viewer"), self.server.token_of("status-writer")):
            self.assertEqual(self.server.get(secrets, token=token).code, 403)
        path = "/api/v1/namespaces/team-b/secrets/c1-kubeconfig"
        eventually(lambda: self.server.get(path).code == 200, "the kubeconfig is there")
        config = self.server.get(path).json
        text = base64.b64decode(config["data"]["value"]).decode()
        own = yaml.safe_load(text)["users"][0]["user"]["token"]
        self.assertEqual(self.server.get(secrets, token=own).code, 200)
        self.assertEqual(self.server.get(secrets, token=own, headers=as_user("all")).code, 403)
        self.assertEqual(self.server.get("/api/v1/nodes", token=own).code, 401)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="telltale-access-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(os.umask, os.umask(0o022))
        os.chmod(self.folder, 0o755)

    def modes(self, folder):
        found = {}
        for path, folders, files in os.walk(folder):
            for name in (*folders, *files):
                whole = os.path.join(path, name)
                found[os.path.relpath(whole, folder)] = stat.S_IMODE(os.stat(whole).st_mode)
        return found

    def start(self, command, data_dir):
        """Until it is ready, then what lies on the disk while it runs."""
        with subprocess.Popen([TELLTALE, command, "--data-dir", data_dir, "--listen",
                               "127.0.0.1:0", "--http", "127.0.0.1:0"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as process:
            for line in process.stdout:
                if line.startswith("ready"):
                    break
            found = self.modes(data_dir)
            process.terminate()
            process.stdout.read()
        return found

    def test_what_lies_in_the_data_folder_is_its_owners_alone(self):
        for command in ("serve", "up"):
            data = os.path.join(self.folder, command)
            os.mkdir(data)
            os.chmod(data, 0o755)
            for _ in range(2):
                found = self.start(command, data)
                self.assertIn("telltale.db", found)
                self.assertEqual({name: oct(mode) for name, mode in found.items()
                                  if mode & 0o077}, {}, command)
                self.assertEqual(stat.S_IMODE(os.stat(data).st_mode), 0o700)
                # As an earlier version left them.
                for name, mode in found.items():
                    whole = os.path.join(data, name)
                    if os.path.exists(whole):
                        os.chmod(whole, 0o755 if os.path.isdir(whole) else 0o644)
                os.chmod(data, 0o755)

    def test_a_folder_of_everybody_is_refused_and_left_as_it_is(self):
        with open(os.path.join(self.folder, "letter"), "w", encoding="utf-8") as letter:
            letter.write("x")
        done = subprocess.run([TELLTALE, "serve", "--data-dir", self.folder, "--listen",
                               "127.0.0.1:0", "--http", "127.0.0.1:0"], capture_output=True,
                              text=True, timeout=SECONDS_MAX, check=False)
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stderr, r"\Aerror: the data folder .+chmod 700.+\n\Z")
        self.assertEqual(stat.S_IMODE(os.stat(self.folder).st_mode), 0o755)
        self.assertEqual(os.listdir(self.folder), ["letter"])


class Eavesdropper:
    """Listens on loopback and keeps what it is sent."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.heard = b""
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.heard += connection.recv(65536)
                connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")


class Tokens(unittest.TestCase):
    def ask(self, url):
        home = tempfile.mkdtemp(prefix="telltale-token-")
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        os.mkdir(os.path.join(home, "telltale"))
        with open(os.path.join(home, "telltale", "token"), "w", encoding="utf-8") as token:
            token.write("the-local-token-of-this-machine\n")
        return subprocess.run([TELLTALE, "history", "machine/m1", "--telltale", url],
                              capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
                              env={"PATH": os.environ.get("PATH", ""), "HOME": home,
                                   "XDG_STATE_HOME": home})

    def test_the_local_token_is_shown_on_this_machine_and_to_nobody_else(self):
        stranger = Eavesdropper()
        self.addCleanup(stranger.socket.close)
        self.ask(f"http://127.0.0.1:{stranger.port}")
        self.assertIn(b"the-local-token", stranger.heard)  # it would be heard
        stranger.heard = b""
        for user in ("localhost:1@", "localhost@", "@", "[::1]@", "127.0.0.1:1@"):
            done = self.ask(f"http://{user}127.0.0.1:{stranger.port}")
            self.assertEqual(done.returncode, USAGE, done)
        self.assertEqual(stranger.heard, b"")


if __name__ == "__main__":
    TELLTALE = sys.argv.pop(1)
    unittest.main()
