#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The API server below what kubectl shows: connections, fixed paths, content negotiation, tables,
and who may do what.

Usage: protocol_test.py PATH_TO_TELLTALE
"""

import gzip
import json
import os
import socket
import ssl
import subprocess
import sys
import time

import yaml

from gadgets import (CONFIGMAPS, DEFINITIONS, GADGETS, NAMESPACES, PROTOBUF, TABLE, ServerCase,
                     config_map, gadget, main, path_of)

MEBIBYTE = 1024 * 1024


class Transport(ServerCase):
    def test_one_connection_carries_many_requests(self):
        connection = self.server.connect()
        connection.connect()
        first = connection.sock
        for path in ("/version", "/api", "/nothing", GADGETS + "/none"):
            self.server.get(path, connection=connection)
            self.assertIs(first, connection.sock, path)
        connection.close()

    def test_requests_may_follow_before_their_answers(self):
        with self.server.raw_socket() as raw:
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
                        b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            self.assertEqual(2, read_all(raw).count(b"HTTP/1.1 200"))

    def test_a_body_may_come_in_chunks(self):
        connection = self.server.connect()
        text = json.dumps(gadget(self.name())).encode()
        connection.request("POST", GADGETS, iter([text[:10], text[10:]]),
                           self.server.all_headers({"Content-Type": "application/json"}, None),
                           encode_chunked=True)
        self.assertEqual(201, connection.getresponse().status)
        connection.close()

    def test_a_body_may_be_announced_first(self):
        body = json.dumps(gadget(self.name())).encode()
        head = (f"POST {GADGETS} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                f"{self.server.token}\r\nContent-Type: application/json\r\n"
                f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n")
        with self.server.raw_socket() as raw:
            raw.sendall(head.encode())
            self.assertTrue(raw.recv(4096).startswith(b"HTTP/1.1 100"))
            raw.sendall(body)
            self.assertTrue(raw.recv(4096).startswith(b"HTTP/1.1 201"))

    def test_unknown_parameters_are_ignored(self):
        answer = self.server.get(GADGETS + "?timeout=32s&pretty=true&nonsense=1&limit=5")
        self.assertEqual("GadgetList", self.done(answer)["kind"])

    def test_more_than_three_mebibytes_are_refused(self):
        body = config_map(self.name(), {"k": "x" * (3 * MEBIBYTE)})
        self.refused(self.server.post(CONFIGMAPS, body), 413, "RequestEntityTooLarge")

    def test_what_is_not_routed_is_text(self):
        for path in ("/apis/nope.io/v1", "/nope", "/api/v2", "/apis/ref.example.com/v9/gadgets",
                     "/api/v1/namespaces/default/nosuch", "/apis/ref.example.com/v1/nosuch/x"):
            answer = self.server.get(path)
            self.assertEqual((404, "404 page not found\n", "text/plain; charset=utf-8"),
                             (answer.code, answer.text, answer.content_type), path)

    def test_a_method_that_a_resource_lacks_is_refused(self):
        path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
        self.refused(self.server.get(path), 405, "MethodNotAllowed")
        self.refused(self.server.delete(NAMESPACES), 405, "MethodNotAllowed")
        self.refused(self.server.post(NAMESPACES + "/x", {}), 405, "MethodNotAllowed")
        self.refused(self.server.post(GADGETS + "/x/status", gadget("x")), 405, "MethodNotAllowed")

    def test_gzip_is_honest_when_it_is_used(self):
        name = self.name()
        self.made(CONFIGMAPS, config_map(name, {"k": "x" * (300 * 1024)}))
        answer = self.server.get(f"{CONFIGMAPS}/{name}", headers={"Accept-Encoding": "gzip"})
        zipped = answer.headers.get("content-encoding") == ["gzip"]
        body = json.loads(gzip.decompress(answer.body) if zipped else answer.body)
        self.assertEqual(300 * 1024, len(body["data"]["k"]))

    def test_a_chunk_is_sent_for_every_event_at_once(self):
        with self.server.watch(GADGETS + "?watch=1") as watch:
            self.assertEqual("chunked", watch.response.getheader("Transfer-Encoding"))
            self.assertIsNone(watch.response.getheader("Content-Encoding"))
            names = [self.new_gadget()["metadata"]["name"] for _ in range(3)]
            seen = []
            while names[-1] not in seen:
                seen.append(watch.next(10)["object"]["metadata"]["name"])
            self.assertLessEqual(set(names), set(seen))


class Hostile(ServerCase):
    def assert_alive(self):
        self.assertEqual("ok", self.server.get("/healthz").text)

    def test_bad_requests_end_the_connection_and_nothing_else(self):
        cases = (b"\0" * 512, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
                 b"POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
                 b"POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                 b"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                 b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
                 b"GET / HTTP/1.1\r\nX: " + b"a" * (2 * MEBIBYTE) + b"\r\n\r\n",
                 b"GET /" + b"a" * (2 * MEBIBYTE) + b" HTTP/1.1\r\n\r\n")
        for case in cases:
            with self.subTest(case[:60]), self.server.raw_socket() as raw:
                try:
                    raw.sendall(case)
                    answer = raw.recv(65536)
                except ConnectionError:
                    answer = b""
                if answer:
                    self.assertRegex(answer, rb"^HTTP/1\.[01] [45]\d\d")
            self.assert_alive()

    def test_plain_http_on_the_tls_port_is_ended(self):
        with socket.create_connection((self.server.host, self.server.port), timeout=20) as plain:
            plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            try:
                self.assertNotIn(b"200", read_all(plain))
            except ConnectionError:
                pass
        self.assert_alive()

    def test_connections_that_say_nothing_do_not_keep_others_out(self):
        held = [socket.create_connection((self.server.host, self.server.port))
                for _ in range(50)]
        with self.server.raw_socket() as slow:
            slow.sendall(b"GET /healthz HTTP/1.1\r\nHo")
            self.assert_alive()
        for one in held:
            one.close()

    def test_a_head_that_takes_forever_is_cut(self):
        with self.server.raw_socket() as slow:
            slow.settimeout(0.25)
            started = time.monotonic()
            try:
                while time.monotonic() - started < 50:
                    slow.sendall(b"GET" if time.monotonic() - started < 0.2 else b"T")
                    try:
                        if slow.recv(4096) is not None:
                            break
                    except TimeoutError:
                        continue
            except OSError:
                pass
            self.assertLess(time.monotonic() - started, 45)
        self.assert_alive()

    def test_deep_and_odd_bodies_are_refused(self):
        nested = '{"a":' * 100_000 + "1" + "}" * 100_000
        for body in (nested, "[" * 100_000, '"text"', "[]", "null", "1e999", "\xff\xfe", "{}",
                     '{"kind":5}', '{"apiVersion":"ref.example.com/v1","kind":"Gadget"}',
                     '{"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":[]}',
                     '{"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":{"name":{}}}',
                     '{"apiVersion":"ref.example.com/v1","kind":"Gadget","metadata":'
                     '{"name":"x","labels":{"a":1}},"spec":{"size":1}}'):
            with self.subTest(body[:60]):
                answer = self.server.post(GADGETS, body)
                self.assertIn(answer.code, (400, 413, 422), answer.text[:300])
                self.assertEqual("Status", answer.json["kind"])
            self.assert_alive()

    def test_odd_paths_and_parameters_are_refused(self):
        for path in (GADGETS + "/..%2f..", GADGETS + "/a%00b", GADGETS + "?limit=abc",
                     GADGETS + "?resourceVersion=-1", GADGETS + "?continue=%ff%fe", "/api/v1/../..",
                     GADGETS + "?timeoutSeconds=abc&watch=1", "/clusters//x/api", "/clusters/a",
                     GADGETS + "?labelSelector=" + "a," * 5000 + "%28"):
            with self.subTest(path[:80]):
                answer = self.server.get(path)
                self.assertIn(answer.code, (301, 400, 404, 414, 422), answer.text[:300])
            self.assert_alive()


class FixedPaths(ServerCase):
    def test_health_is_told_to_everybody(self):
        for path in ("/healthz", "/livez", "/readyz"):
            answer = self.server.get(path, token="")
            self.assertEqual((200, "ok"), (answer.code, answer.text))
            self.assertIn("[+]", self.server.get(path + "?verbose").text)

    def test_the_version_is_one_that_clients_know(self):
        version = self.done(self.server.get("/version", token=""))
        self.assertEqual("1", version["major"])
        self.assertRegex(version["gitVersion"], r"^v1\.3\d\.\d+")

    def test_discovery_follows_definitions_at_once(self):
        groups = [g["name"] for g in self.server.get("/apis").json["groups"]]
        self.assertIn("ref.example.com", groups)
        resources = {r["name"]: r for r in
                     self.server.get("/apis/ref.example.com/v1").json["resources"]}
        self.assertEqual({"gadgets", "gadgets/status", "gadgets/scale"}, resources.keys())
        self.assertEqual("Scale", resources["gadgets/scale"]["kind"])

    def test_aggregated_discovery_says_what_it_is(self):
        for version in ("v2", "v2beta1"):
            asked = f"application/json;g=apidiscovery.k8s.io;v={version};as=APIGroupDiscoveryList"
            for path in ("/api", "/apis"):
                answer = self.server.get(path, headers={"Accept": asked + ",application/json"})
                for word in ("g=apidiscovery.k8s.io", f"v={version}", "as=APIGroupDiscoveryList"):
                    self.assertIn(word, answer.content_type)
                self.assertEqual(f"apidiscovery.k8s.io/{version}", answer.json["apiVersion"])

    def test_the_hash_of_a_document_changes_with_the_schema(self):
        def url():
            index = self.server.get("/openapi/v3").json["paths"]
            return index["apis/ref.example.com/v1"]["serverRelativeURL"]
        before = url()
        self.assertEqual(before, url())
        patch = [{"op": "add", "path": "/spec/versions/0/schema/openAPIV3Schema/description",
                  "value": "A gadget."}]
        path = f"{DEFINITIONS}/gadgets.ref.example.com"
        self.done(self.server.patch(path, patch, "json-patch+json"))
        self.assertNotEqual(before, url())

    def test_the_old_openapi_document_is_protobuf(self):
        asked = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"
        answer = self.server.get("/openapi/v2", headers={"Accept": asked})
        self.assertEqual((200, "application/octet-stream"), (answer.code, answer.content_type))
        self.assertEqual(b"\x0a\x03" + b"2.0", answer.body[:5])

    def test_metrics_are_prometheus_text(self):
        answer = self.server.get("/metrics")
        self.assertEqual(200, answer.code)
        self.assertTrue(answer.content_type.startswith("text/plain"))
        self.assertIn("# TYPE", answer.text)


class Negotiation(ServerCase):
    def test_the_first_clause_that_can_be_served_wins(self):
        self.new_gadget()
        partial = "as=PartialObjectMetadata{};g=meta.k8s.io;v=v1"
        cases = (
            (None, "application/json", "GadgetList"),
            ("*/*", "application/json", "GadgetList"),
            ("application/*", "application/json", "GadgetList"),
            (f"{PROTOBUF},application/json", "application/json", "GadgetList"),
            (f"{PROTOBUF}, */*", "application/json", "GadgetList"),
            ("application/cbor,application/json;q=0.8", "application/json", "GadgetList"),
            (TABLE, "application/json", "Table"),
            ("application/json;as=Table;v=v9;g=meta.k8s.io,"
             "application/json;as=Table;v=v1beta1;g=meta.k8s.io", "application/json", "Table"),
            (f"{PROTOBUF};{partial},application/json;{partial},application/json".format(
                "List", "List"), "application/json", "PartialObjectMetadataList"),
            ("application/yaml", "application/yaml", "GadgetList"))
        for accept, content_type, kind in cases:
            with self.subTest(accept):
                answer = self.server.get(GADGETS, headers={"Accept": accept})
                self.assertEqual((200, content_type), (answer.code, answer.content_type))
                self.assertEqual(kind, yaml.safe_load(answer.text)["kind"])

    def test_nothing_acceptable_is_said_with_what_would_be(self):
        for accept in ("application/xml", "application/cbor", PROTOBUF,
                       "application/json;as=Table;v=v7;g=meta.k8s.io"):
            answer = self.server.get(GADGETS, headers={"Accept": accept})
            self.refused(answer, 406, "NotAcceptable", "application/json")

    def test_yaml_goes_in_and_out(self):
        name = self.name()
        text = yaml.safe_dump(gadget(name, 7))
        answer = self.server.post(GADGETS, text, headers={"Content-Type": "application/yaml",
                                                          "Accept": "application/yaml"})
        self.assertEqual((201, "application/yaml"), (answer.code, answer.content_type))
        self.assertEqual(7, yaml.safe_load(answer.text)["spec"]["size"])

    def test_a_body_without_a_type_is_json_and_a_wrong_type_is_refused(self):
        connection = self.server.connect()
        connection.putrequest("POST", GADGETS)
        body = json.dumps(gadget(self.name())).encode()
        connection.putheader("Authorization", f"Bearer {self.server.token}")
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        self.assertEqual(201, connection.getresponse().status)
        connection.close()
        for content_type in ("application/xml", "application/cbor", PROTOBUF):
            answer = self.server.post(GADGETS, b"x", headers={"Content-Type": content_type})
            self.refused(answer, 415, "UnsupportedMediaType", "application/json")
        answer = self.server.patch(path_of(self.new_gadget()), {}, "json")
        self.refused(answer, 415, "UnsupportedMediaType", "application/merge-patch+json")
        answer = self.server.post(GADGETS, gadget(self.name()),
                                  headers={"Content-Type": "application/json; charset=utf-8"})
        self.assertEqual(201, answer.code)


class Tables(ServerCase):
    def table(self, path, accept=TABLE):
        return self.done(self.server.get(path, headers={"Accept": accept}))

    def test_a_row_has_a_cell_for_every_column(self):
        made = self.new_gadget(5)
        table = self.table(path_of(made))
        self.assertEqual(["Name", "Phase", "Size", "Age"],
                         [c["name"] for c in table["columnDefinitions"]])
        self.assertEqual("name", table["columnDefinitions"][0]["format"])
        self.assertEqual(1, table["columnDefinitions"][2]["priority"])
        name, phase, size, age = table["rows"][0]["cells"]
        self.assertEqual((made["metadata"]["name"], None, 5), (name, phase, size))
        self.assertRegex(age, r"^\d+s$")

    def test_a_row_holds_as_much_of_the_object_as_was_asked_for(self):
        path = path_of(self.new_gadget())
        for include, kind in (("", "PartialObjectMetadata"), ("?includeObject=Object", "Gadget"),
                              ("?includeObject=Metadata", "PartialObjectMetadata")):
            self.assertEqual(kind, self.table(path + include)["rows"][0]["object"]["kind"])
        self.assertIsNone(self.table(path + "?includeObject=None")["rows"][0]["object"])
        answer = self.server.get(path + "?includeObject=Some", headers={"Accept": TABLE})
        self.refused(answer, 400, "BadRequest")

    def test_pages_of_a_table_go_on_like_lists(self):
        for _ in range(3):
            self.new_gadget()
        first = self.table(GADGETS + "?limit=2")
        self.assertEqual(2, len(first["rows"]))
        after = self.table(f"{GADGETS}?limit=500&continue={first['metadata']['continue']}")
        self.assertEqual(first["metadata"]["resourceVersion"],
                         after["metadata"]["resourceVersion"])

    def test_a_watch_tells_rows_too(self):
        self.new_gadget()
        with self.server.watch(GADGETS + "?watch=1", headers={"Accept": TABLE}) as watch:
            table = watch.next()["object"]
            self.assertEqual(("Table", 1), (table["kind"], len(table["rows"])))
            self.assertEqual(4, len(table["columnDefinitions"]))
            self.assertEqual("PartialObjectMetadata", table["rows"][0]["object"]["kind"])

    def test_metadata_alone_is_told_of_one_of_many_and_in_a_watch(self):
        made = self.new_gadget(labels={"meta": "only"})
        accept = (f"{PROTOBUF};as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
                  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json")
        one = self.table(path_of(made), accept)
        self.assertEqual(("PartialObjectMetadata", "meta.k8s.io/v1"),
                         (one["kind"], one["apiVersion"]))
        self.assertEqual({"kind", "apiVersion", "metadata"}, one.keys())
        path = GADGETS + "?watch=1&labelSelector=meta%3Donly"
        with self.server.watch(path, headers={"Accept": accept}) as watch:
            event = watch.next()
            self.assertEqual(one, event["object"])

    def test_built_in_kinds_have_their_own_columns(self):
        expected = {
            "/api/v1/namespaces": ["Name", "Status", "Age"],
            CONFIGMAPS: ["Name", "Data", "Age"],
            "/api/v1/secrets": ["Name", "Type", "Data", "Age"],
            "/apis/coordination.k8s.io/v1/leases": ["Name", "Holder", "Age"],
            DEFINITIONS: ["Name", "Created At"]}
        for path, names in expected.items():
            columns = [c["name"] for c in self.table(path)["columnDefinitions"]]
            self.assertEqual(names, columns, path)
        events = [c["name"] for c in self.table("/api/v1/events")["columnDefinitions"]
                  if c["priority"] == 0]
        self.assertEqual(["Last Seen", "Type", "Reason", "Object", "Message"], events)


class Access(ServerCase):
    def review(self, attributes, token=None):
        path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
        body = {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview",
                "spec": {"resourceAttributes": attributes}}
        return self.done(self.server.post(path, body, token=token), 201)["status"]["allowed"]

    def test_a_bad_token_is_nobody_and_none_is_anonymous(self):
        self.refused(self.server.get(GADGETS, token="nonsense"), 401, "Unauthorized")
        status = self.refused(self.server.get(GADGETS, token=""), 403, "Forbidden",
                              'User "system:anonymous" cannot list resource "gadgets"')
        self.assertEqual({"group": "ref.example.com", "kind": "gadgets"}, status["details"])
        answer = self.server.get(GADGETS, headers={"Authorization": "Basic YTpi"}, token="")
        self.assertIn(answer.code, (401, 403))

    def test_a_viewer_may_look_and_not_touch(self):
        viewer = self.server.token_of("viewer")
        made = self.new_gadget()
        self.done(self.server.get(GADGETS, token=viewer))
        answer = self.server.delete(path_of(made), token=viewer)
        self.refused(answer, 403, "Forbidden", 'cannot delete resource "gadgets"')
        self.assertTrue(self.review({"verb": "get", "resource": "gadgets",
                                     "group": "ref.example.com"}, viewer))
        self.assertFalse(self.review({"verb": "create", "resource": "gadgets",
                                      "group": "ref.example.com"}, viewer))

    def test_a_status_writer_writes_nothing_but_status(self):
        writer = self.server.token_of("status-writer")
        path = path_of(self.new_gadget())
        self.done(self.server.patch(path + "/status", {"status": {"phase": "Up"}}, token=writer))
        self.refused(self.server.patch(path, {"spec": {"size": 2}}, token=writer), 403,
                     "Forbidden")

    def test_an_admin_may_speak_for_others(self):
        as_eve = {"Impersonate-User": "eve"}
        status = self.refused(self.server.get(GADGETS, headers=as_eve), 403, "Forbidden")
        self.assertIn('User "eve"', status["message"])
        as_admin = {**as_eve, "Impersonate-Group": "system:masters"}
        self.done(self.server.get(GADGETS, headers=as_admin))
        answer = self.server.get(GADGETS, headers=as_eve, token=self.server.token_of("viewer"))
        self.refused(answer, 403, "Forbidden", 'cannot impersonate resource "users"')

    def test_everybody_learns_who_they_are(self):
        body = {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}
        path = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
        answer = self.server.post(path, body, headers={"Impersonate-User": "eve"})
        self.assertEqual("eve", self.done(answer, 201)["status"]["userInfo"]["username"])

    def test_roles_that_are_bound_are_obeyed(self):
        rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default"
        self.made(rbac + "/roles", {
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
            "metadata": {"name": "readers"},
            "rules": [{"apiGroups": ["ref.example.com"], "resources": ["gadgets"],
                       "verbs": ["list"]}]})
        self.made(rbac + "/rolebindings", {
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding",
            "metadata": {"name": "readers"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role",
                        "name": "readers"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User",
                          "name": "mallory"}]})
        as_mallory = {"Impersonate-User": "mallory"}
        self.done(self.server.get(GADGETS, headers=as_mallory))
        answer = self.server.get(GADGETS + "/x", headers=as_mallory)
        self.refused(answer, 403, "Forbidden")
        self.refused(self.server.get(CONFIGMAPS, headers=as_mallory), 403, "Forbidden")

    def test_a_client_certificate_names_its_user(self):
        authority = os.path.join(self.server.data_dir, "pki", "ca.pem")
        made = make_certificate(self.server.folder, authority, "/O=system:masters/CN=carol")
        tls = ssl.create_default_context(cadata=self.server.ca)
        tls.load_cert_chain(*made)
        answer = self.server.post(
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"},
            token="", tls=tls)
        user = self.done(answer, 201)["status"]["userInfo"]
        self.assertEqual("carol", user["username"])
        self.assertIn("system:masters", user["groups"])


def make_certificate(folder, authority, subject):
    """A client's certificate, as an operator makes one; the paths of it and of its key."""
    key, request, cert = (os.path.join(folder, f"client.{end}") for end in ("key", "csr", "crt"))
    extensions = os.path.join(folder, "client.ext")
    with open(extensions, "w", encoding="utf-8") as text:
        text.write("extendedKeyUsage=clientAuth\n")
    for command in (
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-keyout", key, "-out", request, "-subj", subject],
            ["x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority,
             "-CAcreateserial", "-CAserial", os.path.join(folder, "serial"), "-days", "1",
             "-extfile", extensions, "-out", cert]):
        subprocess.run(["openssl", *command], check=True, capture_output=True, timeout=60)
    return cert, key


def read_all(connection):
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received


if __name__ == "__main__":
    main(sys.argv)
