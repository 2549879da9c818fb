# SPDX-License-Identifier: Apache-2.0
"""What the server is for: definitions, identities, clusters within it, the examples."""

import json
import os
import re
from pathlib import Path

import yaml

from api_server import ApiServer, eventually
from kubectl_case import (GADGETS, KubectlTest, Lines, SECONDS_MAX, STATUS_FLAG_SINCE,
                          WHOAMI_SINCE, WORLD, config_map, definition, gadget)


class Definitions(KubectlTest):
    """Definitions that come, change and go; each test has a group of its own."""

    def setUp(self):
        super().setUp()
        self.group = f"{self.space}.example.com"
        self.name = f"widgets.{self.group}"

    def tearDown(self):
        WORLD.server.delete(f"/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{self.name}")

    def text(self, **changes):
        return definition(**{"try.example.com": self.group, "gadget": "widget", "Gadget": "Widget",
                             "gd": "wd", **changes})

    def widget(self, version="v1", **spec):
        text = gadget(**spec).replace("try.example.com/v1", f"{self.group}/{version}")
        return text.replace("Gadget", "Widget")

    def test_a_new_kind_is_there_at_once(self):
        self.bare("create", "-f", "-", stdin=self.text())
        self.bare("wait", "--for=condition=Established", f"crd/{self.name}", "--timeout=10s")
        self.apply(self.widget())
        self.assertIn("g1", self.k("get", self.name))
        self.assertIn(self.name, self.bare("get", "crds"))

    def test_a_changed_schema_holds_at_once(self):
        self.bare("apply", "-f", "-", stdin=self.text())
        self.assertIn("should be less than or equal to 100",
                      self.fails("create", "-f", "-", stdin=self.widget(size=500)))
        changed = self.text(**{"maximum: 100": "maximum: 1000",
                               "replicas: {type": "colour: {type: string}\n"
                                                  "              replicas: {type",
                               "name: Size, type: integer, jsonPath: .spec.size":
                                   "name: Colour, type: string, jsonPath: .spec.colour"})
        self.bare("apply", "-f", "-", stdin=changed)
        self.k("create", "-f", "-", stdin=self.widget(size=500, colour="red"))
        self.assertRegex(self.k("get", self.name), r"COLOUR[^\n]*\ng1 +red")
        self.assertIn("colour", self.bare("explain", "widgets.spec",
                                          f"--api-version={self.group}/v1"))

    def test_a_kind_can_go_and_come_back_at_once(self):
        for size in (1, 2, 3):
            self.bare("create", "-f", "-", stdin=self.text())
            self.assertEqual(self.k("get", self.name, "-o", "name"), "")
            self.apply(self.widget(size=size))
            self.bare("delete", "crd", self.name)
        self.assertIn("the server doesn't have a resource type",
                      self.fails("get", self.name))

    def test_two_versions_show_the_same_objects(self):
        v1 = yaml.safe_load(self.text())
        second = json.loads(json.dumps(v1["spec"]["versions"][0]))
        second.update(name="v2beta1", storage=False)
        v1["spec"]["versions"].append(second)
        self.bare("create", "-f", "-", stdin=json.dumps(v1))
        self.k("create", "-f", "-", stdin=self.widget("v2beta1"))
        for version in ("v1", "v2beta1"):
            shown = json.loads(self.k("get", f"widgets.{version}.{self.group}", "g1", "-o", "json"))
            self.assertEqual((shown["apiVersion"], shown["spec"]["size"]),
                             (f"{self.group}/{version}", 3))

    def test_definitions_that_cannot_be_are_refused(self):
        said = self.fails("create", "-f", "-", stdin=self.text(**{
            f"name: {self.name}": "name: others.example.com"}))
        self.assertIn("metadata.name: Invalid value", said)
        said = self.fails("create", "--validate=false", "-f", "-", stdin=self.text(**{
            "size: {type: integer, ": "size: {"}))
        self.assertIn("spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size]"
                      ".type: Required value", said)


class Access(KubectlTest):
    def can(self, *arguments, identity=None):
        done = self.command("-n", self.space, "auth", "can-i", *arguments, identity=identity)
        return done.stdout.strip()

    def test_the_administrator_may_do_everything(self):
        self.assertEqual(self.can("*", "*"), "yes")
        self.assertIn("*.*", self.k("auth", "can-i", "--list"))
        if WORLD.minor >= WHOAMI_SINCE:
            self.assertIn("telltale-admin", self.bare("auth", "whoami"))

    def test_the_viewer_reads_all_but_secrets_and_writes_nothing(self):
        self.make(gadget())
        self.assertIn("g1", self.k("get", "gadgets", identity="viewer"))
        self.k("get", "machines,configmaps,nodes", "-A", identity="viewer")
        self.assertEqual(self.can("list", "gadgets", identity="viewer"), "yes")
        self.assertEqual(self.can("create", "configmaps", identity="viewer"), "no")
        who = 'is forbidden: User "telltale-viewer" cannot'
        space = f'in the namespace "{self.space}"'
        refused = {
            ("get", "secrets"): f'secrets {who} list resource "secrets" in API group "" {space}',
            ("delete", "gadget", "g1"): f'gadgets.try.example.com "g1" {who} delete resource '
                                        f'"gadgets" in API group "try.example.com" {space}',
            ("create", "configmap", "c"): f'configmaps {who} create resource "configmaps" in API '
                                          f'group "" {space}',
            ("create", "namespace", "n"): f'namespaces {who} create resource "namespaces" in API '
                                          'group "" at the cluster scope',
            ("label", "gadget", "g1", "x=y"): f'"g1" {who} patch resource "gadgets" in',
        }
        for command, wanted in refused.items():
            with self.subTest(command):
                self.assertIn(wanted, self.fails(*command, identity="viewer"))
        self.assertTrue(self.there("gadgets", "g1"))

    def test_the_status_writer_writes_status_and_nothing_else(self):
        self.make(gadget())
        writer = {"identity": "status-writer"}
        self.assertIn('cannot patch resource "gadgets"', self.fails(
            "patch", "gadget", "g1", "--type=merge", "-p", '{"spec":{"size":9}}', **writer))
        self.assertEqual(self.can("patch", "gadgets", "--subresource=status", **writer), "yes")
        self.assertEqual(self.can("patch", "gadgets", **writer), "no")
        if WORLD.minor >= STATUS_FLAG_SINCE:
            self.k("patch", "gadget", "g1", "--subresource=status", "--type=merge", "-p",
                   '{"status":{"replicas":5}}', **writer)
            self.assertEqual(self.stored()["status"], {"replicas": 5})

    def test_roles_that_are_written_are_enforced(self):
        self.make(gadget())
        self.assertEqual(self.can("get", "gadgets", "--as=jane"), "no")
        self.k("create", "role", "reader", "--verb=get,list", "--resource=gadgets.try.example.com")
        self.k("create", "rolebinding", "readers", "--role=reader", "--user=jane")
        eventually(lambda: self.can("get", "gadgets", "--as=jane") == "yes", "jane may read")
        self.assertIn("g1", self.k("get", "gadgets", "--as=jane"))
        self.assertIn('User "jane" cannot delete', self.fails("delete", "gadget", "g1",
                                                              "--as=jane"))
        self.assertIn('in the namespace "default"', self.fails("get", "gadgets", "--as=jane",
                                                               "--namespace=default"))

    def test_without_a_token_one_must_log_in(self):
        config = yaml.safe_load(Path(WORLD.server.kubeconfig).read_text(encoding="utf-8"))
        config["users"][0]["user"] = {"token": "wrong"}
        path = os.path.join(WORLD.home, "wrong")
        Path(path).write_text(yaml.safe_dump(config), encoding="utf-8")
        self.assertIn("You must be logged in to the server",
                      self.fails("get", "namespaces", kubeconfig=path))


class LogicalCluster(KubectlTest):
    NODE = '{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"}}'

    def connected(self, value):
        self.k("patch", "logicalcluster", "east", "--type=merge", "-p",
               json.dumps({"spec": {"connected": value}}))

    def test_a_cluster_of_its_own_can_be_cut_off_and_comes_back(self):
        self.k("create", "-f", "-", stdin='{"apiVersion": "telltale.dev/v1alpha1", '
               '"kind": "LogicalCluster", "metadata": {"name": "east"}, "spec": {}}')
        secret = eventually(lambda: self.command(
            "-n", self.space, "get", "secret", "east-kubeconfig", "-o",
            "go-template={{.data.value|base64decode}}").stdout, "the kubeconfig")
        path = os.path.join(WORLD.home, "east")
        Path(path).write_text(secret, encoding="utf-8")
        self.bare("create", "-f", "-", stdin=self.NODE, kubeconfig=path)
        self.assertEqual(self.bare("get", "nodes", "-o", "name", kubeconfig=path), "node/n1\n")
        self.assertIn("default", self.bare("get", "namespaces", kubeconfig=path))
        self.assertNotIn("node/n1\n", self.bare("get", "nodes", "-o", "name"))
        self.fails("get", "machines", kubeconfig=path)
        with Lines(self, "get", "nodes", "-w", "-o", "name", kubeconfig=path) as watching:
            watching.expect("node/n1")
            self.connected(False)
            watching.process.wait(SECONDS_MAX)
        self.assertIn("nable to connect to the server",
                      self.fails("get", "nodes", kubeconfig=path))
        self.assertIn("false", self.k("get", "lc", "east"))
        self.connected(True)
        self.assertEqual(self.bare("get", "nodes", "-o", "name", kubeconfig=path), "node/n1\n")
        self.k("delete", "logicalcluster", "east")
        self.fails("get", "nodes", kubeconfig=path)
        path = f"/api/v1/namespaces/{self.space}/secrets/east-kubeconfig"
        eventually(lambda: WORLD.server.get(path).code == 404, "the kubeconfig goes too")


class Examples(KubectlTest):
    def headings(self, *arguments):
        return re.split(r"  +", self.bare("get", *arguments).splitlines()[0].strip())

    def test_every_example_can_be_applied_and_stays(self):
        created = set()
        for name in sorted(os.listdir(WORLD.examples)):
            said = self.bare("apply", "-f", os.path.join(WORLD.examples, name)).splitlines()
            self.assertEqual([line for line in said if not line.endswith(" created")], [])
            created |= {line.removesuffix(" created") for line in said}
        # What has no owner at all goes after the time that owners are given to come. When it is
        # gone, so would be whatever the server takes for ownerless in the examples.
        self.make(config_map("stray", {"apiVersion": "v1", "kind": "ConfigMap", "name": "nobody",
                                       "uid": "00000000-0000-4000-8000-000000000000"}),
                  "configmaps")
        eventually(lambda: not self.there("configmaps", "stray"), "strays go", SECONDS_MAX)
        kinds = ",".join(sorted({one.split("/")[0] for one in created}))
        names = ('jsonpath={range .items[*]}{.kind}/{.metadata.name} '
                 '{.metadata.deletionTimestamp}{"\\n"}{end}')
        shown = self.bare("get", kinds, "-A", "-o", names)
        self.assertEqual([line for line in shown.splitlines() if not line.endswith(" ")], [])
        self.assertLessEqual(created, set(self.bare("get", kinds, "-A", "-o", "name").split()))
        self.columns_are_those_of_the_seeds()
        machines = self.bare("get", "machines", "-A", "-o", "name")
        for version in ("v1beta1", "v1beta2"):
            name = f"machines.{version}.cluster.x-k8s.io"
            self.assertEqual(self.bare("get", name, "-A", "-o", "name"), machines)
            shown = json.loads(self.bare("get", name, "web-0", "-n", "default", "-o", "json"))
            self.assertEqual(shown["apiVersion"], f"cluster.x-k8s.io/{version}")

    def columns_are_those_of_the_seeds(self):
        self.assertEqual(self.headings("machines", "-n", "default"),
                         ["NAME", "CLUSTER", "NODE NAME", "PROVIDER ID", "READY", "AVAILABLE",
                          "UP TO DATE", "AGE", "VERSION"])
        self.assertEqual(self.headings("clusters", "-n", "default"),
                         ["NAME", "CLUSTER CLASS", "AVAILABLE", "CP_DESIRED", "CP_AVAILABLE",
                          "CP_UP_TO_DATE", "W_DESIRED", "W_AVAILABLE", "W_UP_TO_DATE", "AGE",
                          "VERSION"])
        both = self.bare("get", "machines,clusters,nodepools", "-A")
        for wanted in ("machine.cluster.x-k8s.io/web-0", "cluster.cluster.x-k8s.io/small",
                       "nodepool.hypershift.openshift.io/gpu"):
            self.assertIn(wanted, both)
        self.assertIn("gpu", self.bare("get", "nodepools.karpenter.sh"))
        self.assertIn("wharf", self.bare("get", "clusterdeployments", "-A"))


class Restarting(KubectlTest):
    def test_everything_is_there_after_a_kill(self):
        with ApiServer(WORLD.telltale) as server:
            def ask(*arguments, stdin=None):
                done = server.kubectl(WORLD.kubectl, WORLD.home, *arguments, stdin=stdin)
                self.assertEqual(done.returncode, 0, done.stderr)
                return done.stdout
            ask("create", "-f", "-", stdin=GADGETS)
            ask("create", "-f", "-", stdin=gadget())
            before = ask("get", "gadget", "g1", "-o", "json")
            server.kill()
            server.start()
            self.assertEqual(ask("get", "gadget", "g1", "-o", "json"), before)
            ask("label", "gadget", "g1", "x=y")
