# SPDX-License-Identifier: Apache-2.0
"""A real kube-apiserver with an etcd of its own, on loopback, for tests. It is used as ApiServer is
(tests/end_to_end/api_server.py), so that a suite takes either. `stop`, `kill`, `start` and
`restart` are about the API server; its state survives them in etcd.

What a control plane's controllers do, nobody does here: no garbage collection by owner, a deleted
Namespace stays Terminating, and Pods are not scheduled."""

import atexit
import base64
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

import programs

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "end_to_end"))
from api_server import ApiServer, read_kubeconfig  # noqa: E402

START_SECONDS_MAX = 120
STOP_SECONDS_MAX = 90
# Ports are free when they are looked for and may be taken when they are used.
START_ATTEMPTS_MAX = 3
LOG_BYTES_SHOWN = 4000
# The user and the groups of a token, by its kubeconfig's name; as the embedded server has them.
IDENTITIES = {"": ("telltale-admin", "system:masters"),
              "viewer": ("telltale-viewer", ""),
              "status-writer": ("telltale-status-writer", "")}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A program that runs until it is told to end, and what it printed."""

    def __init__(self, log, *command):
        self.log = log
        # Whoever is killed without a word takes it along. Linux counts the thread that started it
        # as its parent, and of these only the first lives as long as the process.
        if threading.current_thread() is threading.main_thread():
            command = ("setpriv", "--pdeathsig", "KILL", *command)
        with open(log, "ab") as out:
            self.child = subprocess.Popen(command, stdout=out, stderr=out,
                                          stdin=subprocess.DEVNULL)

    def ended(self):
        return self.child.poll() is not None

    def end(self, how):
        """Its exit code; one that does not hear is killed."""
        self.child.send_signal(how)
        try:
            return self.child.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.child.kill()
            return self.child.wait()

    def printed(self):
        text = Path(self.log).read_text(encoding="utf-8", errors="replace")
        return text[-LOG_BYTES_SHOWN:]


class Keys:
    """What TLS and tokens need, made on the spot by openssl."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder)
        self.openssl("req", "-x509", *self.new_key("ca"), "-subj", "/CN=telltale-test-ca",
                     "-out", self.path("ca.crt"))
        self.issue("server", "/CN=kube-apiserver", "serverAuth",
                   "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost")
        self.issue("admin", "/O=system:masters/CN=telltale-admin", "clientAuth")
        self.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
                     "-out", self.path("accounts.key"))
        self.openssl("pkey", "-in", self.path("accounts.key"), "-pubout",
                     "-out", self.path("accounts.pub"))
        self.tokens = {name: secrets.token_hex(16) for name in IDENTITIES}
        lines = [f'{self.tokens[name]},{user},{user},"{groups}"\n'
                 for name, (user, groups) in IDENTITIES.items()]
        Path(self.path("tokens.csv")).write_text("".join(lines), encoding="utf-8")

    def path(self, name):
        return os.path.join(self.folder, name)

    def new_key(self, name):
        return ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days", "30",
                "-keyout", self.path(f"{name}.key"))

    def issue(self, name, subject, usage, *more):
        self.openssl("req", "-x509", *self.new_key(name), "-subj", subject,
                     "-CA", self.path("ca.crt"), "-CAkey", self.path("ca.key"),
                     "-addext", "basicConstraints=critical,CA:FALSE",
                     "-addext", f"extendedKeyUsage={usage}", *more,
                     "-out", self.path(f"{name}.crt"))

    def openssl(self, *arguments):
        done = subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"openssl {arguments}: {done.stderr}")


class KubeServer(ApiServer):
    """`telltale` is the program whose definitions are installed; without it there are none. `flags`
    are kube-apiserver's."""

    def __init__(self, telltale=None, *flags):
        self.programs = programs.ensure()
        self.kubectl = str(self.programs / "kubectl")
        self.flags = list(flags)
        self.folder = tempfile.mkdtemp(prefix="telltale-kube-")
        self.data_dir = os.path.join(self.folder, "data")
        self.kubeconfig = os.path.join(self.folder, "kubeconfig")
        self.process = self.etcd = None
        atexit.register(self.close)
        try:
            self.keys = Keys(os.path.join(self.folder, "pki"))
            self.start_first()
            if telltale:
                self.install_definitions(telltale)
        except BaseException:
            self.close()
            raise

    def start_first(self):
        """Until ports are found that nobody takes meanwhile."""
        for attempt in range(1, START_ATTEMPTS_MAX + 1):
            self.choose_ports()
            try:
                return self.start()
            except RuntimeError:
                if attempt == START_ATTEMPTS_MAX:
                    raise
                self.end_processes()

    def choose_ports(self):
        self.host, self.port = "127.0.0.1", free_port()
        self.url = f"https://{self.host}:{self.port}"
        self.etcd_port, self.etcd_peer_port = free_port(), free_port()
        with open(self.keys.path("ca.crt"), encoding="utf-8") as text:
            self.ca = text.read()
        self.tls = ssl.create_default_context(cadata=self.ca)
        self.token = self.keys.tokens[""]
        for name in IDENTITIES:
            self.write_kubeconfig(name)

    def write_kubeconfig(self, identity):
        """JSON, which is YAML too."""
        authority = base64.b64encode(self.ca.encode()).decode()
        config = {
            "apiVersion": "v1", "kind": "Config", "current-context": "kube",
            "clusters": [{"name": "kube", "cluster": {"server": self.url,
                                                      "certificate-authority-data": authority}}],
            "users": [{"name": "kube", "user": {"token": self.keys.tokens[identity]}}],
            "contexts": [{"name": "kube", "context": {"cluster": "kube", "user": "kube"}}]}
        path = self.kubeconfig + (f"-{identity}" if identity else "")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w",
                  encoding="utf-8") as out:
            json.dump(config, out, indent=2)

    def start(self):
        """Returns when the server is ready and has its default Namespace, on the same address as
        before."""
        if self.etcd is None or self.etcd.ended():
            self.start_etcd()
        self.process = Process(os.path.join(self.folder, "apiserver.log"),
                               str(self.programs / "kube-apiserver"), *self.apiserver_flags())
        self.wait_for(lambda: self.get("/readyz").code == 200
                      and self.get("/api/v1/namespaces/default").code == 200, self.process)

    def start_etcd(self):
        client = f"http://127.0.0.1:{self.etcd_port}"
        peer = f"http://127.0.0.1:{self.etcd_peer_port}"
        self.etcd = Process(
            os.path.join(self.folder, "etcd.log"), str(programs.path_of("etcd")),
            "--data-dir", self.data_dir, "--listen-client-urls", client,
            "--advertise-client-urls", client, "--listen-peer-urls", peer,
            "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
            "--unsafe-no-fsync", "--log-level", "warn")
        self.wait_for(lambda: b"true" in self.ask_etcd("GET", "/health"), self.etcd)

    def apiserver_flags(self):
        key = self.keys.path
        return [
            f"--etcd-servers=http://127.0.0.1:{self.etcd_port}",
            f"--bind-address={self.host}", f"--secure-port={self.port}",
            f"--tls-cert-file={key('server.crt')}", f"--tls-private-key-file={key('server.key')}",
            f"--client-ca-file={key('ca.crt')}", f"--token-auth-file={key('tokens.csv')}",
            f"--service-account-key-file={key('accounts.pub')}",
            f"--service-account-signing-key-file={key('accounts.key')}",
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=RBAC",
            # Nobody makes the default ServiceAccounts, without which no Pod would be admitted.
            "--disable-admission-plugins=ServiceAccount", *self.flags]

    def wait_for(self, holds, process):
        deadline = time.monotonic() + START_SECONDS_MAX
        while not process.ended() and time.monotonic() < deadline:
            try:
                if holds():
                    return
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.1)
        raise RuntimeError(f"the server is not ready: {process.printed()}")

    def ask_etcd(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.etcd_port, timeout=5)
        try:
            connection.request(method, path, json.dumps(body) if body else None)
            return connection.getresponse().read()
        finally:
            connection.close()

    def compact(self):
        """Makes the server forget every revision before now, as it does by itself in time."""
        revision = self.get("/api/v1/namespaces").json["metadata"]["resourceVersion"]
        return self.ask_etcd("POST", "/v3/kv/compaction", {"revision": revision, "physical": True})

    def install_definitions(self, telltale):
        """What `telltale manifests crds` prints, as an administrator does it."""
        text = subprocess.run([telltale, "manifests", "crds"], capture_output=True, text=True,
                              check=True).stdout
        self.run_kubectl("apply", "--server-side", "-f", "-", stdin=text)
        self.run_kubectl("wait", "--for=condition=Established", "--timeout=60s", "crd", "--all")

    def run_kubectl(self, *arguments, stdin=None):
        """What a command prints that succeeds."""
        done = subprocess.run(
            [self.kubectl, *arguments], input=stdin, capture_output=True, text=True, check=False,
            timeout=START_SECONDS_MAX,
            env={"PATH": os.environ.get("PATH", ""), "HOME": self.folder,
                 "KUBECONFIG": self.kubeconfig})
        if done.returncode != 0:
            raise RuntimeError(f"kubectl {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def errors(self):
        return self.process.printed() if self.process else ""

    def stop(self):
        """Ends the API server as an operator does; its exit code."""
        return self.process.end(signal.SIGTERM)

    def kill(self):
        return self.process.end(signal.SIGKILL)

    def end_processes(self):
        for process in (self.process, self.etcd):
            if process and not process.ended():
                process.end(signal.SIGKILL)

    def close(self):
        self.end_processes()
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.close)


class RunningServer(ApiServer):
    """A server that somebody else started: what KUBECONFIG names. It is asked, never ended."""

    def __init__(self):
        self.kubeconfig = os.environ["KUBECONFIG"]
        with open(self.kubeconfig, encoding="utf-8") as text:
            self.url = json.load(text)["clusters"][0]["cluster"]["server"]
        address = urllib.parse.urlsplit(self.url)
        self.host, self.port = address.hostname, address.port
        self.ca, self.token = read_kubeconfig(self.kubeconfig)
        self.tls = ssl.create_default_context(cadata=self.ca)
