# SPDX-License-Identifier: Apache-2.0
"""What kubectl shows: get, watch, describe, explain, and what the server says it is."""

import json
import time
import urllib.request

import yaml

from api_server import eventually
from kubectl_case import (EVENTS_SINCE, EXPLAIN_V3_SINCE, KubectlTest, Lines, SECONDS_MAX, WORLD,
                          config_map, gadget)


class Reading(KubectlTest):
    def setUp(self):
        super().setUp()
        self.make(gadget())
        self.make(gadget("g2", size=1, mode="fast").replace('"app": "a"', '"app": "b"'))

    def rows(self, *arguments):
        return [line.split() for line in self.k(*arguments).splitlines()]

    def test_get_prints_the_columns_of_the_definition(self):
        rows = self.rows("get", "gadgets")
        self.assertEqual(rows[0], ["NAME", "SIZE", "READY", "AGE"])
        self.assertEqual([row[:2] for row in rows[1:]], [["g1", "3"], ["g2", "1"]])
        self.assertRegex(rows[1][2], r"^\d+s$")
        wide = self.rows("get", "gd", "-o", "wide")
        self.assertEqual(wide[0], ["NAME", "SIZE", "READY", "MODE", "AGE"])
        self.assertEqual(wide[2][:3], ["g2", "1", "fast"])

    def test_get_prints_every_other_form(self):
        self.assertEqual(self.k("get", "gadgets", "-o", "name"),
                         "gadget.try.example.com/g1\ngadget.try.example.com/g2\n")
        self.assertEqual(self.rows("get", "gadgets", "-o",
                                   "custom-columns=N:.metadata.name,S:.spec.size"),
                         [["N", "S"], ["g1", "3"], ["g2", "1"]])
        self.assertEqual(self.k("get", "gadgets", "-o", "jsonpath={.items[*].spec.mode}"),
                         "slow fast")
        listed = yaml.safe_load(self.k("get", "gadgets", "-o", "yaml"))
        self.assertEqual([item["spec"]["size"] for item in listed["items"]], [3, 1])
        self.assertEqual(json.loads(self.k("get", "gadget", "g2", "-o", "json"))["kind"], "Gadget")
        self.assertIn("app=b", self.k("get", "gadget", "g2", "--show-labels"))
        self.assertEqual(self.rows("get", "gadgets", "-L", "app")[1][-1], "a")

    def test_get_selects_and_sorts(self):
        def names(*flags):
            return self.k("get", "gadgets", "-o", "name", *flags).split()
        self.assertEqual(names("-l", "app=b"), ["gadget.try.example.com/g2"])
        self.assertEqual(len(names("-l", "app in (a,b),!absent")), 2)
        self.assertEqual(names("-l", "app!=b"), ["gadget.try.example.com/g1"])
        self.assertEqual(names("--field-selector=metadata.name=g1"), ["gadget.try.example.com/g1"])
        rows = self.rows("get", "gadgets", "--sort-by=.spec.size")
        self.assertEqual([row[0] for row in rows], ["NAME", "g2", "g1"])
        everywhere = self.rows("get", "gadgets", "-A")
        self.assertEqual(everywhere[0][:2], ["NAMESPACE", "NAME"])
        self.assertIn([self.space, "g1"], [row[:2] for row in everywhere])
        self.assertIn("gadget.try.example.com/g1", self.k("get", "all"))

    def test_get_of_several_kinds_and_in_pages(self):
        self.make(config_map("c", a="1"), "configmaps")
        said = self.k("get", "gadgets,configmaps")
        self.assertIn("gadget.try.example.com/g1", said)
        self.assertIn("configmap/c", said)
        self.assertEqual(len(self.rows("get", "gadgets", "--chunk-size=1")), 3)

    def test_errors_of_getting_read_as_kubernetes_says_them(self):
        self.assertEqual(self.fails("get", "gadget", "nope"),
                         'Error from server (NotFound): gadgets.try.example.com "nope" not found')
        self.assertEqual(self.k("get", "gadget", "nope", "--ignore-not-found"), "")
        said = self.fails("get", "gadgets", "--field-selector=spec.size=3")
        self.assertIn("(BadRequest)", said)
        self.assertIn("field label not supported: spec.size", said)
        self.assertIn("(BadRequest)", self.fails("get", "gadgets", "-l", "a===b"))
        done = self.command("-n", self.space, "get", "gadgets", "-l", "app=none")
        self.assertIn(f"No resources found in {self.space} namespace.", done.stderr)

    def watch(self, *arguments):
        return Lines(self, "-n", self.space, "get", *arguments)

    def test_watch_shows_later_changes(self):
        with self.watch("gadgets", "-w") as rows, self.watch("gadget", "g1", "-w") as one, \
                self.watch("gadgets", "-w", "-o", "name") as names:
            rows.expect(r"^g2 +1 ")
            one.expect(r"^g1 +3 ")
            names.expect(r"/g2$")
            WORLD.server.patch(self.path_of("gadgets", "g1"), '{"spec":{"size":50}}')
            rows.expect(r"^g1 +50 ")
            one.expect(r"^g1 +50 ")
            names.expect(r"/g1$")
            self.make(gadget("g3", size=33))
            rows.expect(r"^g3 +33 ")
            names.expect(r"/g3$")
            WORLD.server.delete(self.path_of("gadgets", "g1"))
            rows.expect(r"^g1 +50 ")
            one.expect(r"^g1 +50 ")

    def test_watch_only_starts_after_what_is_there(self):
        with self.watch("gadgets", "--watch-only", "-l", "app=b") as rows:
            # Nobody tells when the watch began; something changes until it is seen.
            def seen():
                size = int(time.monotonic() * 1000) % 90 + 1
                WORLD.server.patch(self.path_of("gadgets", "g2"), {"spec": {"size": size}})
                return any(line.startswith("g2") for line in rows.lines)
            eventually(seen, "a change of g2", SECONDS_MAX)
            self.assertFalse([line for line in rows.lines if line.startswith("g1")])


class Describing(KubectlTest):
    def event_about(self, made, **more):
        return json.dumps({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": "e1"}, "type": "Warning",
            "involvedObject": {"apiVersion": made["apiVersion"], "kind": made["kind"],
                               "name": made["metadata"]["name"], "namespace": self.space,
                               "uid": made["metadata"]["uid"]},
            "reason": "Grew", "message": "it grew", "source": {"component": "hand"}, "count": 3,
            "firstTimestamp": "2026-01-01T10:00:00Z", "lastTimestamp": "2026-01-01T10:01:00Z",
            **more})

    def test_describe_shows_fields_and_events(self):
        made = self.make(gadget())
        self.k("create", "-f", "-", stdin=self.event_about(made))
        said = self.k("describe", "gadget", "g1")
        for pattern in (r"Name: +g1", r"API Version: +try.example.com/v1", r"Size: +3",
                        r"Warning +Grew +.* +hand +it grew"):
            self.assertRegex(said, pattern)
        self.assertRegex(self.k("get", "events"), r"Warning +Grew +gadget/g1 +it grew")
        self.assertRegex(self.k("get", "events.events.k8s.io"), r"Warning +Grew +gadget/g1")
        self.assertIn("e1", self.k("get", "events", "-o", "name",
                                   "--field-selector=involvedObject.name=g1,type=Warning"))
        if WORLD.minor >= EVENTS_SINCE:
            self.assertRegex(self.k("events"), r"Warning +Grew +Gadget/g1 +it grew")
            self.assertIn("it grew", self.k("events", "--for=gadget/g1"))

    def test_describe_knows_the_built_in_kinds(self):
        self.make(config_map("c", key="value"), "configmaps")
        self.k("create", "secret", "generic", "s", "--from-literal=a=bc")
        self.assertRegex(self.k("describe", "configmap", "c"), r"key:\n----\nvalue")
        self.assertRegex(self.k("describe", "secret", "s"), r"a: +2 bytes")
        self.assertRegex(self.bare("describe", "namespace", self.space), r"Status: +Active")
        said = self.bare("describe", "crd", "gadgets.try.example.com")
        self.assertRegex(said, r"Type: +Established")

    def test_explain_has_fields_and_their_descriptions(self):
        told = {"gadget": "A thing to try commands on.",
                "gadgets.spec": "How large it is.",
                "gadget.spec.ports.name": "What the port is called.",
                "machines.spec.bootstrap": "dataSecretName",
                "configmap.data": "map[string]string"}
        # Old ones take OpenAPI v2, which says nothing below what may hold unknown fields.
        if WORLD.minor >= EXPLAIN_V3_SINCE:
            told |= {"nodes.status.conditions": "lastTransitionTime",
                     "machine.status.conditions": "observedGeneration"}
        for path, wanted in told.items():
            with self.subTest(path):
                self.assertIn(wanted, self.bare("explain", path))
        said = self.bare("explain", "gadget", "--recursive")
        self.assertRegex(said, r"ports\s+<\[\]Object>\n\s+name\s+<string>")
        said = self.bare("explain", "machine", "--api-version=cluster.x-k8s.io/v1beta1")
        self.assertIn("v1beta1", said)
        self.assertIn("does not exist", self.fails("explain", "gadget.spec.bogus"))


class Discovering(KubectlTest):
    def test_the_server_says_what_it_is(self):
        self.assertRegex(self.bare("version"), r"v1\.3\d\.")
        self.assertIn("is running at", self.bare("cluster-info"))
        versions = self.bare("api-versions").split()
        for wanted in ("v1", "cluster.x-k8s.io/v1beta1", "cluster.x-k8s.io/v1beta2",
                       "try.example.com/v1", "karpenter.sh/v1", "hive.openshift.io/v1"):
            self.assertIn(wanted, versions)
        rows = [line.split() for line in self.bare("api-resources").splitlines()]
        self.assertIn(["gadgets", "gd", "try.example.com/v1", "true", "Gadget"], rows)
        self.assertIn(["configmaps", "cm", "v1", "true", "ConfigMap"], rows)
        self.assertIn(["nodes", "no", "v1", "false", "Node"], rows)
        names = self.bare("api-resources", "--verbs=list,create", "--namespaced", "-o", "name")
        self.assertIn("machines.cluster.x-k8s.io\n", names)
        self.assertIn("deployments.apps\n", names)
        self.assertEqual(self.bare("api-resources", "--api-group=try.example.com", "-o", "name"),
                         "gadgets.try.example.com\n")

    def test_raw_paths_answer(self):
        for path in ("/healthz", "/livez", "/readyz"):
            self.assertEqual(self.bare("get", "--raw", path), "ok")
        self.assertIn("[+]", self.bare("get", "--raw", "/readyz?verbose"))
        self.assertIn("# TYPE", self.bare("get", "--raw", "/metrics"))
        self.assertEqual(json.loads(self.bare("get", "--raw", "/apis/try.example.com"))["kind"],
                         "APIGroup")
        self.assertEqual(self.fails("get", "--raw", "/nope"),
                         "Error from server (NotFound): the server could not find the requested "
                         "resource")

    def test_proxy_passes_requests_on(self):
        with Lines(self, "proxy", "--port=0") as proxy:
            proxy.expect("Starting to serve on")
            address = proxy.lines[proxy.read - 1].split()[-1]
            with urllib.request.urlopen(f"http://{address}/api/v1/namespaces/{self.space}",
                                        timeout=60) as answer:
                self.assertEqual(json.load(answer)["metadata"]["name"], self.space)
