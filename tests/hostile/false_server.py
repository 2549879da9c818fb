# SPDX-License-Identifier: Apache-2.0
"""An API server that is not to be trusted: it stands in front of a real one, passes on what it is
asked and counts it, and lies, falls silent or is gone when a test wants it so."""

import contextlib
import http.client
import http.server
import json
import os
import socket
import threading
import time
import urllib.parse

import yaml

GONE = {"type": "ERROR", "object": {
    "kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 410, "reason": "Expired",
    "message": "too old resource version"}}
PIECE_BYTES = 1 << 16
# What it admits to serve: every watch takes a connection here, and clients have few for one host.
GROUPS = ("cluster.x-k8s.io", "coordination.k8s.io", "events.k8s.io", "apiextensions.k8s.io",
          "infrastructure.cluster.x-k8s.io")
PROVIDER = "docker"
PASSED = ("Content-Type", "Accept", "Impersonate-User")


class FalseServer:
    """`lie(handler, parts)` answers a request itself and returns true, or returns false and the
    real server is asked."""

    def __init__(self, api, lie=None):
        self.api, self.lie = api, lie or (lambda handler, parts: False)
        self.asked = []  # (when, method, path, query)
        self.open_sockets = set()
        self.is_cut = False
        self.lock = threading.Lock()
        handler = type("Handler", (Passing,), {"false": self})
        self.http = QuietServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    def kubeconfig(self, folder, name="false-kubeconfig"):
        """A file that names this server instead of the real one."""
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            yaml.safe_dump({
                "apiVersion": "v1", "kind": "Config", "current-context": "c",
                "clusters": [{"name": "c", "cluster": {"server": self.url}}],
                "users": [{"name": "u", "user": {"token": "of-no-use-elsewhere"}}],
                "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}]}, file)
        return path

    def count(self, since=0.0, until=float("inf"), what=lambda method, path, query: True):
        with self.lock:
            return sum(since <= when < until and what(*rest) for when, *rest in self.asked)

    def cut(self):
        """Nobody is answered any more and every connection hangs, as behind a broken switch."""
        self.is_cut = True

    def mend(self):
        """What hung is broken off; from now on it is a network again."""
        self.is_cut = False
        with self.lock:
            for taken in self.open_sockets:
                with contextlib.suppress(OSError):
                    taken.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.mend()
        self.http.shutdown()
        self.http.server_close()


class QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        """Whoever is attacked hangs up in the middle; that is no news."""


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    false = None
    upstream = None

    def log_message(self, *_):
        """Counting is enough."""

    def setup(self):
        super().setup()
        with self.false.lock:
            self.false.open_sockets.add(self.connection)

    def finish(self):
        with self.false.lock:
            self.false.open_sockets.discard(self.connection)
        if self.upstream:
            self.upstream.close()
        super().finish()

    def wait_while_cut(self):
        """False when the connection is to be broken off."""
        was_cut = self.false.is_cut
        while self.false.is_cut:
            time.sleep(0.05)
        return not was_cut

    def begin(self, code, kind="application/json"):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def piece(self, bytes_):
        self.wfile.write(f"{len(bytes_):x}\r\n".encode() + bytes_ + b"\r\n")
        self.wfile.flush()

    def say(self, code, *documents):
        """A whole answer; several documents are lines of a watch."""
        self.begin(code)
        for document in documents:
            self.piece((json.dumps(document) + "\n").encode())
        self.piece(b"")

    def any_method(self):
        parts = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        with self.false.lock:
            self.false.asked.append((time.monotonic(), self.command, parts.path, query))
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size) if size else None
        if not self.wait_while_cut():
            self.close_connection = True
            return
        if not self.false.lie(self, (self.command, parts.path, query)):
            self.pass_on(body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = any_method

    def admit(self, text):
        """Of a discovery document the part that is small enough."""
        document = json.loads(text)
        document["items"] = [item for item in document["items"]
                             if item["metadata"]["name"] in GROUPS]
        for item in document["items"]:
            if not item["metadata"]["name"].startswith("infrastructure."):
                continue
            for version in item["versions"]:
                version["resources"] = [one for one in version["resources"]
                                        if one["resource"].startswith(PROVIDER)]
        return json.dumps(document).encode()

    def pass_on(self, body):
        api = self.false.api
        if self.upstream is None:
            self.upstream = api.connect()
            self.upstream.timeout = 600
        headers = {name: self.headers[name] for name in PASSED if self.headers[name]}
        headers["Authorization"] = f"Bearer {api.token}"
        try:
            self.upstream.request(self.command, self.path, body, headers)
            answer = self.upstream.getresponse()
            self.begin(answer.status, answer.headers.get("Content-Type", "application/json"))
            if self.path == "/apis":
                self.piece(self.admit(answer.read()))
            while bytes_ := answer.read1(PIECE_BYTES):
                if not self.wait_while_cut():
                    raise ConnectionError("cut")
                self.piece(bytes_)
            if self.wait_while_cut():
                return self.piece(b"")
        except (OSError, http.client.HTTPException):
            pass
        self.close_connection = True
        self.upstream.close()
        self.upstream = None
