# SPDX-License-Identifier: Apache-2.0
"""What kubectl changes and deletes: patch, label, scale, wait, delete, namespaces."""

import json
import re

from api_server import eventually
from kubectl_case import (APPLY_STATUS_SINCE, JSONPATH_WAIT_SINCE, KubectlTest, Lines,
                          SECONDS_MAX, STATUS_FLAG_SINCE, WORLD, config_map, gadget)


class Changing(KubectlTest):
    def test_every_kind_of_patch_is_taken(self):
        self.make(gadget(ports=[{"name": "a", "port": 1}]))
        said = self.k("patch", "gadget", "g1", "--type=json", "-p",
                      '[{"op":"test","path":"/spec/size","value":3},'
                      '{"op":"replace","path":"/spec/size","value":7}]')
        self.assertEqual(said, "gadget.try.example.com/g1 patched\n")
        self.k("patch", "gadget", "g1", "--type=merge", "-p",
               '{"spec":{"mode":"fast","ports":null}}')
        spec = self.stored()["spec"]
        self.assertEqual((spec["size"], spec["mode"], spec.get("ports")), (7, "fast", None))
        said = self.k("patch", "gadget", "g1", "--type=merge", "-p", '{"spec":{"mode":"fast"}}')
        self.assertEqual(said, "gadget.try.example.com/g1 patched (no change)\n")
        said = self.fails("patch", "gadget", "g1", "-p", '{"spec":{"size":1}}')
        self.assertIn("the body of the request was in an unknown format - accepted media types "
                      "include: application/json-patch+json, application/merge-patch+json, "
                      "application/apply-patch+yaml", said)
        said = self.fails("patch", "gadget", "g1", "--type=json", "-p",
                          '[{"op":"test","path":"/spec/size","value":3}]')
        self.assertIn("invalid", said.lower())

    def test_strategic_patches_merge_lists_of_built_in_kinds(self):
        self.make(config_map("c", a="1"), "configmaps")
        self.k("patch", "configmap", "c", "-p", '{"metadata":{"finalizers":["try.example.com/a"]}}')
        self.k("patch", "configmap", "c", "-p", '{"metadata":{"finalizers":["try.example.com/b"]}}')
        self.assertEqual(sorted(self.stored("configmap", "c")["metadata"]["finalizers"]),
                         ["try.example.com/a", "try.example.com/b"])
        self.k("patch", "configmap", "c", "-p",
               '{"metadata":{"$deleteFromPrimitiveList/finalizers":'
               '["try.example.com/a","try.example.com/b"]}}')
        self.assertNotIn("finalizers", self.stored("configmap", "c")["metadata"])

    def test_status_is_written_through_its_own_endpoint_only(self):
        self.make(gadget())
        self.k("patch", "gadget", "g1", "--type=merge", "-p", '{"status":{"replicas":2}}')
        self.assertNotIn("status", self.stored())
        if WORLD.minor < STATUS_FLAG_SINCE:
            return
        self.k("patch", "gadget", "g1", "--subresource=status", "--type=merge", "-p",
               '{"status":{"replicas":2},"spec":{"size":99}}')
        after = self.stored()
        self.assertEqual((after["status"], after["spec"]["size"]), ({"replicas": 2}, 3))
        self.assertEqual(after["metadata"]["generation"], 1)
        self.assertIn("replicas: 2", self.k("get", "gadget", "g1", "--subresource=status", "-o",
                                            "yaml"))

    def test_status_is_edited_and_applied_through_its_own_endpoint(self):
        if WORLD.minor < APPLY_STATUS_SINCE:
            return
        self.make(gadget())
        self.k("edit", "gadget", "g1", "--subresource=status",
               env=self.editor('echo "status: {replicas: 7}" >> "$file"'))
        self.assertEqual(self.stored()["status"], {"replicas": 7})
        text = json.dumps({"apiVersion": "try.example.com/v1", "kind": "Gadget",
                           "metadata": {"name": "g1"}, "status": {"replicas": 9}})
        apply = ["apply", "--server-side", "--subresource=status", "-f", "-"]
        self.assertIn('conflict with "kubectl-edit" with subresource "status" using '
                      "try.example.com/v1: .status.replicas", self.fails(*apply, stdin=text))
        self.k(*apply, "--force-conflicts", stdin=text)
        self.assertEqual(self.stored()["status"], {"replicas": 9})

    def test_pods_and_nodes_are_plain_data(self):
        self.k("run", "p", "--image=example.com/app", "--restart=Never")
        self.assertRegex(self.k("get", "pods"), r"\np +0/1 +Pending +0 ")
        self.k("patch", "pod", "p", "-p",
               '{"spec":{"containers":[{"name":"p","image":"example.com/other"}]}}')
        spec = self.stored("pod", "p")["spec"]
        self.assertEqual([one["image"] for one in spec["containers"]], ["example.com/other"])
        self.assertIn("p", self.k("get", "pods", "--field-selector=status.phase=Pending"))
        self.k("delete", "pod", "p")
        node = f"node-{self.space}"
        self.bare("create", "-f", "-", stdin=json.dumps(
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": node}}))
        self.bare("cordon", node)
        self.bare("taint", "node", node, "a=b:NoSchedule")
        self.assertIn("SchedulingDisabled", self.bare("get", "no", node))
        self.bare("drain", node, "--ignore-daemonsets")
        self.bare("uncordon", node)
        self.assertRegex(self.bare("describe", "node", node), r"Taints: +a=b:NoSchedule")

    def test_what_nobody_here_runs_is_stored(self):
        self.k("create", "deployment", "d", "--image=example.com/app")
        self.k("set", "image", "deployment/d", "app=example.com/other")
        self.k("scale", "deployment", "d", "--replicas=3")
        self.assertRegex(self.k("get", "deployments"), r"\nd +0/3 +0 +0 ")
        self.k("create", "job", "j", "--image=example.com/app")
        self.k("create", "service", "clusterip", "s", "--tcp=80:8080")
        self.assertRegex(self.k("get", "services"),
                         r"\ns +ClusterIP +10\.\d+\.\d+\.\d+ +<none> +80/TCP ")
        self.assertEqual(self.k("get", "deployments,jobs,pvc", "-o", "name"),
                         "deployment.apps/d\njob.batch/j\n")
        self.k("delete", "deployments,jobs,services", "--all")

    def test_label_and_annotate(self):
        self.make(gadget())
        self.make(config_map("c"), "configmaps")
        self.assertEqual(self.k("label", "gadget", "g1", "x=y"),
                         "gadget.try.example.com/g1 labeled\n")
        self.assertIn("already has a value (y), and --overwrite is false",
                      self.fails("label", "gadget", "g1", "x=z"))
        self.k("label", "gadget", "g1", "x=z", "--overwrite")
        self.k("annotate", "gadget", "g1", "note=hello")
        metadata = self.stored()["metadata"]
        self.assertEqual((metadata["labels"]["x"], metadata["annotations"]["note"]), ("z", "hello"))
        self.k("label", "gadget", "g1", "x-")
        self.k("annotate", "gadget", "g1", "note-")
        self.k("label", "configmap", "c", "x=y")
        self.k("label", "configmaps", "--all", "everyone=yes")
        self.assertEqual(self.stored("configmap", "c")["metadata"]["labels"],
                         {"app": "a", "x": "y", "everyone": "yes"})
        self.assertNotIn("x", self.stored()["metadata"]["labels"])
        said = self.fails("label", "gadget", "g1", "x=a b")
        self.assertIn("a valid label must be an empty string or consist of alphanumeric", said)

    def test_scale_writes_the_replicas(self):
        self.make(gadget())
        self.assertEqual(self.k("scale", "gadget", "g1", "--replicas=4"),
                         "gadget.try.example.com/g1 scaled\n")
        self.assertEqual(self.stored()["spec"]["replicas"], 4)
        said = self.fails("scale", "gadget", "g1", "--replicas=5", "--current-replicas=1")
        self.assertIn("Expected replicas to be 1, was 4", said)

    def test_wait_ends_when_the_condition_comes(self):
        self.make(gadget())
        self.assertIn("timed out waiting for the condition",
                      self.fails("wait", "--for=condition=Ready", "gadget/g1", "--timeout=1s"))
        with Lines(self, "-n", self.space, "wait", "--for=condition=Ready", "gadget/g1",
                   f"--timeout={SECONDS_MAX}s") as waiting:
            status = {"status": {"conditions": [{"type": "Ready", "status": "True"}]}}
            WORLD.server.patch(self.path_of("gadgets", "g1") + "/status", status)
            waiting.expect("gadget.try.example.com/g1 condition met")
        self.k("wait", "--for=condition=Ready=true", "gadgets", "--all", "--timeout=5s")
        if WORLD.minor >= JSONPATH_WAIT_SINCE:
            self.k("wait", "--for=jsonpath={.spec.size}=3", "gadget/g1", "--timeout=5s")

    def test_wait_ends_when_the_object_goes(self):
        self.make(gadget())
        watchers = 'telltale_apiserver_requests_total{code="200",resource="gadgets",verb="watch"}'

        def watched():
            found = re.search(re.escape(watchers) + r" (\d+)", WORLD.server.get("/metrics").text)
            return int(found.group(1)) if found else 0
        before = watched()
        with Lines(self, "-n", self.space, "wait", "--for=delete", "gadget/g1",
                   f"--timeout={SECONDS_MAX}s") as waiting:
            eventually(lambda: watched() > before, "kubectl watches", SECONDS_MAX)
            WORLD.server.delete(self.path_of("gadgets", "g1"))
            waiting.expect("gadget.try.example.com/g1 condition met")


class Deleting(KubectlTest):
    def owned(self):
        """A gadget and the config map that belongs to it."""
        uid = self.make(gadget())["metadata"]["uid"]
        self.make(config_map("child", {"apiVersion": "try.example.com/v1", "kind": "Gadget",
                                       "name": "g1", "uid": uid, "blockOwnerDeletion": True}),
                  "configmaps")

    def test_delete_names_selects_and_takes_all(self):
        for name in ("g1", "g2", "g3", "g4"):
            self.make(gadget(name))
        WORLD.server.patch(self.path_of("gadgets", "g2"), {"metadata": {"labels": {"app": "b"}}})
        self.assertEqual(self.k("delete", "gadget", "g1"),
                         'gadget.try.example.com "g1" deleted\n'
                         if WORLD.minor < 34 else
                         f'gadget.try.example.com "g1" deleted from {self.space} namespace\n')
        self.k("delete", "gadgets", "-l", "app=b")
        self.assertEqual(self.k("get", "gadgets", "-o", "name").split(),
                         ["gadget.try.example.com/g3", "gadget.try.example.com/g4"])
        self.k("delete", "gadgets", "--all")
        self.assertEqual(self.k("get", "gadgets", "-o", "name"), "")
        self.assertEqual(self.fails("delete", "gadget", "g1"),
                         'Error from server (NotFound): gadgets.try.example.com "g1" not found')
        self.k("delete", "gadget", "g1", "--ignore-not-found")

    def test_what_is_owned_goes_with_its_owner(self):
        self.owned()
        self.k("delete", "gadget", "g1", "--cascade=background")
        eventually(lambda: not self.there("configmaps", "child"), "the child is collected")

    def test_foreground_deletion_takes_the_owned_first(self):
        self.owned()
        self.k("delete", "gadget", "g1", "--cascade=foreground")
        self.assertFalse(self.there("configmaps", "child") or self.there("gadgets", "g1"))

    def test_orphans_stay_and_lose_their_owner(self):
        self.owned()
        self.k("delete", "gadget", "g1", "--cascade=orphan")
        self.assertNotIn("ownerReferences", self.stored("configmap", "child")["metadata"])

    def test_finalizers_hold_the_object_until_they_are_taken_away(self):
        self.make(gadget())
        patch = ["patch", "gadget", "g1", "--type=merge", "-p"]
        self.k(*patch, '{"metadata":{"finalizers":["try.example.com/f"]}}')
        said = self.fails("delete", "gadget", "g1", "--timeout=1s")
        self.assertIn("timed out waiting for the condition", said)
        self.assertIn("deletionTimestamp", self.stored()["metadata"])
        said = self.fails(*patch, '{"metadata":{"finalizers":["try.example.com/f",'
                                  '"try.example.com/g"]}}')
        self.assertIn("metadata.finalizers: Forbidden: no new finalizers can be added if the "
                      "object is being deleted", said)
        with Lines(self, "-n", self.space, "delete", "gadget", "g1") as waiting:
            waiting.expect('"g1" deleted')
            self.k(*patch, '{"metadata":{"finalizers":null}}')
            self.assertEqual(waiting.process.wait(SECONDS_MAX), 0)
        self.assertFalse(self.there("gadgets", "g1"))

    def test_a_namespace_takes_everything_with_it(self):
        self.owned()
        self.k("create", "secret", "generic", "s")
        self.bare("delete", "namespace", self.space)
        self.assertEqual(WORLD.server.get(f"/api/v1/namespaces/{self.space}").code, 404)
        self.bare("create", "namespace", self.space)
        self.assertEqual(self.k("get", "gadgets,configmaps,secrets", "-o", "name"), "")

    def test_nothing_new_comes_into_a_namespace_that_ends(self):
        text = json.loads(gadget())
        text["metadata"]["finalizers"] = ["try.example.com/f"]
        self.make(json.dumps(text))
        self.bare("delete", "namespace", self.space, "--wait=false")
        self.assertIn("Terminating", self.bare("get", "namespace", self.space))
        said = self.fails("create", "configmap", "late")
        self.assertIn('configmaps "late" is forbidden: unable to create new content in namespace '
                      f"{self.space} because it is being terminated", said)
        self.k("patch", "gadget", "g1", "--type=merge", "-p", '{"metadata":{"finalizers":[]}}')
        # 1.20 fails when it is gone before it looks.
        self.command("wait", "--for=delete", f"namespace/{self.space}", "--timeout=60s")
        eventually(lambda: WORLD.server.get(f"/api/v1/namespaces/{self.space}").code == 404,
                   "it ends")

    def test_the_first_namespaces_cannot_be_deleted(self):
        for name in ("default", "kube-system"):
            done = self.command("delete", "namespace", name)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.strip(),
                             f'Error from server (Forbidden): namespaces "{name}" is forbidden: '
                             "this namespace may not be deleted")
