# SPDX-License-Identifier: Apache-2.0
"""Cluster API's own managers on a server, and a fleet for them whose machines live in the memory of
its in-memory provider. No webhooks are registered: objects are written whole."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path

import manager_programs as programs

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "end_to_end"))
from api_server import eventually  # noqa: E402
from live_server import SECONDS_MAX  # noqa: E402
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "kube"))
from kube_server import free_port  # noqa: E402

LOG_LINES_SHOWN = 15
OLD, NEW = "v1.33.0", "v1.34.0"
# Which contract a provider's definitions keep; its own installation labels them so.
CONTRACT = "cluster.x-k8s.io/v1beta2=v1beta2"
GROUPS = {"Cluster": "cluster.x-k8s.io", "MachineDeployment": "cluster.x-k8s.io",
          "KubeadmControlPlane": "controlplane.cluster.x-k8s.io",
          "KubeadmConfigTemplate": "bootstrap.cluster.x-k8s.io"}


class Manager:
    """One of the programs, as long as it is wanted."""

    def __init__(self, name, kubeconfig, folder):
        self.name, self.health = name, free_port()
        self.log = os.path.join(folder, f"{name}.log")
        command = [str(programs.folder() / name), "--webhook-cert-dir", folder,
                   "--webhook-port", str(free_port()), "--health-addr",
                   f"127.0.0.1:{self.health}", "--diagnostics-address",
                   f"127.0.0.1:{free_port()}", "--insecure-diagnostics",
                   "--skip-crd-migration-phases=StorageVersionMigration,CleanupManagedFields",
                   "--kube-api-qps=200", "--kube-api-burst=300"]
        # Whoever is killed takes it along; Linux counts the thread that started it.
        if threading.current_thread() is threading.main_thread():
            command = ["setpriv", "--pdeathsig", "KILL", *command]
        with open(self.log, "ab") as out:
            self.child = subprocess.Popen(
                command, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                env={"PATH": os.environ.get("PATH", ""), "HOME": folder, "KUBECONFIG": kubeconfig,
                     "POD_IP": "127.0.0.1", "POD_NAMESPACE": "default"})

    def is_ready(self):
        if self.child.poll() is not None:
            raise AssertionError(f"{self.name} ended: {self.child.returncode}\n{self.tail()}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.health}/readyz", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def tail(self):
        lines = Path(self.log).read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(line[:300] for line in lines[-LOG_LINES_SHOWN:])

    def signal(self, what):
        self.child.send_signal(what)

    def close(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()


class Managers:
    """All of them, ready."""

    def __init__(self, server):
        self.folder = tempfile.mkdtemp(prefix="telltale-capi-")
        self.install_definitions(server)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-noenc", "-days", "2", "-subj", "/CN=localhost", "-keyout",
             os.path.join(self.folder, "tls.key"), "-out", os.path.join(self.folder, "tls.crt")],
            check=True, capture_output=True)
        self.all = {name: Manager(name, server.kubeconfig, self.folder)
                    for name in programs.PACKAGES}
        try:
            for manager in self.all.values():
                eventually(manager.is_ready, f"{manager.name} is ready", 3 * SECONDS_MAX)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def install_definitions(server):
        files = [argument for path in programs.definitions() for argument in ("-f", str(path))]
        for arguments in (["apply", "--server-side", "--force-conflicts", *files],
                          ["label", "--overwrite", *files, CONTRACT]):
            done = server.kubectl(*arguments, seconds=3 * SECONDS_MAX)
            if done.returncode != 0:
                raise AssertionError(f"kubectl {arguments[0]}: {done.stderr[-2000:]}")

    def lose_clusters(self):
        """The provider holds every workload cluster: while it stands still, none answers."""
        self.all["in-memory"].signal(signal.SIGSTOP)

    def regain_clusters(self):
        self.all["in-memory"].signal(signal.SIGCONT)

    def tails(self):
        return "\n".join(f"--- {manager.name}:\n{manager.tail()}" for manager in self.all.values())

    def close(self):
        for manager in self.all.values():
            manager.close()


def quickly(**parts):
    """How long each part of an in-memory machine takes to come up."""
    return {name: {"provisioning": {"startupDuration": seconds}} for name, seconds in parts.items()}


def machine_template(name):
    return {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "DevMachineTemplate",
            "metadata": {"name": name}, "spec": {"template": {"spec": {"backend": {"inMemory":
                quickly(vm="2s", node="1s", apiServer="1s", etcd="1s")}}}}}


def reference(kind, name):
    return {"apiGroup": GROUPS.get(kind, "infrastructure.cluster.x-k8s.io"), "kind": kind,
            "name": name}


def cluster_documents(name, workers):
    """A Cluster with one control plane Machine and a MachineDeployment."""
    registration = {"nodeRegistration": {"criSocket": "unix:///run/containerd/containerd.sock"}}
    labels = {"cluster.x-k8s.io/cluster-name": name, "pool": f"{name}-md"}
    deployment = {
        "clusterName": name, "replicas": workers, "selector": {"matchLabels": labels},
        "rollout": {"strategy": {"type": "RollingUpdate",
                                 "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}},
        "template": {"metadata": {"labels": labels}, "spec": {
            "clusterName": name, "version": OLD,
            "bootstrap": {"configRef": reference("KubeadmConfigTemplate", f"{name}-md")},
            "infrastructureRef": reference("DevMachineTemplate", f"{name}-md")}}}
    control_plane = {
        "replicas": 1, "version": OLD,
        "rollout": {"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}},
        "machineTemplate": {"spec": {
            "infrastructureRef": reference("DevMachineTemplate", f"{name}-cp")}},
        "kubeadmConfigSpec": {
            "clusterConfiguration": {"apiServer": {"certSANs": ["localhost", "127.0.0.1"]}},
            "initConfiguration": registration, "joinConfiguration": registration}}
    cluster = {"clusterNetwork": {"pods": {"cidrBlocks": ["192.168.0.0/16"]},
                                  "services": {"cidrBlocks": ["10.128.0.0/12"]},
                                  "serviceDomain": "cluster.local"},
               "controlPlaneRef": reference("KubeadmControlPlane", f"{name}-cp"),
               "infrastructureRef": reference("DevCluster", name)}

    def document(kind, own_name, spec):
        labelled = {"cluster.x-k8s.io/cluster-name": name}
        # The in-memory provider writes into the annotations without asking whether there are any.
        metadata = {"name": own_name, "labels": labelled, "annotations": {"purpose": "test"}}
        return {"apiVersion": f"{reference(kind, '')['apiGroup']}/v1beta2", "kind": kind,
                "metadata": metadata, "spec": spec}
    return [document("DevCluster", name, {"backend": {"inMemory": {}}}),
            machine_template(f"{name}-cp"), machine_template(f"{name}-md"),
            document("KubeadmConfigTemplate", f"{name}-md",
                     {"template": {"spec": {"joinConfiguration": registration}}}),
            document("KubeadmControlPlane", f"{name}-cp", control_plane),
            document("MachineDeployment", f"{name}-md", deployment),
            document("Cluster", name, cluster)]
