# SPDX-License-Identifier: Apache-2.0
"""What the suites of live work stand on: a server, `telltale run` processes, and objects in it.

The same suites run on telltale's own server (default) and on a real kube-apiserver
(TELLTALE_TEST_SERVER=kube, see tests/kube/run), with the same assertions. Waiting is polling, and
`eventually` alone sleeps; whoever must see that nothing happens uses `meanwhile`."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from api_server import ApiServer, eventually

SECONDS_MAX = 60
GOOD_ORDER_SECONDS = 10
LOG_LINES_SHOWN = 40
OWN_NAMESPACE = "telltale-system"
# What is asked for at rest, too: who leads, who may ask what, and the suites' own namespaces.
NOT_OBJECTS = ("leases", "tokenreviews", "subjectaccessreviews", "selfsubjectaccessreviews",
               "namespaces")
LEASE_WRITES = re.compile(r'^telltale_apiserver_requests_total\{'
                          r'(?=[^}]*code="2\d\d")(?=[^}]*resource="leases")'
                          r'(?=[^}]*verb="(?:create|update|patch|delete)")[^}]*\} (\S+)', re.M)
API = {
    "Namespace": ("v1", "namespaces"), "Secret": ("v1", "secrets"), "Node": ("v1", "nodes"),
    "ConfigMap": ("v1", "configmaps"),
    "Event": ("events.k8s.io/v1", "events"), "Lease": ("coordination.k8s.io/v1", "leases"),
    "Cluster": ("cluster.x-k8s.io/v1beta2", "clusters"),
    "Machine": ("cluster.x-k8s.io/v1beta2", "machines"),
    "MachineSet": ("cluster.x-k8s.io/v1beta2", "machinesets"),
    "MachineDeployment": ("cluster.x-k8s.io/v1beta2", "machinedeployments"),
    "MachinePool": ("cluster.x-k8s.io/v1beta2", "machinepools"),
    "KubeadmControlPlane": ("controlplane.cluster.x-k8s.io/v1beta2", "kubeadmcontrolplanes"),
    "DockerCluster": ("infrastructure.cluster.x-k8s.io/v1beta2", "dockerclusters"),
    "DockerMachine": ("infrastructure.cluster.x-k8s.io/v1beta2", "dockermachines"),
    "DockerMachineTemplate": ("infrastructure.cluster.x-k8s.io/v1beta2",
                              "dockermachinetemplates"),
    "AWSMachine": ("infrastructure.cluster.x-k8s.io/v1beta2", "awsmachines"),
    "AzureMachine": ("infrastructure.cluster.x-k8s.io/v1beta2", "azuremachines"),
    "IBMPowerVSMachine": ("infrastructure.cluster.x-k8s.io/v1beta2", "ibmpowervsmachines"),
    "KubevirtMachine": ("infrastructure.cluster.x-k8s.io/v1beta2", "kubevirtmachines"),
    "AgentMachine": ("infrastructure.cluster.x-k8s.io/v1beta2", "agentmachines"),
    "VirtualMachine": ("kubevirt.io/v1", "virtualmachines"),
    "VirtualMachineInstance": ("kubevirt.io/v1", "virtualmachineinstances"),
    "Agent": ("agent-install.openshift.io/v1beta1", "agents"),
    "CustomResourceDefinition": ("apiextensions.k8s.io/v1", "customresourcedefinitions"),
    "HostedCluster": ("hypershift.openshift.io/v1beta1", "hostedclusters"),
    "HyperShiftPool": ("hypershift.openshift.io/v1beta1", "nodepools"),
    "KarpenterPool": ("karpenter.sh/v1", "nodepools"),
    "NodeClaim": ("karpenter.sh/v1", "nodeclaims"),
    "EC2NodeClass": ("karpenter.k8s.aws/v1", "ec2nodeclasses"),
    "ClusterDeployment": ("hive.openshift.io/v1", "clusterdeployments"),
    "ClusterProvision": ("hive.openshift.io/v1", "clusterprovisions"),
    "LogicalCluster": ("telltale.dev/v1alpha1", "logicalclusters"),
}
UNSCOPED = ("Namespace", "Node", "KarpenterPool", "NodeClaim", "EC2NodeClass",
            "CustomResourceDefinition")
# Kinds of two groups that share a name on the wire.
ON_THE_WIRE = {"HyperShiftPool": "NodePool", "KarpenterPool": "NodePool"}


def kubectl_path():
    """The one in PATH; on a bare machine Debian's, which tools/install has unpacked."""
    found = shutil.which("kubectl")
    if found:
        return found
    tool = os.path.join(os.path.dirname(__file__), "..", "..", "tools", "kubectl")
    return subprocess.run([tool], capture_output=True, text=True, check=True).stdout.strip()


class Settings:
    """What the command line says."""
    telltale = ""


def server_kind():
    return os.environ.get("TELLTALE_TEST_SERVER", "embedded")


def is_long_run():
    """Whether tests that take minutes are wanted: `make soak` says so."""
    return bool(os.environ.get("TELLTALE_TEST_LONG"))


def path_of(kind, namespace=None, name=None, home=""):
    version, plural = API[kind]
    path = f"{home}/{'api' if '/' not in version else 'apis'}/{version}"
    if kind not in UNSCOPED and namespace:
        path += f"/namespaces/{namespace}"
    return f"{path}/{plural}" + (f"/{name}" if name else "")


class LiveServer:
    """A server of either kind. One that a test ends is its own; the others may be shared by the
    suites on a kube-apiserver, so whatever is made is deleted at the end."""

    def __init__(self, own=False):
        self.made = []
        self.kind = server_kind()
        self.shared = False
        if self.kind == "embedded":
            self.api = ApiServer(Settings.telltale)
        else:
            sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "kube"))
            import kube_server  # pylint: disable=import-outside-toplevel
            self.shared = not own and "KUBECONFIG" in os.environ
            self.api = (kube_server.RunningServer() if self.shared
                        else kube_server.KubeServer(Settings.telltale))
        self.home = tempfile.mkdtemp(prefix="telltale-live-")

    @property
    def kubeconfig(self):
        return self.api.kubeconfig

    def kill(self):
        self.api.kill()

    def start_again(self):
        """On the same port, with what was durable."""
        if self.kind == "embedded":
            self.api.listen = f"127.0.0.1:{self.api.port}"
        self.api.start()

    @contextlib.contextmanager
    def frozen(self):
        """The server neither answers nor ends."""
        process = self.api.process
        process = getattr(process, "child", process)
        process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)

    def writes(self):
        """Looked at a few times: a write of a Lease that is stored and not answered yet would be
        counted as another's."""
        counts = []
        for _ in range(4):
            counts.append(self.count_writes())
            time.sleep(0.05)
        return min(counts)

    def count_writes(self):
        """How many writes there have been, as the server counts them; but those of Leases, which
        whoever writes renews at rest."""
        text = self.api.get("/metrics").text
        if self.kind == "embedded":
            all_of_them = int(re.search(r"^telltale_store_writes_total (\d+)", text, re.M).group(1))
            return all_of_them - sum(int(float(count)) for count in LEASE_WRITES.findall(text))
        total = 0
        for line in text.splitlines():
            if not line.startswith("apiserver_request_total{"):
                continue
            labels, value = line.rsplit(" ", 1)
            label = dict(re.findall(r'(\w+)="([^"]*)"', labels))
            if (label["verb"] in ("POST", "PUT", "PATCH", "APPLY", "DELETE")
                    and label["resource"] not in NOT_OBJECTS):
                total += int(float(value))
        return total

    def create(self, kind, namespace, name, spec=None, *, status=None, owner=None, labels=None,
               annotations=None, more=None, home=""):
        """Makes an object and its status; the object as it was stored."""
        metadata = {"name": name, "labels": labels or {}, "annotations": annotations or {}}
        if kind not in UNSCOPED:
            metadata["namespace"] = namespace
        if owner:
            metadata["ownerReferences"] = [{
                "apiVersion": owner["apiVersion"], "kind": owner["kind"], "controller": True,
                "name": owner["metadata"]["name"], "uid": owner["metadata"]["uid"]}]
        made = {"apiVersion": API[kind][0], "kind": ON_THE_WIRE.get(kind, kind),
                "metadata": metadata, **(more or {})}
        if spec is not None:
            made["spec"] = spec
        answer = self.api.post(path_of(kind, namespace, home=home), made)
        if answer.code != 201:
            raise AssertionError(f"{kind} {name} is not taken: {answer.text}")
        if not home:
            self.made.append((kind, namespace, name))
        if status is not None:
            return self.set_status(kind, namespace, name, status, home=home)
        return answer.json

    def namespace(self, name):
        answer = self.api.post("/api/v1/namespaces", {"metadata": {"name": name}})
        if answer.code not in (201, 409):
            raise AssertionError(answer.text)
        return name

    def set_status(self, kind, namespace, name, status, home="", manager="kubectl-actor"):
        path = path_of(kind, namespace, name, home)
        answer = self.api.patch(f"{path}/status?fieldManager={manager}", {"status": status})
        if answer.code != 200:
            raise AssertionError(f"status of {kind} {name} is not taken: {answer.text}")
        return answer.json

    def change(self, kind, namespace, name, patch):
        answer = self.api.patch(path_of(kind, namespace, name), patch)
        if answer.code != 200:
            raise AssertionError(f"{kind} {name} is not changed: {answer.text}")
        return answer.json

    def read(self, kind, namespace, name):
        answer = self.api.get(path_of(kind, namespace, name))
        if answer.code != 200:
            raise AssertionError(f"{kind} {name}: {answer.text}")
        return answer.json

    def list(self, kind, namespace=None):
        answer = self.api.get(path_of(kind, namespace))
        if answer.code != 200:
            raise AssertionError(f"{kind}: {answer.text}")
        return answer.json["items"]

    def delete(self, kind, namespace, name):
        return self.api.delete(path_of(kind, namespace, name))

    def condition(self, kind, namespace, name, condition_type):
        return condition_of(self.read(kind, namespace, name), condition_type)

    def events(self, namespace, name=None, reason=None):
        """telltale's own, of one object if named."""
        found = [event for event in self.list("Event", namespace)
                 if event.get("reportingController", "").startswith("telltale")]
        return [event for event in found if name in (None, event["regarding"]["name"])
                and reason in (None, event["reason"])]

    def kubectl(self, *arguments, stdin=None, seconds=SECONDS_MAX):
        return subprocess.run(
            [kubectl_path(), *arguments], input=stdin, capture_output=True, text=True,
            timeout=seconds, check=False,
            env={"PATH": os.environ.get("PATH", ""), "HOME": self.home,
                 "KUBECONFIG": self.kubeconfig})

    def close(self):
        if self.shared:
            for kind, namespace, name in reversed(self.made):
                self.delete(kind, namespace, name)
        else:
            self.api.close()
        shutil.rmtree(self.home, ignore_errors=True)


def condition_of(stored, condition_type):
    """The condition as a dictionary, an empty one where there is none."""
    conditions = stored.get("status", {}).get("conditions") or []
    return next((one for one in conditions if one["type"] == condition_type), {})


def types_of(stored):
    return {one["type"] for one in stored.get("status", {}).get("conditions") or []}


def condition(kind, status, reason="Because", message="", since="2026-01-01T00:00:00Z", **more):
    return {"type": kind, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": since, **more}


class Run:
    """A `telltale run`, or another command that runs until it is told to end, and what it said."""

    def __init__(self, server, *flags, kubeconfig=None, command="run", folder=None, ready=True,
                 own_namespace=OWN_NAMESPACE):
        self.folder = folder or tempfile.mkdtemp(prefix="telltale-run-")
        self.keeps_folder = folder is not None
        self.command = command
        arguments = [Settings.telltale, command, "--http", "127.0.0.1:0", "--data-dir",
                     os.path.join(self.folder, "data"), *flags]
        if command == "run":
            arguments += ["--kubeconfig", kubeconfig or server.kubeconfig,
                          "--insecure-diagnostics", "--own-namespace", own_namespace]
            # Objects of tests are young, and nobody else comes for them.
            if not any(flag.startswith("--claim-after") for flag in flags):
                arguments.append("--claim-after=0")
        if command == "run" and not kubeconfig:
            server.namespace(own_namespace)
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.out = open(os.path.join(self.folder, "out"), "ab+")
        self.out_begin = self.out.seek(0, os.SEEK_END)
        self.process = subprocess.Popen(arguments, stdout=self.out, stderr=self.log,
                                        stdin=subprocess.DEVNULL,
                                        env={"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8",
                                             "HOME": self.folder})
        try:
            self.url = eventually(self.find_url, f"`telltale {command}` says where it listens",
                                  SECONDS_MAX)
            if ready:
                self.wait_ready()
        except BaseException:
            self.close()
            raise

    def find_url(self):
        found = re.search(r"health (http://\S+)/readyz", self.printed())
        if not found and self.process.poll() is not None:
            raise AssertionError(f"telltale ended: {self.process.returncode}\n{self.tail()}")
        return found and found.group(1)

    def wait_ready(self, seconds=SECONDS_MAX):
        eventually(lambda: self.page("/readyz")[0] == 200, "telltale is ready", seconds)

    def page(self, path, headers=None):
        """(code, content type, text); code 0 when nobody answers."""
        request = urllib.request.Request(self.url + path, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.headers.get("Content-Type", ""), \
                    answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.headers.get("Content-Type", ""), \
                refused.read().decode()
        except OSError:
            return 0, "", ""

    def metrics(self, headers=None):
        return self.page("/metrics", headers)[2]

    def metric(self, name):
        """The sum of a family's series."""
        return sum(float(value) for value in re.findall(
            rf"^{re.escape(name)}(?:{{[^\n]*}})? (\S+)$", self.metrics(), re.M))

    def printed(self):
        with open(self.out.name, encoding="utf-8", errors="replace") as text:
            text.seek(self.out_begin)
            return text.read()

    def logged(self):
        with open(self.log.name, encoding="utf-8", errors="replace") as text:
            return text.read()

    def tail(self):
        lines = self.printed().splitlines()[-5:] + self.logged().splitlines()[-LOG_LINES_SHOWN:]
        return "\n".join(line[:400] for line in lines)

    def running(self):
        return self.process.poll() is None

    def kill(self):
        self.process.kill()
        return self.process.wait(SECONDS_MAX)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS_MAX)

    def close(self):
        """In good order, so that the next one need not wait for what this one holds."""
        if self.running():
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(GOOD_ORDER_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
        self.out.close()
        if not self.keeps_folder:
            shutil.rmtree(self.folder, ignore_errors=True)


class LiveCase(unittest.TestCase):
    """A suite with one server, whose failures show what telltale said."""
    own_server = False

    @classmethod
    def setUpClass(cls):
        cls.server = LiveServer(own=cls.own_server)
        cls.addClassCleanup(cls.server.close)
        cls.space = cls.server.namespace(f"live-{os.getpid()}-{cls.__name__.lower()}")

    def setUp(self):
        self.runs = []

    def run_telltale(self, *flags, **more):
        more.setdefault("own_namespace", f"{self.space}-own")
        run = Run(self.server, *flags, **more)
        self.runs.append(run)
        self.addCleanup(run.close)
        return run

    def eventually(self, holds, what, seconds=SECONDS_MAX):
        """Asks again until it holds; the failure says what was expected and what telltale said."""
        last = []

        def ask():
            try:
                return holds()
            except AssertionError as trouble:
                last[:] = [str(trouble)]
                return None
        try:
            return eventually(ask, what, seconds)
        except AssertionError as trouble:
            tails = "\n".join(f"--- {run.command}:\n{run.tail()}" for run in self.runs)
            raise AssertionError(f"{trouble}\n{' '.join(last)}\n{tails}") from None

    def meanwhile(self, seconds):
        """Lets time pass, for what must not happen."""
        end = time.monotonic() + seconds
        eventually(lambda: time.monotonic() >= end, "time passes", seconds + SECONDS_MAX)

    def expect_condition(self, kind, namespace, name, condition_type, status, reason=None,
                         seconds=SECONDS_MAX):
        def holds():
            now = self.server.condition(kind, namespace, name, condition_type)
            if now.get("status") == status and reason in (None, now.get("reason")):
                return now
            raise AssertionError(f"it is {json.dumps(now)}")
        wanted = f"{condition_type} is {status}" + (f", {reason}" if reason else "")
        return self.eventually(holds, f"{kind} {namespace}/{name}: {wanted}", seconds)

    def settle(self, seconds=SECONDS_MAX, quiet=2):
        """Until nobody has written for some seconds; the count of writes then."""
        state = {"count": -1, "since": time.monotonic()}

        def at_rest():
            count = self.server.writes()
            if count != state["count"]:
                state.update(count=count, since=time.monotonic())
            return time.monotonic() - state["since"] > quiet
        self.eventually(at_rest, "the server comes to rest", seconds)
        return state["count"]


def main():
    Settings.telltale = os.path.abspath(sys.argv.pop(1))
    unittest.main()
