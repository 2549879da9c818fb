#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale manifests rbac` on a server that enforces roles: enough for `run`, and no more.

Usage: rbac_test.py PATH_TO_TELLTALE
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

import yaml

from api_server import ApiServer, eventually
from live_objects import make_cluster, make_deployment_of_hive, make_machine
from live_server import LiveServer, Run, Settings, condition_of, main, path_of

SPACE = "fleet"
OWN = "telltale-system"
ACCOUNT = f"system:serviceaccount:{OWN}:telltale"
MACHINES = "machines.cluster.x-k8s.io"
# As somebody would be who has nothing but the role of those who scrape.
SCRAPER = "system:serviceaccount:monitoring:prometheus"

ALLOWED = (
    ("list", MACHINES), ("watch", "clusters.cluster.x-k8s.io"),
    ("get", "nodepools.hypershift.openshift.io"), ("watch", "nodepools.karpenter.sh"),
    ("list", "clusterdeployments.hive.openshift.io"),
    ("list", "awsmachines.infrastructure.cluster.x-k8s.io"),
    ("watch", "kubeadmconfigs.bootstrap.cluster.x-k8s.io"),
    ("list", "ec2nodeclasses.karpenter.k8s.aws"),
    ("list", "events"), ("watch", "events"),
    ("get", f"customresourcedefinitions.apiextensions.k8s.io/{MACHINES}"),
    ("patch", f"{MACHINES}/m1", "--subresource=status"),
    ("patch", "nodepools.karpenter.sh/p1", "--subresource=status"),
    ("create", "events.events.k8s.io"),
    ("get", "secrets/prod-kubeconfig"),
    ("create", "tokenreviews.authentication.k8s.io"),
    ("create", "subjectaccessreviews.authorization.k8s.io"),
    ("create", "leases.coordination.k8s.io", f"--namespace={OWN}"),
    ("get", "leases.coordination.k8s.io/telltale-leader", f"--namespace={OWN}"),
    ("update", "leases.coordination.k8s.io/telltale-leader", f"--namespace={OWN}"),
    ("get", "leases.coordination.k8s.io/telltale-writer", f"--namespace={OWN}"),
    ("update", "leases.coordination.k8s.io/telltale-writer", f"--namespace={OWN}"),
    ("patch", "configmaps/telltale-writers", f"--namespace={OWN}"),
    ("create", "configmaps", f"--namespace={OWN}"),
    ("get", "configmaps/telltale-memory-00", f"--namespace={OWN}"),
    ("patch", "configmaps/telltale-memory-00", f"--namespace={OWN}"),
    ("patch", "configmaps/telltale-address", f"--namespace={OWN}"),
    ("get", "configmaps/telltale-address"),
    ("get", "/telltale/v1/history"),
)
DENIED = (
    ("list", "secrets"), ("watch", "secrets"), ("update", "secrets/prod-kubeconfig"),
    ("list", "pods"), ("get", "nodes"),
    ("delete", f"{MACHINES}/m1"), ("create", MACHINES),
    ("patch", f"{MACHINES}/m1"), ("update", f"{MACHINES}/m1"),
    ("update", f"{MACHINES}/m1", "--subresource=status"),
    ("patch", "awsmachines.infrastructure.cluster.x-k8s.io/m1", "--subresource=status"),
    ("create", "events"), ("delete", "events.events.k8s.io/e1"),
    ("list", "customresourcedefinitions.apiextensions.k8s.io"),
    ("get", "customresourcedefinitions.apiextensions.k8s.io/gadgets.example.com"),
    ("list", "leases.coordination.k8s.io", f"--namespace={OWN}"),
    ("update", "leases.coordination.k8s.io/another", f"--namespace={OWN}"),
    ("create", "leases.coordination.k8s.io", f"--namespace={SPACE}"),
    ("patch", "configmaps/another", f"--namespace={OWN}"),
    ("patch", "configmaps/telltale-memory-00", f"--namespace={SPACE}"),
    ("list", "configmaps", f"--namespace={OWN}"),
    ("create", "clusterrolebindings.rbac.authorization.k8s.io"),
    ("impersonate", "users"),
    ("get", "/metrics"),
)


def manifests(*arguments):
    done = subprocess.run([Settings.telltale, "manifests", "rbac", *arguments],
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class EnforcingServer(LiveServer):
    """telltale's own server with a log of who was refused what."""

    def __init__(self):  # pylint: disable=super-init-not-called
        self.made = []
        self.kind = "embedded"
        self.shared = False
        self.home = tempfile.mkdtemp(prefix="telltale-rbac-")
        self.audit_log = os.path.join(self.home, "audit")
        self.api = ApiServer(Settings.telltale, "--audit-log", self.audit_log)

    def requests_of(self, user):
        with open(self.audit_log, encoding="utf-8") as lines:
            events = [json.loads(line) for line in lines]
        return [event for event in events
                if event.get("impersonatedUser", event["user"])["username"] == user]

    def refused(self, user):
        """What a user asked for and may not."""
        return sorted({f'{event["verb"]} {event["requestURI"]}' for event in self.requests_of(user)
                       if event.get("responseStatus", {}).get("code") == 403})

    def asked(self, user):
        """What a user asked for, such as "patch machines/status"."""
        found = set()
        for event in self.requests_of(user):
            about = event.get("objectRef", {})
            words = [about.get("resource", ""), about.get("subresource", "")]
            found.add(f'{event["verb"]} {"/".join(word for word in words if word)}')
        return found

    def kubeconfig_as(self, user):
        """The administrator's, who says to be somebody else in every request."""
        with open(self.kubeconfig, encoding="utf-8") as text:
            config = yaml.safe_load(text)
        for one in config["users"]:
            one["user"]["as"] = user
            one["user"]["as-groups"] = ["system:serviceaccounts", "system:authenticated"]
        path = os.path.join(self.home, user.replace(":", "-"))
        with open(path, "w", encoding="utf-8") as text:
            yaml.safe_dump(config, text)
        return path


class RbacCase(unittest.TestCase):
    def setUp(self):
        self.server = EnforcingServer()
        self.addCleanup(self.server.close)
        self.server.namespace(SPACE)

    def apply(self, *arguments):
        done = self.server.kubectl("apply", "-f", "-", stdin=manifests(*arguments))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def may(self, verb, what, *more, user=ACCOUNT):
        if not any(one.startswith("--namespace") for one in more) and not what.startswith("/"):
            more = (*more, "--all-namespaces")
        done = self.server.kubectl("auth", "can-i", verb, what, f"--as={user}",
                                   "--as-group=system:authenticated", *more)
        return done.stdout.strip() == "yes"

    def run_as_account(self, *flags):
        run = Run(self.server, *flags, kubeconfig=self.server.kubeconfig_as(ACCOUNT))
        self.addCleanup(run.close)
        return run

    def eventually_judged(self, name):
        return eventually(
            lambda: condition_of(self.server.read("Machine", SPACE, name), "Ready"),
            f"Machine {name} is judged", 60)


@unittest.skipUnless(shutil.which("kubectl"), "there is no kubectl")
class Roles(RbacCase):
    def test_everything_is_taken_by_kubectl_and_is_the_same_the_second_time(self):
        first = self.apply()
        self.assertIn("clusterrole.rbac.authorization.k8s.io/telltale-viewer created", first)
        self.assertEqual(first.count(" created"), len(first.splitlines()))
        second = self.apply()
        self.assertEqual(second.count(" unchanged"), len(second.splitlines()), second)
        self.assertEqual([line.split()[0] for line in first.splitlines()],
                         manifests("-o", "name").splitlines())

    def test_what_run_does_is_allowed_and_nothing_else(self):
        self.assertFalse(self.may("list", MACHINES))
        self.apply()
        for question in ALLOWED:
            self.assertTrue(self.may(*question), question)
        for question in DENIED:
            self.assertFalse(self.may(*question), question)

    def test_a_single_role_is_all_that_is_given(self):
        self.server.namespace(OWN)
        self.apply("--role", "viewer")
        self.assertTrue(self.may("list", MACHINES))
        for question in (("patch", f"{MACHINES}/m1", "--subresource=status"),
                         ("get", "secrets/prod-kubeconfig"), ("create", "events.events.k8s.io")):
            self.assertFalse(self.may(*question), question)

    def test_whoever_scrapes_is_bound_by_whoever_installs_it(self):
        self.apply()
        self.assertFalse(self.may("get", "/metrics", user=SCRAPER))
        done = self.server.kubectl("create", "clusterrolebinding", "scraper",
                                   "--clusterrole=telltale-metrics-reader",
                                   "--serviceaccount=monitoring:prometheus")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(self.may("get", "/metrics", user=SCRAPER))
        self.assertFalse(self.may("list", MACHINES, user=SCRAPER))


@unittest.skipUnless(shutil.which("kubectl"), "there is no kubectl")
class Running(RbacCase):
    def look_for_refusals(self):
        self.assertEqual(self.server.refused(ACCOUNT), [])

    def test_a_leader_works_with_the_roles_alone(self):
        self.apply()
        run = self.run_as_account("--leader-elect")
        make_cluster(self.server, SPACE, "c1")
        make_machine(self.server, SPACE, "c1", "m1")
        self.eventually_judged("m1")
        self.server.set_status("DockerMachine", SPACE, "m1", {"conditions": [
            {"type": "Ready", "status": "False", "reason": "Broken", "message": "no power",
             "lastTransitionTime": "2026-01-01T00:00:00Z"}]})
        eventually(lambda: self.server.events(SPACE), "an Event tells of it", 60)
        # Its conditions are one list, so what is telltale's in it is remembered elsewhere.
        make_deployment_of_hive(self.server, SPACE, "cd")
        memory = path_of("ConfigMap", OWN, "telltale-memory-00")
        eventually(lambda: self.server.api.get(memory).code == 200, "Memory is kept", 60)
        address = path_of("ConfigMap", OWN, "telltale-address")
        eventually(lambda: self.server.api.get(address).code == 200, "its address is there", 60)
        lease = self.server.api.get(path_of("Lease", OWN, "telltale-leader"))
        self.assertEqual(lease.code, 200, lease.text)
        self.assertEqual(run.stop(), 0, run.tail())
        asked = self.server.asked(ACCOUNT)
        for request in ("list machines", "watch machines", "patch machines/status",
                        "create events", "get secrets", "get customresourcedefinitions",
                        "create leases", "update leases", "get configmaps", "create configmaps"):
            self.assertIn(request, asked)
        self.look_for_refusals()

    def test_shards_work_with_the_roles_alone(self):
        self.apply("--shards", "3")
        run = self.run_as_account("--shards", "3")
        make_cluster(self.server, SPACE, "c1")
        make_machine(self.server, SPACE, "c1", "m1")
        self.eventually_judged("m1")
        self.assertEqual(run.stop(), 0, run.tail())
        self.look_for_refusals()

    def test_whoever_only_looks_on_needs_no_more_than_that(self):
        flags = ("--write=none", "--no-remote")
        self.apply(*flags)
        make_cluster(self.server, SPACE, "c1")
        make_machine(self.server, SPACE, "c1", "m1")
        run = self.run_as_account(*flags)
        eventually(lambda: run.metric("telltale_verdict_objects") > 0, "objects are judged", 60)
        self.assertEqual(run.stop(), 0, run.tail())
        self.look_for_refusals()

    def test_without_the_roles_a_refusal_is_seen(self):
        """So that the tests above can fail."""
        self.server.namespace(OWN)
        run = Run(self.server, kubeconfig=self.server.kubeconfig_as(ACCOUNT), ready=False)
        self.addCleanup(run.close)
        eventually(lambda: any(MACHINES.split(".", maxsplit=1)[0] in one
                               for one in self.server.refused(ACCOUNT)), "it is refused", 60)


if __name__ == "__main__":
    main()
