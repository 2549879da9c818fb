#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes as controllers make them: create, update, every kind of patch, status, scale, deletion.

Usage: protocol_objects_test.py PATH_TO_TELLTALE
"""

import json
import sys
import threading

from api_server import eventually
from gadgets import (CONFIGMAPS, DEFINITIONS, GADGETS, NAMESPACES, ServerCase, config_map,
                     definition, gadget, main, path_of, revision)


def managers(thing):
    return [(entry["manager"], entry["operation"], entry.get("subresource"))
            for entry in thing["metadata"]["managedFields"]]


class Creates(ServerCase):
    def test_the_server_says_what_is_the_servers_to_say(self):
        lies = {"uid": "mine", "creationTimestamp": "2001-01-01T00:00:00Z", "generation": 7,
                "deletionTimestamp": "2001-01-01T00:00:00Z", "selfLink": "/x"}
        metadata = self.new_gadget(**lies)["metadata"]
        self.assertNotEqual("mine", metadata["uid"])
        self.assertRegex(metadata["creationTimestamp"], r"^20[^0]\d-.*T\d\d:\d\d:\d\dZ$")
        self.assertEqual(1, metadata["generation"])
        self.assertEqual(set(), metadata.keys() & {"deletionTimestamp", "selfLink"})
        answer = self.server.post(GADGETS, gadget(self.name(), resourceVersion="5"))
        self.refused(answer, 500, None,
                     "resourceVersion should not be set on objects to be created")

    def test_names_are_generated(self):
        body = gadget("")
        body["metadata"] = {"generateName": "gen-"}
        names = {self.made(GADGETS, body)["metadata"]["name"] for _ in range(5)}
        self.assertEqual(5, len(names))
        for name in names:
            self.assertRegex(name, r"^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$")
        body["metadata"] = {"generateName": "a" * 100}
        self.assertEqual(63, len(self.made(GADGETS, body)["metadata"]["name"]))
        name = self.name()
        body["metadata"] = {"generateName": "gen-", "name": name}
        self.assertEqual(name, self.made(GADGETS, body)["metadata"]["name"])

    def test_names_and_labels_are_checked(self):
        for name in ("Bad_Name", "-a", "a" * 254, "a..b", ""):
            self.causes(self.server.post(GADGETS, gadget(name)), "metadata.name")
        for labels in ({"-": "a"}, {"a": "-"}, {"a/b/c": "d"}, {"a": "x" * 64}):
            answer = self.server.post(GADGETS, gadget(self.name(), labels=labels))
            self.causes(answer, "metadata.labels")
        answer = self.server.post(GADGETS, gadget(self.name(),
                                                  annotations={"a": "x" * 263_000}))
        self.causes(answer, "metadata.annotations")
        answer = self.server.post(NAMESPACES, {"apiVersion": "v1", "kind": "Namespace",
                                               "metadata": {"name": "a.b"}})
        self.causes(answer, "metadata.name")

    def test_namespaces_must_be_there_and_agree(self):
        answer = self.server.post(GADGETS, gadget("x", namespace="other"))
        self.refused(answer, 400, "BadRequest", "does not match the namespace")
        answer = self.server.post(GADGETS.replace("default", "nons"), gadget("x"))
        self.refused(answer, 404, "NotFound", 'namespaces "nons" not found')

    def test_big_numbers_and_fractions_survive(self):
        body = gadget(self.name())
        body["spec"].update(big=9007199254740993, ratio=0.1, free={"n": 2**63 - 1, "f": 1.0})
        made = self.made(GADGETS, body)
        self.assertEqual((9007199254740993, 0.1), (made["spec"]["big"], made["spec"]["ratio"]))
        self.assertEqual(2**63 - 1, made["spec"]["free"]["n"])
        text = json.dumps(gadget(self.name())).replace('"size": 1', '"size": 1.0')
        self.assertEqual(1, self.done(self.server.post(GADGETS, text), 201)["spec"]["size"])

    def test_status_is_dropped_and_defaults_are_filled(self):
        made = self.made(GADGETS, {**gadget(self.name()), "status": {"phase": "x"}})
        self.assertNotIn("status", made)
        self.assertEqual("blue", made["spec"]["color"])

    def test_unknown_fields_are_warned_of_refused_or_ignored(self):
        body = gadget(self.name())
        body["spec"]["bogus"] = 1
        strict = self.server.post(GADGETS + "?fieldValidation=Strict", body)
        self.refused(strict, 400, "BadRequest", 'strict decoding error: unknown field "spec.bogus"')
        warned = self.server.post(GADGETS + "?dryRun=All", body)
        self.assertEqual(['299 - "unknown field \\"spec.bogus\\""'], warned.headers["warning"])
        ignored = self.server.post(GADGETS + "?fieldValidation=Ignore", body)
        self.assertNotIn("warning", ignored.headers)
        self.assertNotIn("bogus", ignored.json["spec"])
        self.refused(self.server.post(GADGETS + "?fieldValidation=Some", body), 422, "Invalid")

    def test_a_dry_run_stores_nothing(self):
        name = self.name()
        answer = self.done(self.server.post(GADGETS + "?dryRun=All", gadget(name)), 201)
        self.assertIn("uid", answer["metadata"])
        self.assertNotIn("resourceVersion", answer["metadata"])
        self.refused(self.server.get(f"{GADGETS}/{name}"), 404, "NotFound")
        made = self.new_gadget()
        path = path_of(made)
        self.done(self.server.put(path + "?dryRun=All", {**made, "spec": {"size": 9}}))
        self.done(self.server.patch(path + "?dryRun=All", {"spec": {"size": 9}}))
        self.done(self.server.patch(path + "/status?dryRun=All", {"status": {"phase": "x"}}))
        self.done(self.server.apply(path, gadget(made["metadata"]["name"], 9), "me",
                                    "&dryRun=All&force=true"))
        self.done(self.server.delete(path + "?dryRun=All"))
        self.done(self.server.delete(path, {"kind": "DeleteOptions", "apiVersion": "v1",
                                            "dryRun": ["All"]}))
        self.assertEqual(made, self.server.get(path).json)
        self.refused(self.server.post(GADGETS + "?dryRun=Some", gadget(name)), 422, "Invalid")


class Updates(ServerCase):
    def test_an_update_needs_the_version_it_was_made_from(self):
        made = self.new_gadget()
        path = path_of(made)
        bare = gadget(made["metadata"]["name"], 2)
        self.causes(self.server.put(path, bare), "metadata.resourceVersion")
        bare["metadata"]["resourceVersion"] = "1"
        self.refused(self.server.put(path, bare), 409, "Conflict",
                     "the object has been modified; please apply your changes")
        made["spec"]["size"] = 2
        newer = self.done(self.server.put(path, made))
        self.assertEqual(2, newer["metadata"]["generation"])
        self.assertGreater(revision(newer), revision(made))
        self.refused(self.server.put(path, made), 409, "Conflict")

    def test_an_update_keeps_who_the_object_is(self):
        made = self.new_gadget()
        path = path_of(made)
        other = json.loads(json.dumps(made))
        other["metadata"]["name"] = "other"
        self.refused(self.server.put(path, other), 400, "BadRequest", "does not match the name")
        other = json.loads(json.dumps(made))
        other["metadata"]["uid"] = "11111111-2222-3333-4444-555555555555"
        self.refused(self.server.put(path, other), 409, "Conflict")
        other["metadata"]["uid"] = made["metadata"]["uid"]
        other["metadata"]["creationTimestamp"] = "2001-01-01T00:00:00Z"
        newer = self.done(self.server.put(path, other))
        self.assertEqual(made["metadata"]["creationTimestamp"],
                         newer["metadata"]["creationTimestamp"])
        self.refused(self.server.put(GADGETS + "/none", gadget("none", resourceVersion="1")),
                     404, "NotFound")

    def test_some_built_in_kinds_are_updated_without_a_version(self):
        self.made(CONFIGMAPS, config_map("free"))
        newer = self.server.put(CONFIGMAPS + "/free", config_map("free", {"a": "b"}))
        self.assertEqual({"a": "b"}, self.done(newer)["data"])
        self.assertNotIn("generation", newer.json["metadata"])

    def test_status_is_written_at_its_own_place_and_nothing_else_there(self):
        made = self.new_gadget(finalizers=["a.b/c"])
        path = path_of(made)
        body = json.loads(json.dumps(made))
        body.update(spec={"size": 50}, status={"phase": "Up"})
        body["metadata"].update(labels={"a": "b"}, finalizers=[])
        newer = self.done(self.server.put(path + "/status", body))
        self.assertEqual(({"phase": "Up"}, 1, ["a.b/c"], 1),
                         (newer["status"], newer["spec"]["size"],
                          newer["metadata"]["finalizers"], newer["metadata"]["generation"]))
        self.assertNotIn("labels", newer["metadata"])
        self.assertIn(("check", "Update", "status"), managers(newer))
        newer["status"] = {"phase": "Down"}
        newer["spec"]["size"] = 2
        last = self.done(self.server.put(path, newer))
        self.assertEqual(({"phase": "Up"}, 2), (last["status"], last["metadata"]["generation"]))
        labelled = self.done(self.server.patch(path, {"metadata": {"labels": {"x": "y"}}}))
        self.assertEqual(2, labelled["metadata"]["generation"])

    def test_scale_is_a_view_of_replicas(self):
        path = path_of(self.new_gadget(3)) + "/scale"
        self.done(self.server.patch(path.replace("/scale", "/status"),
                                    {"status": {"size": 2, "selector": "a=b"}}))
        scale = self.done(self.server.get(path))
        self.assertEqual(("Scale", "autoscaling/v1", {"replicas": 3},
                          {"replicas": 2, "selector": "a=b"}),
                         (scale["kind"], scale["apiVersion"], scale["spec"], scale["status"]))
        self.assertEqual(4, self.done(self.server.patch(path, {"spec": {"replicas": 4}}))
                         ["spec"]["replicas"])
        scale = self.done(self.server.get(path))
        scale["spec"]["replicas"] = 5
        self.done(self.server.put(path, scale))
        self.refused(self.server.put(path, scale), 409, "Conflict")
        main_object = self.done(self.server.get(path.replace("/scale", "")))
        self.assertEqual((5, 3), (main_object["spec"]["size"],
                                  main_object["metadata"]["generation"]))
        self.refused(self.server.patch(path, {"spec": {"replicas": -1}}), 422, "Invalid")


class Patches(ServerCase):
    def test_json_patches(self):
        path = path_of(self.new_gadget(1, labels={"a": "b"}))
        patch = [{"op": "test", "path": "/spec/size", "value": 1},
                 {"op": "add", "path": "/spec/tags", "value": ["x"]},
                 {"op": "add", "path": "/spec/tags/-", "value": "y"},
                 {"op": "replace", "path": "/spec/size", "value": 2},
                 {"op": "copy", "from": "/metadata/labels/a", "path": "/metadata/labels/c~1d"},
                 {"op": "move", "from": "/metadata/labels/a", "path": "/metadata/labels/e"},
                 {"op": "remove", "path": "/spec/color"}]
        newer = self.done(self.server.patch(path, patch, "json-patch+json"))
        self.assertEqual({"size": 2, "tags": ["x", "y"], "color": "blue"}, newer["spec"])
        self.assertEqual({"c/d": "b", "e": "b"}, newer["metadata"]["labels"])

    def test_json_patches_that_fail(self):
        path = path_of(self.new_gadget())
        for patch, code in (([{"op": "test", "path": "/spec/size", "value": 9}], 422),
                            ([{"op": "remove", "path": "/spec/none"}], 422),
                            ([{"op": "replace", "path": "/nope/a", "value": 1}], 422),
                            ("{}", 400), ("[{]", 400),
                            ([{"op": "test", "path": "/spec/size", "value": 1}] * 10_001, 413)):
            with self.subTest(str(patch)[:60]):
                answer = self.server.patch(path, patch, "json-patch+json")
                self.assertEqual(code, answer.code, answer.text)
                self.assertEqual("Status", answer.json["kind"])

    def test_merge_patches(self):
        made = self.new_gadget(labels={"a": "b", "c": "d"})
        path = path_of(made)
        newer = self.done(self.server.patch(path, {"metadata": {"labels": {"a": None}},
                                                   "spec": {"tags": ["x"], "size": 5}}))
        self.assertEqual(({"c": "d"}, ["x"]), (newer["metadata"]["labels"],
                                               newer["spec"]["tags"]))
        self.causes(self.server.patch(path, {"spec": {"size": 101}}), "spec.size")
        self.causes(self.server.patch(path, {"spec": {"tags": ["x", "x"]}}), "spec.tags[1]")
        for version, code in (("1", 409), (newer["metadata"]["resourceVersion"], 200)):
            patch = {"metadata": {"resourceVersion": version}, "spec": {"size": 6}}
            self.assertEqual(code, self.server.patch(path, patch).code)
        self.refused(self.server.patch(GADGETS + "/none", {}), 404, "NotFound")
        self.refused(self.server.patch(path, "[]"), 400, "BadRequest")

    def test_unknown_fields_of_patches_are_told_too(self):
        made = self.new_gadget()
        path, name = path_of(made), made["metadata"]["name"]
        body = gadget(name)
        body["spec"]["bogus"] = 1
        for patch, kind in (({"spec": {"bogus": 1}}, "merge-patch+json"),
                            ([{"op": "add", "path": "/spec/bogus", "value": 1}],
                             "json-patch+json")):
            where = path + "?fieldManager=me"
            strict = self.server.patch(where + "&fieldValidation=Strict", patch, kind)
            self.refused(strict, 422, "Invalid", 'unknown field "spec.bogus"')
            self.causes(strict, "patch")
            warned = self.server.patch(where, patch, kind)
            self.assertEqual(['299 - "unknown field \\"spec.bogus\\""'],
                             warned.headers["warning"])
            self.assertNotIn("bogus", self.done(warned)["spec"])
        self.refused(self.server.apply(path, body, "me"), 500, None,
                     ".spec.bogus: field not declared in schema")

    def test_patches_without_a_version_never_lose_to_each_other(self):
        self.made(CONFIGMAPS, config_map("crowd"))
        codes = []

        def write(number):
            patch = {"data": {f"k{number}": "v"}}
            codes.append(self.server.patch(CONFIGMAPS + "/crowd", patch).code)
        threads = [threading.Thread(target=write, args=(number,)) for number in range(24)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([200] * 24, codes)
        self.assertEqual(24, len(self.server.get(CONFIGMAPS + "/crowd").json["data"]))

    def test_strategic_patches_are_for_built_in_kinds(self):
        self.made(CONFIGMAPS, config_map("smp", {"a": "1", "b": "2"},
                                         finalizers=["x.y/a", "x.y/b"]))
        path = CONFIGMAPS + "/smp"
        patch = {"data": {"a": None, "c": "3"}, "metadata": {
            "finalizers": ["x.y/c"], "$deleteFromPrimitiveList/finalizers": ["x.y/a"],
            "$setElementOrder/finalizers": ["x.y/b", "x.y/c"]}}
        newer = self.done(self.server.patch(path, patch, "strategic-merge-patch+json"))
        self.assertEqual({"b": "2", "c": "3"}, newer["data"])
        self.assertEqual(["x.y/b", "x.y/c"], newer["metadata"]["finalizers"])
        newer = self.done(self.server.patch(path, {"data": {"$patch": "replace", "z": "1"}},
                                            "strategic-merge-patch+json"))
        self.assertEqual({"z": "1"}, newer["data"])
        answer = self.server.patch(path_of(self.new_gadget()), {}, "strategic-merge-patch+json")
        self.refused(answer, 415, "UnsupportedMediaType", "application/json-patch+json, ")


class Applies(ServerCase):
    def test_owners_share_fight_and_give_up_fields(self):
        name = self.name()
        path = f"{GADGETS}/{name}"
        made = self.done(self.server.apply(path, gadget(name, 1), "alice"), 201)
        self.assertEqual([("alice", "Apply", None)], managers(made))
        again = self.done(self.server.apply(path, gadget(name, 1), "alice"))
        self.assertEqual(revision(made), revision(again))
        status = self.refused(self.server.apply(path, gadget(name, 2), "bob"), 409, "Conflict",
                              'Apply failed with 1 conflict: conflict with "alice": .spec.size')
        self.assertEqual([("FieldManagerConflict", ".spec.size")],
                         [(c["reason"], c["field"]) for c in status["details"]["causes"]])
        shared = self.done(self.server.apply(path, gadget(name, 1), "bob"))
        self.assertEqual({"alice", "bob"}, {m[0] for m in managers(shared)})
        forced = self.done(self.server.apply(path, gadget(name, 2), "bob", "&force=true"))
        self.assertEqual(2, forced["spec"]["size"])
        self.assertEqual(["bob"], [m[0] for m in managers(forced)])

    def test_what_is_no_longer_applied_goes(self):
        name = self.name()
        path = f"{GADGETS}/{name}"
        body = gadget(name, 1, labels={"a": "1", "b": "2"})
        body["spec"]["tags"] = ["x", "y"]
        self.done(self.server.apply(path, body, "alice"), 201)
        other = gadget(name, 1, labels={"b": "2"})
        other["spec"]["tags"] = ["y", "z"]
        both = self.done(self.server.apply(path, other, "bob"))
        self.assertEqual({"x", "y", "z"}, set(both["spec"]["tags"]))
        less = self.done(self.server.apply(path, gadget(name, 1), "alice"))
        self.assertEqual(({"b": "2"}, {"y", "z"}),
                         (less["metadata"]["labels"], set(less["spec"]["tags"])))

    def test_conditions_are_owned_one_by_one(self):
        path = path_of(self.new_gadget())
        name = path.rsplit("/", 1)[1]

        def conditions(*types):
            body = {"apiVersion": "ref.example.com/v1", "kind": "Gadget",
                    "metadata": {"name": name},
                    "status": {"conditions": [{"type": t, "status": "True"} for t in types]}}
            return body
        self.done(self.server.apply(path + "/status", conditions("Ready"), "a"))
        both = self.done(self.server.apply(path + "/status", conditions("Healthy"), "b"))
        self.assertEqual(["Ready", "Healthy"], [c["type"] for c in both["status"]["conditions"]])
        fields = [e["fieldsV1"] for e in both["metadata"]["managedFields"] if e["manager"] == "a"]
        self.assertEqual([{"f:status": {"f:conditions": {'k:{"type":"Ready"}': {
            ".": {}, "f:status": {}, "f:type": {}}}}}], fields)
        left = self.done(self.server.apply(path + "/status", conditions(), "a"))
        self.assertEqual(["Healthy"], [c["type"] for c in left["status"]["conditions"]])

    def test_what_an_apply_must_not_say(self):
        made = self.new_gadget()
        path, name = path_of(made), made["metadata"]["name"]
        answer = self.server.patch(path, gadget(name), "apply-patch+yaml")
        self.causes(answer, "fieldManager")
        answer = self.server.apply(path, gadget(name, managedFields=[{"manager": "x"}]), "a")
        self.refused(answer, 400, "BadRequest", "metadata.managedFields must be nil")
        self.refused(self.server.apply(path, gadget(name, resourceVersion="1"), "a"), 409,
                     "Conflict")
        self.causes(self.server.apply(path, gadget(name, uid="x"), "a"), "metadata.uid",
                    "metadata.uid")
        self.refused(self.server.apply(path, gadget("other"), "a"), 400, "BadRequest")
        self.refused(self.server.patch(path + "?force=true", {}), 422, "Invalid")
        self.refused(self.server.apply(path, "{bad: [", "a"), 400, "BadRequest")
        self.refused(self.server.apply(path, gadget(name), "a" * 129), 422, "Invalid")

    def test_plain_writers_are_recorded_and_may_clear_the_records(self):
        made = self.new_gadget()
        path = path_of(made)
        self.assertEqual([("check", "Update", None)], managers(made))
        newer = self.done(self.server.patch(path + "?fieldManager=me", {"spec": {"size": 3}}))
        self.assertEqual({"check", "me"}, {m[0] for m in managers(newer)})
        for entry in newer["metadata"]["managedFields"]:
            self.assertEqual({"apiVersion", "fieldsType", "fieldsV1", "manager", "operation",
                              "time"}, entry.keys())
        patch = [{"op": "replace", "path": "/metadata/managedFields", "value": [{}]},
                 {"op": "replace", "path": "/metadata/resourceVersion",
                  "value": newer["metadata"]["resourceVersion"]}]
        cleared = self.done(self.server.patch(path, patch, "json-patch+json"))
        self.assertNotIn("managedFields", cleared["metadata"])


class Deletions(ServerCase):
    def gone(self, path):
        eventually(lambda: self.server.get(path).code == 404, f"{path} is gone")

    def test_what_nothing_holds_goes_at_once(self):
        made = self.new_gadget()
        status = self.done(self.server.delete(path_of(made)))
        self.assertEqual(("Success", {"name": made["metadata"]["name"], "kind": "gadgets",
                                      "group": "ref.example.com",
                                      "uid": made["metadata"]["uid"]}),
                         (status["status"], status["details"]))
        self.refused(self.server.delete(path_of(made)), 404, "NotFound")

    def test_preconditions_are_obeyed(self):
        made = self.new_gadget()
        path = path_of(made)
        for wrong in ({"uid": "x"}, {"resourceVersion": "1"}):
            answer = self.server.delete(path, {"preconditions": wrong})
            self.refused(answer, 409, "Conflict")
        right = {"uid": made["metadata"]["uid"],
                 "resourceVersion": made["metadata"]["resourceVersion"]}
        self.done(self.server.delete(path, {"kind": "DeleteOptions", "apiVersion": "v1",
                                            "preconditions": right}))

    def test_finalizers_hold_an_object(self):
        made = self.new_gadget(finalizers=["a.b/c"])
        path = path_of(made)
        first = self.done(self.server.delete(path))
        self.assertEqual(("Gadget", 2, 0),
                         (first["kind"], first["metadata"]["generation"],
                          first["metadata"]["deletionGracePeriodSeconds"]))
        self.assertIn("deletionTimestamp", first["metadata"])
        self.assertEqual(revision(first), revision(self.done(self.server.delete(path))))
        more = self.server.patch(path, {"metadata": {"finalizers": ["a.b/c", "d.e/f"]}})
        self.refused(more, 422, "Invalid",
                     "no new finalizers can be added if the object is being deleted")
        self.done(self.server.patch(path, {"spec": {"size": 2}}))
        with self.server.watch(f"{path.rsplit('/', 1)[0]}?watch=1&fieldSelector=metadata.name%3D"
                               + made["metadata"]["name"]) as watch:
            watch.next()
            self.done(self.server.patch(path, {"metadata": {"finalizers": None}}))
            self.assertEqual("DELETED", watch.next()["type"])
        self.refused(self.server.get(path), 404, "NotFound")

    def family(self, **reference):
        owner = self.new_gadget()
        child = self.new_gadget(ownerReferences=[{
            "apiVersion": "ref.example.com/v1", "kind": "Gadget",
            "name": owner["metadata"]["name"], "uid": owner["metadata"]["uid"], **reference}])
        return path_of(owner), path_of(child)

    def test_dependents_follow_in_the_background(self):
        owner, child = self.family()
        self.done(self.server.delete(owner, {"propagationPolicy": "Background"}))
        self.refused(self.server.get(owner), 404, "NotFound")
        self.gone(child)

    def test_dependents_go_first_in_the_foreground(self):
        owner, child = self.family(blockOwnerDeletion=True)
        self.done(self.server.patch(child, {"metadata": {"finalizers": ["a.b/c"]}}))
        held = self.done(self.server.delete(owner + "?propagationPolicy=Foreground"))
        self.assertEqual(["foregroundDeletion"], held["metadata"]["finalizers"])
        eventually(lambda: "deletionTimestamp" in self.server.get(child).json["metadata"],
                   "the child is being deleted")
        self.assertEqual(200, self.server.get(owner).code)
        self.done(self.server.patch(child, {"metadata": {"finalizers": None}}))
        self.gone(owner)

    def test_orphans_stay(self):
        owner, child = self.family()
        self.done(self.server.delete(owner, {"propagationPolicy": "Orphan"}))
        self.gone(owner)
        left = self.done(self.server.get(child))
        self.assertNotIn("ownerReferences", left["metadata"])

    def test_owners_must_make_sense(self):
        reference = {"apiVersion": "v1", "kind": "Node", "name": "n", "uid": "u"}
        for references in ([{**reference, "uid": ""}], [{**reference, "kind": ""}],
                           [{**reference, "controller": True},
                            {**reference, "uid": "v", "controller": True}]):
            answer = self.server.post(GADGETS, gadget(self.name(), ownerReferences=references))
            self.refused(answer, 422, "Invalid")
        self.refused(self.server.delete(path_of(self.new_gadget()),
                                        {"propagationPolicy": "Sideways"}), 422, "Invalid")

    def test_a_namespace_empties_itself_before_it_goes(self):
        body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "doomed"}}
        made = self.made(NAMESPACES, body)
        self.assertEqual({"kubernetes.io/metadata.name": "doomed"}, made["metadata"]["labels"])
        inside = GADGETS.replace("default", "doomed")
        self.made(inside, gadget("held", finalizers=["a.b/c"]))
        self.made(inside, gadget("free"))
        dying = self.done(self.server.delete(NAMESPACES + "/doomed"))
        self.assertEqual("Terminating", dying["status"]["phase"])
        self.gone(inside + "/free")
        status = self.refused(self.server.post(inside, gadget("late")), 403, "Forbidden")
        self.assertEqual("NamespaceTerminating", status["details"]["causes"][0]["reason"])
        self.assertEqual(200, self.server.get(NAMESPACES + "/doomed").code)
        self.done(self.server.patch(inside + "/held", {"metadata": {"finalizers": None}}))
        self.gone(NAMESPACES + "/doomed")
        self.refused(self.server.delete(NAMESPACES + "/default"), 403, "Forbidden")

    def test_a_definition_goes_with_its_objects_and_may_come_back_at_once(self):
        path = "/apis/ref.example.com/v1/namespaces/default/phoenixs"
        for _ in range(3):
            made = self.made(DEFINITIONS, definition("Phoenix"))
            self.assertEqual(["NamesAccepted", "Established"],
                             [c["type"] for c in made["status"]["conditions"]])
            self.assertEqual([], self.done(self.server.get(path))["items"])
            self.made(path, {**gadget("p"), "kind": "Phoenix"})
            self.done(self.server.delete(f"{DEFINITIONS}/phoenixs.ref.example.com"))
            self.gone(f"{DEFINITIONS}/phoenixs.ref.example.com")
            self.assertEqual("404 page not found\n", self.server.get(path).text)


if __name__ == "__main__":
    main(sys.argv)
