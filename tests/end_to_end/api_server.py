# SPDX-License-Identifier: Apache-2.0
"""A running `telltale serve` for tests: started on a free port in its own folder, asked over HTTPS
or through kubectl, stopped, killed and started again on the same data."""

import base64
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

import yaml

START_SECONDS_MAX = 60
ANSWER_SECONDS_MAX = 60
JSON = "application/json"


class Answer:
    """An HTTP answer. Header names are lower case; repeated headers keep every value."""

    def __init__(self, response):
        self.code = response.status
        self.headers = {}
        for name, value in response.getheaders():
            self.headers.setdefault(name.lower(), []).append(value)
        self.body = response.read()

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def content_type(self):
        return self.headers.get("content-type", [""])[0]


class Watch:
    """A watch stream: events as they arrive, each within a deadline."""

    def __init__(self, connection, response):
        self.connection = connection
        self.response = response
        self.code = response.status

    def next(self, seconds=ANSWER_SECONDS_MAX):
        """The next event, or None at the end of the stream."""
        self.connection.sock.settimeout(seconds)
        line = self.response.readline()
        return json.loads(line) if line.strip() else None

    def rest(self, seconds=ANSWER_SECONDS_MAX):
        """Every event up to the end of the stream."""
        events = []
        while (event := self.next(seconds)) is not None:
            events.append(event)
        return events

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class ApiServer:
    def __init__(self, binary, *flags):
        self.binary = binary
        self.flags = list(flags)
        self.folder = tempfile.mkdtemp(prefix="telltale-api-")
        self.data_dir = os.path.join(self.folder, "data")
        self.listen = "127.0.0.1:0"
        self.process = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        self.log = open(os.path.join(self.folder, "stderr"), "ab")
        self.process = subprocess.Popen(
            [self.binary, "serve", "--data-dir", self.data_dir, "--listen", self.listen,
             "--http", "127.0.0.1:0", *self.flags],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        # The first line names the addresses, and the line that starts with "ready" ends the start.
        first = self.process.stdout.readline()
        found = re.search(r"API https://([\d.]+):(\d+)\s+health (http://\S+)", first)
        if not found:
            self.kill()
            raise RuntimeError(f"the server did not start: {first!r} {self.errors()}")
        self.host, self.port = found.group(1), int(found.group(2))
        self.health = found.group(3)
        self.wait_ready()
        self.read_kubeconfig()

    def wait_ready(self):
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline:
            try:
                address = self.health.split("//")[1].split("/")[0]
                connection = http.client.HTTPConnection(address, timeout=5)
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                pass
            finally:
                connection.close()
            time.sleep(0.02)
        raise RuntimeError(f"the server is not ready: {self.errors()}")

    def read_kubeconfig(self):
        self.kubeconfig = os.path.join(self.data_dir, "kubeconfig")
        self.ca, self.token = read_kubeconfig(self.kubeconfig)
        self.tls = ssl.create_default_context(cadata=self.ca)

    def token_of(self, identity):
        """The token of another generated identity: viewer or status-writer."""
        return read_kubeconfig(f"{self.kubeconfig}-{identity}")[1]

    def errors(self):
        with open(self.log.name, encoding="utf-8", errors="replace") as log:
            return log.read()

    def stop(self):
        """Ends the server as an operator does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.finish()

    def kill(self):
        self.process.kill()
        return self.finish()

    def finish(self):
        code = self.process.wait(START_SECONDS_MAX)
        self.process.stdout.close()
        self.log.close()
        return code

    def restart(self):
        self.stop()
        self.start()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, tls=None):
        return http.client.HTTPSConnection(self.host, self.port, context=tls or self.tls,
                                           timeout=ANSWER_SECONDS_MAX)

    def raw_socket(self):
        """A TLS connection to write bytes of one's own to."""
        plain = socket.create_connection((self.host, self.port), timeout=ANSWER_SECONDS_MAX)
        return self.tls.wrap_socket(plain, server_hostname=self.host)

    def all_headers(self, headers, token):
        merged = {"User-Agent": "check/1.0", "Accept": JSON}
        token = self.token if token is None else token
        if token:
            merged["Authorization"] = f"Bearer {token}"
        merged.update(headers or {})
        return {name: value for name, value in merged.items() if value is not None}

    def ask(self, method, path, body=None, headers=None, token=None, connection=None, tls=None):
        """One request and its answer. A body that is no text or bytes is sent as JSON; an empty
        token sends none."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        if body is not None:
            headers.setdefault("Content-Type", JSON)
        own = connection is None
        connection = connection or self.connect(tls)
        try:
            connection.request(method, path, body, self.all_headers(headers, token))
            return Answer(connection.getresponse())
        finally:
            if own:
                connection.close()

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body, **more):
        return self.ask("POST", path, body, **more)

    def put(self, path, body, **more):
        return self.ask("PUT", path, body, **more)

    def delete(self, path, body=None, **more):
        return self.ask("DELETE", path, body, **more)

    def patch(self, path, body, kind="merge-patch+json", **more):
        headers = {"Content-Type": f"application/{kind}", **more.pop("headers", {})}
        return self.ask("PATCH", path, body, headers=headers, **more)

    def apply(self, path, body, manager, more=""):
        return self.patch(f"{path}?fieldManager={manager}{more}", body, kind="apply-patch+yaml")

    def watch(self, path, headers=None, token=None):
        connection = self.connect()
        connection.request("GET", path, None, self.all_headers(headers, token))
        return Watch(connection, connection.getresponse())

    def kubectl(self, kubectl, home, *arguments, stdin=None, kubeconfig=None, env=None,
              seconds=ANSWER_SECONDS_MAX):
        """Runs a kubectl with a home of its own, where it keeps what it learnt about the server."""
        return subprocess.run(
            [kubectl, *arguments], input=stdin, capture_output=True, text=True,
            timeout=ANSWER_SECONDS_MAX, check=False,
            env={"PATH": os.environ.get("PATH", ""), "HOME": home,
                 "KUBECONFIG": kubeconfig or self.kubeconfig, **(env or {})})


def read_kubeconfig(path):
    """The authority's certificate and the token that a kubeconfig holds."""
    with open(path, encoding="utf-8") as text:
        config = yaml.safe_load(text)
    authority = config["clusters"][0]["cluster"]["certificate-authority-data"]
    return base64.b64decode(authority).decode(), config["users"][0]["user"].get("token")


def eventually(holds, what, seconds=30):
    """Asks again until the answer is true; fails with the sentence at the deadline."""
    deadline = time.monotonic() + seconds
    while True:
        value = holds()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)
