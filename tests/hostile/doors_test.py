#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The doors: paths whose scope is not their resource's, borders of logical clusters, credentials
that are none, and requests that two readers would read differently. Nobody gets in.

Usage: doors_test.py PATH_TO_TELLTALE
"""

import base64
import itertools
import re
import time

import frames
from frames import END_HEADERS, END_STREAM, HEADERS, Peer, frame
from hostile import RNG, HostileCase, Limits, main, note

RBAC = "/apis/rbac.authorization.k8s.io/v1"
SECRETS = "/api/v1/namespaces/kube-system/secrets"
INSIDE = "/clusters/team-b/c1"
MERGE = {"Content-Type": "application/merge-patch+json"}
HEAD_LIMITS = Limits(growth_mib=64)


def refused(code):
    return 400 <= code < 500


class Doors(HostileCase):
    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.server = cls.fresh_server(cls)
        cls.addClassCleanup(cls.server.close)
        for space in ("team-a", "team-b"):
            cls.server.post("/api/v1/namespaces", {"metadata": {"name": space}})
        for space, user, role in (("team-a", "all-of-a", "cluster-admin"),
                                  ("default", "admin-of-default", "admin")):
            made = cls.server.post(f"{RBAC}/namespaces/{space}/rolebindings", {
                "metadata": {"name": user}, "subjects": [{"kind": "User", "name": user}],
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                            "name": role}})
            assert made.code == 201, made.text
        made = cls.server.post(SECRETS, {"apiVersion": "v1", "kind": "Secret", "metadata": {
            "name": "long"}, "stringData": {"k": "x" * 5000}})
        assert made.code == 201, made.text
        made = cls.server.post("/apis/telltale.dev/v1alpha1/namespaces/team-b/logicalclusters", {
            "apiVersion": "telltale.dev/v1alpha1", "kind": "LogicalCluster",
            "metadata": {"name": "c1"}})
        assert made.code == 201, made.text

    def resources(self, home=""):
        """(group and version as a path, resource) of all that is served."""
        groups = ["/api/v1"]
        for group in self.server.get(f"{home}/apis").json["groups"]:
            groups += [f"/apis/{version['groupVersion']}" for version in group["versions"]]
        for group in groups:
            for resource in self.server.get(home + group).json["resources"]:
                yield group, resource

    def test_paths_of_another_scope(self):
        """Whoever may do everything in one namespace: nothing that lies in none."""
        began, asked = time.monotonic(), 0
        connection = self.server.connect()
        for group, resource in self.resources():
            parts = resource["name"].split("/")
            if resource["namespaced"] or parts[0] == "namespaces":
                continue
            for home, around in itertools.product(
                    ("", INSIDE), ("/namespaces/team-a", "/watch/namespaces/team-a")):
                paths = [f"{home}{group}{around}/{parts[0]}/x{''.join('/' + p for p in parts[1:])}"]
                if len(parts) == 1:
                    paths.append(f"{home}{group}{around}/{parts[0]}")
                for path, method in itertools.product(
                        paths, ("GET", "POST", "PUT", "PATCH", "DELETE")):
                    answer = self.server.ask(
                        method, path, None if method in ("GET", "DELETE") else {},
                        headers={"Impersonate-User": "all-of-a",
                                 **(MERGE if method == "PATCH" else {})}, connection=connection)
                    asked += 1
                    self.assertIn(answer.code, (403, 404, 405), f"{method} {path}: {answer.text}")
        connection.close()
        self.assertGreater(asked, 300)
        note("paths of another scope", f"{asked} requests, none let in",
             seconds=time.monotonic() - began)

    def test_borders_of_logical_clusters(self):
        """However the path is written, from outside nobody without the right gets a 2xx."""
        began, asked, inner = time.monotonic(), 0, "/api/v1/namespaces/default/secrets"
        variants = [f"{INSIDE}{inner}", f"/{INSIDE}{inner}", f"{INSIDE}/{inner}",
                    f"/clusters//team-b/c1{inner}", f"/clusters/team-b//c1{inner}",
                    f"/clusters/team-b%2Fc1{inner}", f"/clusters/team-b/c1%2f{inner[1:]}",
                    f"/clusters/team-b/%63%31{inner}", f"/%63lusters/team-b/c1{inner}",
                    f"/clusters/default/../team-b/c1{inner}", f"/clusters/team-b/./c1{inner}",
                    f"/clusters/default/%2e%2e/team-b/c1{inner}",
                    f"/api/v1/../..{INSIDE}{inner}", f"{INSIDE}/..{INSIDE}{inner}",
                    f"{INSIDE};x=1{inner}", f"{INSIDE}%00{inner}", f"{INSIDE}%20{inner}",
                    f"/CLUSTERS/team-b/c1{inner}", f"/clusters/TEAM-B/c1{inner}",
                    f"{INSIDE}/clusters/team-b/c1{inner}", f"{INSIDE}\\{inner}",
                    f"http://localhost{INSIDE}{inner}", f"{INSIDE}{inner}%3fwatch=1",
                    f"/clusters/team-b/c1/../c1{inner}", f"{INSIDE}{inner}/..;/secrets",
                    f"/livez/..{INSIDE}{inner}", f"/version/../{INSIDE}{inner}"]
        who = [("", {}), (self.server.token_of("viewer"), {}),
               (self.server.token_of("status-writer"), {}),
               (None, {"Impersonate-User": "admin-of-default"}),
               (None, {"Impersonate-User": "all-of-a"}), (None, {"Impersonate-User": "nobody"})]
        for (token, headers), path, method in itertools.product(
                who, variants, ("GET", "DELETE", "POST")):
            answer = self.server.ask(method, path, {} if method == "POST" else None,
                                     headers=headers, token=token)
            asked += 1
            self.assertTrue(refused(answer.code), f"{method} {path}: {answer.code} {answer.text}")
        # The way back: the token of inside opens nothing outside.
        config = self.server.get("/api/v1/namespaces/team-b/secrets/c1-kubeconfig").json
        own = base64.b64decode(config["data"]["value"]).decode().split("token: ")[1].split()[0]
        own = own.strip('"')
        self.assertEqual(200, self.server.get(f"{INSIDE}{inner}", token=own).code)
        for path in (inner, SECRETS, f"/clusters/team-b/other{inner}", "/metrics",
                     f"{INSIDE}/../..{SECRETS}", f"{INSIDE}/%2e%2e/%2e%2e{SECRETS}",
                     f"/clusters/team-a/c1{inner}", "/telltale/store/backup"):
            for headers in ({}, {"Impersonate-User": "system:admin",
                                 "Impersonate-Group": "system:masters"}):
                answer = self.server.get(path, token=own, headers=headers)
                asked += 1
                self.assertTrue(refused(answer.code), f"{path}: {answer.code} {answer.text}")
        note("borders of logical clusters", f"{asked} requests, none let in",
             seconds=time.monotonic() - began)

    def raw(self, bytes_, seconds=3):
        """What comes back for these bytes, until the other side is silent or ends it."""
        with self.server.raw_socket() as socket:
            socket.settimeout(seconds)
            into = b""
            try:
                socket.sendall(bytes_)
                while piece := socket.recv(1 << 16):
                    into += piece
                    if into.count(b"HTTP/1.1 ") and b"\r\n\r\n" in into:
                        socket.settimeout(0.3)
            except OSError:
                pass
            return into

    def codes_of(self, bytes_, **more):
        """The status lines of the answers; a body that quotes one is JSON and has no line of it."""
        return [int(code) for code in re.findall(
            rb"(?:\A|[\r\n}])HTTP/1\.1 (\d{3}) ", self.raw(bytes_, **more))]

    def test_credentials_that_are_none(self):
        """Every one of these is as good as nothing."""
        token, viewer = self.server.token, self.server.token_of("viewer")
        encoded = base64.urlsafe_b64encode(token.encode()).decode().rstrip("=")
        wrong = [
            [], ["Authorization: Bearer"], ["Authorization: Bearer "],
            ["Authorization: Bearer x"], [f"Authorization: {token}"],
            [f"Authorization: Basic {base64.b64encode(f'admin:{token}'.encode()).decode()}"],
            [f"Authorization: Token {token}"], [f"Authorization: Bearer{token}"],
            [f"Authorization: Bearer {token[:-1]}"], [f"Authorization: Bearer {token}x"],
            [f"Authorization: Bearer {token.swapcase()}"], [f"Authorization: Bearer x {token}"],
            [f"Authorization: Bearer x, Bearer {token}"], [f"Authorization: Bearer {token},x"],
            ["Authorization: Bearer x", f"Authorization: Bearer {token}"],
            [f"X-Authorization: Bearer {token}"], [f"Proxy-Authorization: Bearer {token}"],
            [f"Cookie: token={token}; Authorization=Bearer {token}"],
            [f"Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.{encoded}"],
            [f"Authorization : Bearer {token}"], [f"\tAuthorization: Bearer {token}"],
            [f"X: y\r\n Authorization: Bearer {token}"],
            [f"X: y\rAuthorization: Bearer {token}"], [f"X: y\nAuthorization: Bearer {token}\n"],
            [f"X: y\0Authorization: Bearer {token}"], [f"Authorization: Bearer {token}\0"],
            ["X-Remote-User: system:admin", "X-Remote-Group: system:masters"],
            ["Impersonate-User: system:admin", "Impersonate-Group: system:masters"],
            [f"Authorization: Bearer {viewer}", "Impersonate-User: system:admin"],
            [f"Authorization: Bearer {viewer}", "Impersonate-User: x",
             "Impersonate-Group: system:masters"],
            [f"Authorization: Bearer {viewer}", f"Authorization: Bearer {token}"],
            ["X-Forwarded-For: 127.0.0.1", "X-Forwarded-User: admin", "X-Real-IP: 127.0.0.1",
             "X-Forwarded-Client-Cert: Subject=\"CN=admin,O=system:masters\""],
        ]
        for target in (SECRETS, f"{SECRETS}?access_token={token}&token={token}&as=system:admin"):
            for headers in wrong:
                codes = self.codes_of("\r\n".join([
                    f"GET {target} HTTP/1.1", "Host: localhost", *headers, "Connection: close",
                    "", ""]).encode())
                self.assertLessEqual(len(codes), 1, headers)
                self.assertTrue(all(refused(code) for code in codes), (codes, headers))
        self.assertEqual([200], self.codes_of(
            f"GET {SECRETS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            "Connection: close\r\n\r\n".encode()))
        note("credentials that are none", f"{2 * len(wrong)} requests, none let in")

    def test_requests_that_two_would_read_differently(self):
        """A second request is inside the first for one reader and behind it for another: it is
        never answered, and what came before is refused."""
        auth = f"Host: localhost\r\nAuthorization: Bearer {self.server.token}\r\n"
        hidden = f"GET /api/v1/namespaces/smuggled HTTP/1.1\r\n{auth}\r\n"
        size = len(hidden)
        heads = [
            f"Content-Length: {size}\r\nTransfer-Encoding: chunked\r\n",
            f"Transfer-Encoding: chunked\r\nContent-Length: {size}\r\n",
            f"Content-Length: {size}\r\nTransfer-Encoding: identity\r\n",
            f"Content-Length: 0\r\nContent-Length: {size}\r\n",
            f"Content-Length: {size}\r\nContent-Length: 0\r\n",
            f"Content-Length: 0, {size}\r\n", f"Content-Length: +{size}\r\n",
            f"Content-Length: -{size}\r\n", f"Content-Length: 0x{size:x}\r\n",
            f"Content-Length: {size} 1\r\n", f"Content-Length : {size}\r\n",
            "Content-Length: 18446744073709551616\r\n", "Content-Length: 99999999999999999999\r\n",
            "Content-Length:\r\n", "Transfer-Encoding: xchunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: chunked\r\n"
            "Transfer-Encoding: x\r\n", "Transfer-Encoding : chunked\r\n",
            "Transfer-Encoding:\x0bchunked\r\n",
            "Transfer-Encoding: \"chunked\"\r\n", "Transfer-Encoding: chunked\r\nHost: other\r\n",
        ]
        for head, body in itertools.product(heads, ("0\r\n\r\n" + hidden, hidden)):
            codes = self.codes_of(
                f"POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\n{auth}{head}\r\n"
                f"{body}".encode("latin-1"))
            # 404 would be the hidden one's answer; a good answer to the first cannot be either.
            self.assertLessEqual(len(codes), 1, head)
            self.assertTrue(all(code != 404 and code >= 400 for code in codes), (codes, head))
        for line in ("GET  / HTTP/1.1", "GET / HTTP/1.2", "GET / HTTP/1.1 x", "G\0T / HTTP/1.1",
                     "GET /\tx HTTP/1.1", "GET / HTTP/0.9", " GET / HTTP/1.1", "PRI * HTTP/2.0"):
            codes = self.codes_of(f"{line}\r\n{auth}\r\n".encode())
            self.assertTrue(all(code >= 400 for code in codes), (line, codes))
        for chunk in ("-1\r\nx", "ffffffffffffffffff\r\nx", "1\r\nxGARBAGE", "0x1\r\nx", " 1\r\nx",
                      "1 \nx"):
            codes = self.codes_of(
                f"POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\n{auth}"
                f"Transfer-Encoding: chunked\r\n\r\n{chunk}\r\n0\r\n\r\n{hidden}".encode())
            self.assertLessEqual(len(codes), 1, chunk[:30])
            self.assertTrue(all(code != 404 and code >= 400 for code in codes),
                            (chunk[:30], codes))
        note("requests that two read differently", f"{2 * len(heads) + 14} tried, none let in")

    def test_heads_of_http2_that_are_none(self):
        """What HTTP/2 forbids is broken off or refused, never served."""
        good = [(":method", "GET"), (":scheme", "https"), (":authority", "localhost"),
                (":path", SECRETS), ("authorization", f"Bearer {self.server.token}")]
        bad = [
            [*good, ("Upper", "x")], [*good, ("connection", "close")],
            [*good, ("transfer-encoding", "chunked")], [*good, ("x", "a\r\nb: c")],
            [*good, ("x", "a\0b")], [*good, ("x y", "z")], [*good, (":path", "/version")],
            [*good, (":unknown", "x")], [*good, ("x", "y"), (":method", "DELETE")],
            [*good, ("content-length", "5")], [*good, ("content-length", "x")],
            [*good, ("te", "gzip")], good[:3] + good[4:], good[1:],
            [*good[:3], (":path", ""), good[4]], [(":method", "G T"), *good[1:]],
            [*good[:4], ("authorization", "Bearer x"), good[4]],
            [*good[:3], (":path", SECRETS + "\r\nx: y"), good[4]],
        ]
        tls = frames.tls_of(self.server, "h2")

        def served(headers):
            peer = Peer(self.server, tls)
            payload = b"".join(frames.literal(*header) for header in headers)
            peer.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, payload))
            peer.wait(lambda peer: 1 in peer.over or 1 in peer.resets
                      or peer.good_bye is not None)
            read = peer.data_bytes
            peer.close()
            return read
        whole = served(good)
        self.assertGreater(whole, 1000)  # the list is longer than any refusal
        for headers in bad:
            self.assertLess(served(headers), 1000, headers[-1])
        note("HTTP/2 heads that are none", f"{len(bad)} tried, none let in")

    def test_huge_heads(self):
        with self.attack("huge heads", HEAD_LIMITS, self.server) as notes:
            tried = 0
            for bytes_ in (
                    b"GET /" + b"x" * 5_000_000, b"G" * 5_000_000,
                    b"GET / HTTP/1.1\r\n" + b"x" * 5_000_000,
                    b"GET / HTTP/1.1\r\nx: " + b"y" * 5_000_000,
                    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 500_000,
                    b"GET / HTTP/1.1\r\n" + b": \r\n" * 500_000,
                    b"GET / HTTP/1.1\r\nx: y\r\n" + b" z\r\n" * 500_000, b"\r\n" * 1_000_000,
                    b"\0" * 1_000_000, RNG.randbytes(1_000_000)):
                codes = self.codes_of(bytes_)
                tried += 1
                self.assertTrue(all(code in (400, 414, 429, 431) for code in codes), codes)
            peer = Peer(self.server)
            for _ in range(50):
                peer.request("GET", "/version", more=[(f"x{n}", "y" * 4000) for n in range(40)])
                tried += 1
            peer.wait(lambda peer: len(peer.over | set(peer.resets)) == 50 or peer.good_bye)
            peer.close()
            notes.append(f"{tried} tried")


if __name__ == "__main__":
    main()
