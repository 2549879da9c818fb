#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kinds with habits, bodies in protobuf, and conversion by a webhook.

Usage: protocol_kinds_test.py PATH_TO_TELLTALE
"""

import base64
import http.server
import json
import os
import ssl
import subprocess
import sys
import threading

from api_server import eventually
from gadgets import (CONFIGMAPS, DEFINITIONS, GADGETS, NAMESPACES, PROTOBUF, ServerCase,
                     config_map, definition, gadget, main, version)

LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases"
SECRETS = "/api/v1/namespaces/default/secrets"
CORE_EVENTS = "/api/v1/namespaces/default/events"
NEW_EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events"
PLAIN_PROTOBUF = {"Content-Type": PROTOBUF, "Accept": f"{PROTOBUF},application/json"}


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """One field of a protobuf message: a whole number, or bytes or text with a length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def envelope(api_version, kind, raw):
    return b"k8s\0" + field(1, field(1, api_version) + field(2, kind)) + field(2, raw)


def entry(number, key, value):
    return field(number, field(1, key) + field(2, value))


class Protobuf(ServerCase):
    def send(self, method, path, body):
        return self.server.ask(method, path, body, dict(PLAIN_PROTOBUF))

    def test_config_maps_secrets_and_namespaces(self):
        meta = field(1, "pb") + entry(11, "a", "b") + field(14, "x.y/z")
        raw = field(1, meta) + entry(2, "k", "v") + entry(3, "bin", b"\0\xff")
        made = self.done(self.send("POST", CONFIGMAPS, envelope("v1", "ConfigMap", raw)), 201)
        self.assertEqual(({"k": "v"}, {"bin": "AP8="}, {"a": "b"}, ["x.y/z"]),
                         (made["data"], made["binaryData"], made["metadata"]["labels"],
                          made["metadata"]["finalizers"]))
        raw = field(1, field(1, "pb")) + entry(2, "k", b"\x01\x02") + entry(4, "s", "text")
        made = self.done(self.send("POST", SECRETS, envelope("v1", "Secret", raw)), 201)
        self.assertEqual(({"k": "AQI=", "s": "dGV4dA=="}, "Opaque"), (made["data"], made["type"]))
        made = self.done(self.send("POST", NAMESPACES,
                                   envelope("v1", "Namespace", field(1, field(1, "pb")))), 201)
        self.assertEqual("Active", made["status"]["phase"])

    def test_leases_are_created_and_renewed(self):
        def lease(holder, seconds, version=""):
            meta = field(1, "leader") + (field(6, version) if version else b"")
            spec = field(1, holder) + field(2, 15) + field(4, field(1, seconds) +
                                                           field(2, 5000)) + field(5, 1)
            return envelope("coordination.k8s.io/v1", "Lease", field(1, meta) + field(2, spec))
        made = self.done(self.send("POST", LEASES, lease("me", 1_700_000_000)), 201)
        self.assertEqual({"holderIdentity": "me", "leaseDurationSeconds": 15,
                          "renewTime": "2023-11-14T22:13:20.000005Z", "leaseTransitions": 1},
                         made["spec"])
        path, old = LEASES + "/leader", made["metadata"]["resourceVersion"]
        self.done(self.send("PUT", path, lease("me", 1_700_000_002, old)))
        self.refused(self.send("PUT", path, lease("you", 1_700_000_003, old)), 409, "Conflict")

    def test_events_and_reviews(self):
        ref = field(1, "Gadget") + field(2, "default") + field(3, "g1") + field(4, "u1")
        raw = (field(1, field(1, "g1.1") + field(3, "default")) + field(2, ref) +
               field(3, "Why") + field(4, "What") + field(5, field(1, "me")) +
               field(6, field(1, 1_700_000_000)) + field(8, 3) + field(9, "Normal"))
        made = self.done(self.send("POST", CORE_EVENTS, envelope("v1", "Event", raw)), 201)
        self.assertEqual(("g1", 3, "2023-11-14T22:13:20Z", "me"),
                         (made["involvedObject"]["name"], made["count"],
                          made["firstTimestamp"], made["source"]["component"]))
        attributes = field(2, "list") + field(3, "ref.example.com") + field(5, "gadgets")
        raw = field(2, field(1, attributes))
        made = self.done(self.send(
            "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            envelope("authorization.k8s.io/v1", "SelfSubjectAccessReview", raw)), 201)
        self.assertTrue(made["status"]["allowed"])

    def test_deletions_carry_their_options(self):
        made = self.made(CONFIGMAPS, config_map("pb-gone"))
        path = CONFIGMAPS + "/pb-gone"
        wrong = envelope("v1", "DeleteOptions", field(2, field(1, "other")))
        self.refused(self.send("DELETE", path, wrong), 409, "Conflict")
        dry = envelope("v1", "DeleteOptions", field(5, "All"))
        self.done(self.send("DELETE", path, dry))
        right = envelope("meta.k8s.io/v1", "DeleteOptions",
                         field(2, field(1, made["metadata"]["uid"])) + field(4, "Background"))
        self.done(self.send("DELETE", path, right))
        self.refused(self.server.get(path), 404, "NotFound")

    def test_what_is_no_protobuf_is_refused(self):
        answer = self.send("POST", CONFIGMAPS, b"junk")
        self.refused(answer, 400, "BadRequest",
                     "does not appear to be a protobuf message, expected prefix [107 56 115 0]")
        meta = field(1, field(1, "bad"))
        for body in (b"k8s\0", b"k8s\0\xff\xff", envelope("v1", "ConfigMap", b"\x0a\xff\xff\x7f"),
                     envelope("v1", "ConfigMap", meta + b"\x12\x80"), envelope("v1", "Pod", meta),
                     b"k8s\0" + field(2, b"\xff" * 50), envelope("v1", "ConfigMap", b"\x07" * 9)):
            with self.subTest(body):
                answer = self.send("POST", CONFIGMAPS, body)
                self.assertEqual(400, answer.code, answer.text)
        self.refused(self.send("POST", GADGETS, envelope("ref.example.com/v1", "Gadget", meta)),
                     415, "UnsupportedMediaType")


class Habits(ServerCase):
    def test_a_put_creates_leases_and_events_and_nothing_else(self):
        lease = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                 "metadata": {"name": "put"}, "spec": {"holderIdentity": "me"}}
        made = self.done(self.server.put(LEASES + "/put", lease), 201)
        self.causes(self.server.put(LEASES + "/put", lease), "metadata.resourceVersion")
        self.assertNotIn("generation", made["metadata"])
        self.done(self.server.put(CORE_EVENTS + "/put", event("put")), 201)
        self.refused(self.server.put(CONFIGMAPS + "/put", config_map("put")), 404, "NotFound")

    def test_times_of_leases_keep_microseconds(self):
        lease = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                 "metadata": {"name": "micro"},
                 "spec": {"renewTime": "2026-01-02T03:04:05.000000Z"}}
        made = self.made(LEASES, lease)
        self.assertEqual("2026-01-02T03:04:05.000000Z", made["spec"]["renewTime"])

    def test_both_views_of_an_event(self):
        self.made(CORE_EVENTS, event("seen"))
        view = self.done(self.server.get(NEW_EVENTS + "/seen"))
        self.assertEqual(("events.k8s.io/v1", "What", "g1", "ctrl"),
                         (view["apiVersion"], view["note"], view["regarding"]["name"],
                          view["deprecatedSource"]["component"]))
        new = {"apiVersion": "events.k8s.io/v1", "kind": "Event", "metadata": {"name": "new"},
               "eventTime": "2026-01-02T03:04:05.000006Z", "reportingController": "c",
               "reportingInstance": "i", "action": "Do", "reason": "Why", "note": "Hm",
               "type": "Warning", "regarding": {"kind": "Gadget", "namespace": "default",
                                                "name": "g9"}}
        self.made(NEW_EVENTS, new)
        core = self.done(self.server.get(CORE_EVENTS + "/new"))
        self.assertEqual(("Hm", "g9", "c", "2026-01-02T03:04:05.000006Z"),
                         (core["message"], core["involvedObject"]["name"],
                          core["reportingComponent"], core["eventTime"]))
        for query, names in (("involvedObject.name%3Dg9", ["new"]),
                             ("involvedObject.kind%3DGadget,type%3DWarning", ["new"]),
                             ("reason%3DNone", [])):
            listed = self.done(self.server.get(f"{CORE_EVENTS}?fieldSelector={query}"))
            self.assertEqual(names, [item["metadata"]["name"] for item in listed["items"]])

    def test_an_event_is_counted_by_a_patch(self):
        self.made(CORE_EVENTS, event("counted"))
        patch = {"count": 2, "lastTimestamp": "2026-01-02T03:04:06Z"}
        newer = self.server.patch(CORE_EVENTS + "/counted", patch, "strategic-merge-patch+json")
        self.assertEqual(2, self.done(newer)["count"])

    def test_an_event_is_about_something_in_its_namespace(self):
        stray = event("stray")
        stray["involvedObject"]["namespace"] = "kube-system"
        self.refused(self.server.post(CORE_EVENTS, stray), 422, "Invalid")

    def test_secrets_fold_and_check_their_data(self):
        def secret(name, **more):
            return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, **more}
        made = self.made(SECRETS, secret("fold", stringData={"a": "hi"}, data={"b": "aGk="}))
        self.assertEqual({"a": "aGk=", "b": "aGk="}, made["data"])
        self.assertNotIn("stringData", made)
        self.refused(self.server.post(SECRETS, secret("bad", data={"a": "?"})), 400, "BadRequest")
        self.causes(self.server.post(SECRETS, secret("tls", type="kubernetes.io/tls")),
                    "data[tls.crt]", "data[tls.key]")
        self.refused(self.server.patch(SECRETS + "/fold", {"type": "other"}), 422, "Invalid")
        listed = self.done(self.server.get(SECRETS + "?fieldSelector=type%3DOpaque"))
        self.assertIn("fold", [item["metadata"]["name"] for item in listed["items"]])

    def test_what_is_immutable_stays(self):
        self.made(CONFIGMAPS, {**config_map("fixed", {"a": "b"}), "immutable": True})
        path = CONFIGMAPS + "/fixed"
        for patch in ({"data": {"a": "c"}}, {"immutable": False}, {"binaryData": {"x": "AA=="}}):
            self.refused(self.server.patch(path, patch), 422, "Invalid")
        self.done(self.server.patch(path, {"metadata": {"labels": {"a": "b"}}}))

    def test_keys_of_config_maps_are_checked(self):
        for data in ({"a b": "c"}, {"": "c"}, {"..": "c"}, {"k" * 254: "c"}):
            self.refused(self.server.post(CONFIGMAPS, config_map(self.name(), data)), 422,
                         "Invalid")
        both = {**config_map("both", {"a": "b"}), "binaryData": {"a": "AA=="}}
        self.refused(self.server.post(CONFIGMAPS, both), 422, "Invalid")
        large = config_map("large", {"a": "x" * 1_048_577})
        self.refused(self.server.post(CONFIGMAPS, large), 422, "Invalid")

    def test_the_first_namespaces_are_there(self):
        for name in ("default", "kube-system", "kube-public", "kube-node-lease"):
            space = self.done(self.server.get(f"{NAMESPACES}/{name}"))
            self.assertEqual((["kubernetes"], "Active", name),
                             (space["spec"]["finalizers"], space["status"]["phase"],
                              space["metadata"]["labels"]["kubernetes.io/metadata.name"]))
        active = self.server.get(NAMESPACES + "?fieldSelector=status.phase%3DActive")
        self.assertGreaterEqual(len(self.done(active)["items"]), 4)

    def test_a_namespace_is_finalized_at_its_own_place(self):
        body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "final"},
                "spec": {"finalizers": ["kubernetes", "a.b/c"]}}
        self.made(NAMESPACES, body)
        self.done(self.server.delete(NAMESPACES + "/final"))

        def left():
            dying = self.done(self.server.get(NAMESPACES + "/final"))
            return dying if dying["spec"]["finalizers"] == ["a.b/c"] else None
        dying = eventually(left, "the server is done with the namespace")
        dying["spec"]["finalizers"] = []
        self.done(self.server.put(NAMESPACES + "/final/finalize", dying))
        self.refused(self.server.get(NAMESPACES + "/final"), 404, "NotFound")

    def test_what_a_built_in_kind_has_no_type_for_cannot_be_read(self):
        self.made(CONFIGMAPS, config_map("typed"))
        wrong = config_map("wrong", {"a": 1})
        self.refused(self.server.post(CONFIGMAPS, wrong), 400, "BadRequest",
                     'ConfigMap in version "v1" cannot be handled as a ConfigMap')
        self.refused(self.server.patch(CONFIGMAPS + "/typed", {"data": {"a": 1}}), 422, "Invalid")


class Versions(ServerCase):
    """Definitions with more than one version, converted by nobody, and by a webhook."""

    def test_only_the_version_is_rewritten_without_conversion(self):
        self.made(DEFINITIONS, definition("Plain", versions=[version("v1", storage=True),
                                                             version("v2")]))
        path = "/apis/ref.example.com/{}/namespaces/default/plains"
        made = self.made(path.format("v2"), {**gadget("p"), "kind": "Plain",
                                             "apiVersion": "ref.example.com/v2"})
        one = self.done(self.server.get(path.format("v1") + "/p"))
        self.assertEqual(("ref.example.com/v1", made["spec"]), (one["apiVersion"], one["spec"]))
        crd = f"{DEFINITIONS}/plains.ref.example.com"
        less = self.server.patch(crd, [{"op": "remove", "path": "/spec/versions/0"},
                                       {"op": "replace", "path": "/spec/versions/0/storage",
                                        "value": True}], "json-patch+json")
        self.refused(less, 422, "Invalid", "status.storedVersions")

    def test_a_definition_changes_live(self):
        self.made(DEFINITIONS, definition("Live"))
        path = "/apis/ref.example.com/v1/namespaces/default/lives"
        body = {**gadget("l", 50), "kind": "Live"}
        self.made(path, body)
        crd = f"{DEFINITIONS}/lives.ref.example.com"
        place = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties"
        self.done(self.server.patch(crd, [
            {"op": "replace", "path": place + "/size/maximum", "value": 10},
            {"op": "add", "path": place + "/shape", "value": {"type": "string",
                                                              "default": "round"}}],
            "json-patch+json"))
        self.causes(self.server.post(path, {**body, "metadata": {"name": "m"}}), "spec.size")
        self.assertEqual("round", self.done(self.server.get(path + "/l"))["spec"]["shape"])
        self.assertEqual("round",
                         self.done(self.server.get(path))["items"][0]["spec"]["shape"])

    def test_definitions_that_make_no_sense_are_refused(self):
        def bent(bend):
            body = definition("Bent")
            bend(body)
            return self.server.post(DEFINITIONS, body)

        def schema_of(body):
            return body["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
        bends = (
            lambda b: b["metadata"].update(name="x.y"),
            lambda b: b["spec"].update(scope="Sometimes"),
            lambda b: b["spec"]["versions"][0].update(storage=False),
            lambda b: b["spec"]["versions"][0].pop("schema"),
            lambda b: schema_of(b).pop("type"),
            lambda b: schema_of(b)["properties"].update(a={}),
            lambda b: schema_of(b)["properties"].update(a={"$ref": "#/x", "type": "object"}),
            lambda b: schema_of(b)["properties"].update(a={"type": "array", "uniqueItems": True,
                                                           "items": {"type": "string"}}),
            lambda b: schema_of(b)["properties"].update(a={"type": "integer", "default": "x"}),
            lambda b: schema_of(b)["properties"].update(
                metadata={"type": "object", "properties": {"labels": {"type": "object"}}}))
        for number, bend in enumerate(bends):
            with self.subTest(number):
                status = self.refused(bent(bend), 422, "Invalid")
                self.assertTrue(status["details"]["causes"][0]["field"])
        old = {**definition("Bent"), "apiVersion": "apiextensions.k8s.io/v1beta1"}
        self.refused(self.server.post(DEFINITIONS, old), 400, "BadRequest")

    def test_rules_that_are_not_enforced_are_warned_of(self):
        body = definition("Ruled")
        schema = body["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
        schema["properties"]["spec"]["x-kubernetes-validations"] = [{"rule": "self.size > 0"}]
        answer = self.server.post(DEFINITIONS, body)
        self.assertIn("x-kubernetes-validations", answer.headers["warning"][0])
        kept = self.done(answer, 201)["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
        self.assertIn("x-kubernetes-validations", kept["properties"]["spec"])

    def test_replicas_must_be_a_number_for_scale_to_read(self):
        answer = self.server.post(GADGETS, gadget(self.name(), "x"))
        self.causes(answer, "spec.size", ".spec.size")

    def test_a_webhook_converts(self):
        with Converter(self.server.folder) as converter:
            second = version("v2")
            properties = second["schema"]["openAPIV3Schema"]["properties"]
            properties["spec"] = {"type": "object", "properties": {"width": {"type": "integer"}}}
            second.pop("subresources")
            second.pop("additionalPrinterColumns")
            body = definition("Hooked", versions=[version("v1", storage=True), second])
            body["spec"]["conversion"] = {"strategy": "Webhook", "webhook": {
                "conversionReviewVersions": ["v1"],
                "clientConfig": {"url": converter.url, "caBundle": converter.ca}}}
            self.made(DEFINITIONS, body)
            path = "/apis/ref.example.com/{}/namespaces/default/hookeds"
            new = {"apiVersion": "ref.example.com/v2", "kind": "Hooked",
                   "metadata": {"name": "h"}, "spec": {"width": 7}}
            made = self.made(path.format("v2"), new)
            self.assertEqual({"width": 7}, made["spec"])
            one = self.done(self.server.get(path.format("v1") + "/h"))
            self.assertEqual((7, made["metadata"]["uid"]),
                             (one["spec"]["size"], one["metadata"]["uid"]))
            listed = self.done(self.server.get(path.format("v2")))
            self.assertEqual([7], [item["spec"]["width"] for item in listed["items"]])
            with self.server.watch(path.format("v2") + "?watch=1") as watch:
                self.assertEqual({"width": 7}, watch.next()["object"]["spec"])
            patched = self.server.patch(path.format("v2") + "/h", {"spec": {"width": 8}})
            self.assertEqual({"width": 8}, self.done(patched)["spec"])
        answer = self.server.get(path.format("v2") + "/h")
        self.refused(answer, 500, "InternalError", "conversion webhook")


class Converter:
    """A conversion webhook: `size` of v1 is `width` of v2."""

    def __init__(self, folder):
        self.cert = os.path.join(folder, "hook.crt")
        key = os.path.join(folder, "hook.key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", "/CN=hook",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out",
                        self.cert], check=True, capture_output=True, timeout=60)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ConvertHandler)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.cert, key)
        self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{self.server.server_port}/convert"
        with open(self.cert, "rb") as text:
            self.ca = base64.b64encode(text.read()).decode()

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(30)


class ConvertHandler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = review["request"]
        wanted = request["desiredAPIVersion"]
        converted = []
        for thing in request["objects"]:
            spec = thing["spec"]
            value = spec.get("size", spec.get("width"))
            spec = {"width": value} if wanted.endswith("v2") else {"size": value}
            converted.append({**thing, "apiVersion": wanted, "spec": spec})
        answer = json.dumps({**review, "request": None, "response": {
            "uid": request["uid"], "convertedObjects": converted,
            "result": {"status": "Success"}}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def event(name):
    return {"apiVersion": "v1", "kind": "Event", "metadata": {"name": name},
            "involvedObject": {"kind": "Gadget", "namespace": "default", "name": "g1",
                               "uid": "u1"},
            "reason": "Why", "message": "What", "type": "Normal", "count": 1,
            "source": {"component": "ctrl"}, "firstTimestamp": "2026-01-02T03:04:05Z",
            "lastTimestamp": "2026-01-02T03:04:05Z"}


if __name__ == "__main__":
    main(sys.argv)
