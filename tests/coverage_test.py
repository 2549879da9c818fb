# SPDX-License-Identifier: Apache-2.0
"""docs/coverage.md names every requirement of the documents and a test that shows it, no other.

The rows of tables and lists are transcribed here from the documents and the specification, those
that are sentences in coverage_rows.py, so that the page cannot lose one. A case must expect
something of its row, and a test must still be there under its name. What nothing shows needs a
reason.

Usage: coverage_test.py
"""

import functools
import importlib.machinery
import importlib.util
import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "cases"))
import case_files  # noqa: E402 pylint: disable=wrong-import-position
import coverage_rows  # noqa: E402 pylint: disable=wrong-import-position

TOP = Path(__file__).resolve().parent.parent
PAGE = TOP / "docs" / "coverage.md"

# The tables "(New)Conditions"; those of MachinePool by the specification.
CONDITIONS = {
    "Machine": "Available Ready UpToDate BootstrapConfigReady InfrastructureReady NodeReady "
               "NodeHealthy HealthCheckSucceeded OwnerRemediated Deleted Paused",
    "MachineSet": "ReplicaFailure MachinesReady ScalingUp ScalingDown UpToDate Remediating "
                  "Deleted Paused",
    "MachineDeployment": "Available ReplicaFailure MachinesReady ScalingUp ScalingDown UpToDate "
                         "Remediating Deleted Paused",
    "Cluster": "Available ControlPlaneInitialized RemoteConnectionProbe ControlPlaneAvailable "
               "WorkersAvailable TopologyReconciled ScalingUp ScalingDown UpToDate Remediating "
               "Deleted Paused",
    "KubeadmControlPlane": "Available CertificatesAvailable ReplicaFailure Initialized "
                           "ControlPlaneComponentsHealthy EtcdClusterHealthy MachinesReady "
                           "ScalingUp ScalingDown UpToDate Remediating Deleted Paused",
    "MachinePool": "Available BootstrapConfigReady InfrastructureReady MachinesReady UpToDate "
                   "RollingOut Remediating ScalingUp ScalingDown Deleted Paused",
}
ON_CONTROL_PLANE_MACHINES = ("APIServerPodHealthy ControllerManagerPodHealthy SchedulerPodHealthy "
                             "EtcdPodHealthy EtcdMemberHealthy")
# A condition may be expected under upstream's name as well.
UPSTREAM = {"Deleted": "Deleting", "UpToDate": "MachinesUpToDate"}

REPLICAS = "replicas readyReplicas availableReplicas upToDateReplicas"
HALF = "desiredReplicas " + REPLICAS + " unavailableReplicas"
COUNTERS = {
    "MachineSet": REPLICAS,
    "MachineDeployment": REPLICAS,
    "KubeadmControlPlane": REPLICAS,
    "MachinePool": REPLICAS,
    "Cluster": " ".join(f"{half}.{name}" for half in ("controlPlane", "workers")
                        for name in HALF.split()),
}

# v1beta1 > v1beta2 > after the removal. One name: the same in all three stages; "-": not there.
MOVED = ["FailureReason > BackCompatibilty.FailureReason > removed",
         "FailureMessage > BackCompatibilty.FailureMessage > removed",
         "Conditions > BackCompatibilty.Conditions > removed",
         "ExperimentalConditions > Conditions > Conditions",
         "other fields"]
COMPATIBILITY = "- > BackCompatibilty > removed"
PHASE = "Phase > BackCompatibilty.Phase > removed"
INITIALIZATION = "- > Initialization > Initialization"


def renamed(old, new):
    return f"{old} > {new} > {new}"


INFRASTRUCTURE = renamed("InfrastructureReady", "Initialization.InfrastructureProvisioned")
READY = "ReadyReplicas > BackCompatibilty.ReadyReplicas > removed"
STATUS = {
    "Machine": [INITIALIZATION, INFRASTRUCTURE, COMPATIBILITY, PHASE, *MOVED,
                renamed("BootstrapReady", "Initialization.BootstrapSecretCreated"),
                "LastUpdated > BackCompatibilty.LastUpdated > removed"],
    "MachineSet": [COMPATIBILITY, READY, *MOVED, "UpToDateReplicas",
                   renamed("ExprimentalReadyReplicas", "ReadyReplicas")],
    "MachineDeployment": [COMPATIBILITY, PHASE, *MOVED,
                          renamed("UpdatedReplicas", "UpToDateReplicas")],
    "Cluster": [INITIALIZATION, INFRASTRUCTURE, COMPATIBILITY, PHASE, *MOVED,
                renamed("ControlPlaneReady", "Initialization.ControlPlaneInitialized"),
                "ControlPlane", "Workers",
                *(f"{half}.{name[0].upper()}{name[1:]}" for half in ("ControlPlane", "Workers")
                  for name in HALF.split())],
    "KubeadmControlPlane": [COMPATIBILITY, READY, *MOVED, "AvailableReplicas",
                            "Ready > Ready > removed",
                            renamed("ExperimentalReadyReplicas", "ReadyReplicas"),
                            renamed("UpdatedReplicas", "UpToDateReplicas")],
}
SPEC = {"Machine": ["ReadinessGates", "MinReadySeconds", "other fields"],
        "Cluster": ["AvailabilityGates", "other fields"]}

# Print columns, "Current" and "To be"; a star marks what only -o wide shows.
SCALED = "NAME|CLUSTER|PAUSED*|DESIRED|CURRENT*|READY|AVAILABLE|UP-TO-DATE|AGE|VERSION"
UPDATED = "NAME|CLUSTER|DESIRED*|REPLICAS|READY|UPDATED|UNAVAILABLE|PHASE|AGE|VERSION"
COLUMNS = {
    "Machine": ("NAME|CLUSTER|NODE NAME|PROVIDER ID|PHASE|AGE|VERSION",
                "NAME|CLUSTER|PAUSED*|NODE NAME|PROVIDER ID|READY|AVAILABLE|UP TO DATE|AGE|"
                "OS-IMAGE*|KERNEL-VERSION*|CONTAINER-RUNTIME*"),
    "MachineSet": ("NAME|CLUSTER|DESIRED*|REPLICAS|READY|AVAILABLE|AGE|VERSION", SCALED),
    "MachineDeployment": (UPDATED, SCALED),
    "Cluster": ("NAME|CLUSTER CLASS|PHASE|AGE|VERSION",
                "NAME|CLUSTER CLASS|PAUSED*|AVAILABLE|CP_DESIRED|CP_CURRENT*|CP_READY*|"
                "CP_AVAILABLE|CP_UP_TO_DATE|W_DESIRED|W_CURRENT*|W_READY*|W_AVAILABLE|"
                "W_UP_TO_DATE|AGE|VERSION"),
    "KubeadmControlPlane": (UPDATED, SCALED.replace("PAUSED*", "PAUSED*|INITIALIZED")),
}

# 49 is about calls to etcd, which telltale does not make: coverage_rows.py.
TRAPS = [n for n in range(1, 58) if n != 49]
DEFECTS = "abcdefghijklmnop"


def values(condition, words):
    return {word: f"{condition}={word}(?: |$)" for word in words.split()}


def promised(what, words):
    """{row: how what its cases expect begins}, from "row" or "row=value"."""
    pairs = (word.partition("=") for word in words.split())
    return {row: f"{what}={value}" for row, _, value in pairs}


# Node pools and ClusterDeployments: {section: {row: what each of its cases expects}}; None: a test
# is enough.
PROMISED = {
    "HyperShift: Progressing": values(
        "Progressing",
        "False/AsExpected True/Provisioning True/Scaling True/Upgrading True/AsExpected "
        "True/Recovering False/CloudQuotaExceeded False/InsufficientCloudCapacity "
        "False/MissingCloudResources False/CAPIProviderFailed False/MachineDeploymentFailed "
        "False/ControllerError"),
    "HyperShift operations": promised(
        "Progressing",
        "1 2=True/Scaling 3=True/Upgrading 4=True/Provisioning 5=True/Scaling 6=True/AsExpected "
        "7=False/AsExpected 8=False/AsExpected"),
    "HyperShift precedence": promised(
        "Progressing",
        "P1 P2=False/ControllerError P2a=(True/Scaling|False/AsExpected) P3=False/[CIM] "
        "P3a=False/CloudQuotaExceeded P4=False/MissingCloudResources P5=False/[CIM] "
        "P6=True/Scaling"),
    "HyperShift surfaces": promised(
        "Progressing",
        "1=False/CloudQuotaExceeded 2 3=False/CloudQuotaExceeded 4=False/[CIM] "
        "5=False/CloudQuotaExceeded 6=False/CAPIProviderFailed 7=False/MissingCloudResources "
        "8=True/AsExpected"),
    "HyperShift: platforms": promised(
        "Progressing", "AWS Azure GCP OpenStack KubeVirt Agent PowerVS IBMCloud=False/AsExpected "
                       "None=False/AsExpected"),
    "HyperShift clocks": promised(
        "Progressing",
        "a b=False/InsufficientCloudCapacity c=True/Scaling d e=False/CloudQuotaExceeded "
        "f=False/CloudQuotaExceeded g=True/Scaling h i=False/CloudQuotaExceeded j=True/Recovering "
        "k=True/Recovering l=True/Recovering m=True/Recovering n=True/Recovering "
        "o=False/CloudQuotaExceeded p=True/Recovering q=False/AsExpected r=True/(Scal|Upgrad)ing "
        "s=False/CloudQuotaExceeded t u=True/Recovering v=False/CloudQuotaExceeded"),
    # 14 and 15 are about writing, which no case does; 17 is about the document's own text.
    "HyperShift contradictions": {"14": None, "15": None, **promised(
        "Progressing",
        "1=(True|False)/AsExpected 2=False/ 3=True/Recovering 4=True/Recovering "
        "5=False/(AsExpected|ControllerError) 6=False/MissingCloudResources "
        "7=False/(CAPIProviderFailed|ControllerError) 8 9=False/CloudQuotaExceeded "
        "10=(True/Recovering|False/AsExpected) 11=True/Scaling 12=(absent|True/Scaling) "
        "13=(False/MachineDeploymentFailed|True/Scaling) 16=False/MissingCloudResources")},
    "Karpenter rows": promised(
        "Degraded",
        "1=False/NotDegraded 2=True/ 3=True/ 4=False 5=False 6=False/TTLExpired "
        "7=False/NotDegraded 8=True/NodeRegistrationFailure 9=False/NotDegraded "
        "10=False/NotDegraded 11 12 13=False/NotDegraded 14=False/NotDegraded 15 "
        "16=False/NotDegraded 17=True/"),
    "Hive: mapping": {
        "ClusterImageSetNotFound": "RequirementsMet=False/ClusterImageSetNotFound",
        "AuthenticationFailure": "RequirementsMet=False/AuthenticationFailure",
        "DNSNotReady": "RequirementsMet=False/DNSNotReady",
        "InstallerImageResolutionFailed": "RequirementsMet=False/InstallerImageResolutionFailed",
        "InstallImagesNotResolved": "RequirementsMet=False/InstallerImageResolutionFailed",
        "InstallLaunchError": "ProvisionFailed=True/InstallLaunchError",
        "ClusterInstallCompleted": "Provisioned=True/Provisioned",
        "ClusterInstallFailed": "ProvisionFailed=True/",
        "ClusterInstallRequirementsMet": "RequirementsMet=False/InsufficientAgents",
        "ClusterInstallStopped": "ProvisionStopped=True/",
        "DeprovisionLaunchError": "DeprovisionError=True/",
        "ProvisionFailed": "ProvisionFailed=True/",
        "ProvisionStopped": "ProvisionStopped=True/",
    },
    "Hive: RequirementsMet": values(
        "RequirementsMet",
        "Unknown/Initialized False/DNSNotReady False/AuthenticationFailure "
        "False/ClusterImageSetNotFound False/InstallerImageResolutionFailed "
        "False/InstallConfigRefNotSet False/InstallConfigValidationFailed "
        "False/CustomizationRefNotAvailable True/AllRequirementsMet"),
    "Hive: ProvisionStopped": values(
        "ProvisionStopped",
        "Unknown/Initialized False/ProvisionNotStopped True/InstallOnlyOnceSet "
        "True/InstallAttemptsLimitReached True/FailureReasonNotRetryable True/DNSNotReadyTimedOut "
        "True/DNSZoneFailedToReconcile True/InstallationCompleted"),
    "Hive: Provisioned": values(
        "Provisioned",
        "Unknown/Initialized False/Provisioning False/ProvisionStopped True/Provisioned "
        "Unknown/Error False/Deprovisioning False/DeprovisionFailed False/Deprovisioned"),
    "Hive rules": {
        **promised("RequirementsMet",
                   "R1=False/ R2 R3 R4 R5=False/ R6=False/AuthenticationFailure"),
        **promised("ProvisionFailed", "F1=Unknown/ F2=Unknown/ F3=True/ F4=True/MissingCondition "
                                      "F5=True/ F6=False/ProvisionSucceeded F7"),
        **promised("ProvisionStopped", "S1=True/ S2=True/InstallAttemptsLimitReached "
                                       "S3=True/InstallationCompleted S4=True/DNSNotReadyTimedOut"),
        **promised("Provisioned", "V1=False/Provisioning"),
        **promised("DeprovisionError", "D1=Unknown/ D2=True/ D3=True/ D4=False D5=Unknown/"),
    },
    "Settled questions": {
        "C1": None,
        **promised("verdict", "C2=Stuck C3=Working C4=Working C5=Stuck C6=Unknown C7=Stuck "
                              "C8=Working C9=Stuck C10=Healthy"),
        "C11": None,
        "C12": None,
        "K9": None,
        **promised("Progressing",
                   "H1=False/C H2 H3=False/AsExpected H4=False/AsExpected "
                   "H5=(True|False)/AsExpected H6=False/ControllerError "
                   "H7=False/CloudQuotaExceeded "
                   "H8=False/MissingCloudResources H9 W1 W2 W3=False/CloudQuotaExceeded "
                   "W4=False/CAPIProviderFailed"),
        **promised("Degraded", "K1=False/ResetByEdit K2=True K3=False/NotDegraded K4 K5=True/ K6 "
                               "K7=True/LaunchFailure,NodeRegistrationFailure K8=True/"),
        **promised("RequirementsMet", "V1=Unknown/ V7=False/DNSNotReady V8=False/DNSNotReady "
                                      "V9=True/AllRequirementsMet"),
        **promised("ProvisionFailed", "V2=False/ProvisionSucceeded V3=Unknown/Initialized"),
        **promised("ProvisionStopped", "V4=True/InstallAttemptsLimitReached"),
        **promised("Provisioned", "V5=Unknown/Error"),
        **promised("DeprovisionError", "V6=Unknown/Initialized"),
    },
}


SENTENCES = coverage_rows.requirements()


def stages(row):
    return row if ">" in row else " > ".join([row] * 3)


def wanted_rows():
    rows = {}
    for kind, types in CONDITIONS.items():
        rows[f"{kind}: conditions"] = types.split()
    rows["Machine: conditions of control plane Machines"] = ON_CONTROL_PLANE_MACHINES.split()
    for kind, names in COUNTERS.items():
        rows[f"{kind}: counters"] = names.split()
    for part, kinds in (("status", STATUS), ("spec", SPEC)):
        for kind, fields in kinds.items():
            rows[f"{kind}: stages of {part}"] = [stages(field) for field in fields]
    for kind, (current, to_be) in COLUMNS.items():
        rows[f"{kind}: columns, current"] = current.split("|")
        rows[f"{kind}: columns, to be"] = to_be.split("|")
    rows["Use cases"] = [str(n) for n in range(1, 5)]
    rows["Traps"] = [str(n) for n in TRAPS]
    rows["Defects"] = list(DEFECTS)
    rows["Golden strings"] = [str(n) for n in range(1, 11)]
    rows["Cluster API 1.14"] = [str(n) for n in range(1, 11) if n != 9]
    rows.update((section, list(promises)) for section, promises in PROMISED.items())
    rows.update(SENTENCES)
    return rows


def row_key(section, cell):
    """What a row of the page is about: numbers alone, names without their decoration."""
    if section in SENTENCES:
        return cell
    if ":" not in section:
        return cell.split(".")[0]
    cell = cell.replace("`", "").replace(" (*)", "*").replace("(removed)", "removed")
    return cell.replace("–", "-").replace("→", ">")


def rows_of(text):
    """{section: [(row, [link])]}; of what is not shown its reasons stand where links would."""
    sections, section = {}, None
    for line in text.splitlines():
        if line.startswith("## "):
            section = sections.setdefault(line[3:], [])
            title = line[3:]
        elif section is not None and line.startswith("| ") and not line.startswith("| Row | "):
            cell, _, shown = line[2:].removesuffix("|").strip().partition(" | ")
            links = re.findall(r"\]\(\.\./([^)]+)\)", shown)
            reason = [] if links or not shown.strip(" -") else [shown]
            is_shown = title != coverage_rows.NOT_SHOWN
            section.append((row_key(title, cell.removesuffix(" |")), links if is_shown else reason))
    return sections


@functools.cache
def tests_in(path):
    text = (TOP / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        classes = re.split(r"^class (\w+)\(.*\):$", text, flags=re.M)
        return {f"{owner}.{test}" for owner, body in zip(classes[1::2], classes[2::2])
                for test in re.findall(r"^    def (test_\w+)", body, re.M)}
    found = re.findall(r"^(?:TEST(?:_F|_P)?|RC_GTEST_PROP)\((\w+),\s*(\w+)", text, re.M)
    return {f"{suite}.{test}" for suite, test in found}


@functools.cache
def cases_in(path):
    """{name: what it expects} of a file of cases."""
    cases = case_files.read_cases(TOP / path)
    return {case.name: [text for _, text in case.expects] for case in cases
            if isinstance(case, case_files.Case)}


def is_case(link):
    return link.startswith("tests/cases/")


def expectations(link):
    path, _, name = link.partition("#")
    return cases_in(path).get(name)


def link_trouble(link):
    path, _, test = link.partition("#")
    if not (TOP / path).is_file():
        return f"{path} does not exist"
    if is_case(link):
        expects = expectations(link)
        if expects is None:
            return f"{path} has no case {test}"
        return None if expects else f"{link} expects nothing"
    if not test:
        return f"{path} is no case; name a test"
    return None if test in tests_in(path) else f"{path} has no test {test}"


def pattern_of(section, row):
    """What a case must expect to show this row to a user; None where a test is enough."""
    if section == "NodeHealthy document: table":
        return rf"Machine \S+ NodeHealthy={coverage_rows.NODE_HEALTHY.get(row)}"
    if section in SENTENCES:
        return None
    if section in PROMISED:
        promise = PROMISED[section].get(row)
        return promise and rf"(?:NodePool|ClusterDeployment) \S+ {promise}"
    kind, _, what = section.partition(": ")
    if what == "counters":
        return rf"{kind} \S+ counters (?:.* )?{re.escape(row)}=\d"
    if what.startswith("conditions"):
        names = "|".join(filter(None, (row, UPSTREAM.get(row))))
        return rf"{kind} \S+ (?:{names})=(?:True|False|Unknown)/"
    return None


def case_trouble(section, row, links):
    """A user must be able to reach every condition and counter, so a case must show it."""
    pattern = pattern_of(section, row)
    if pattern is None:
        return None
    cases = [link for link in links if is_case(link)]
    silent = [link for link in cases
              if not any(re.match(pattern, line) for line in expectations(link))]
    if silent:
        return f"{silent[0]} expects nothing of it"
    return None if cases else "no case shows it to a user"


def findings(text):
    pages, wanted = rows_of(text), wanted_rows()
    for section in [*wanted, *(s for s in pages if s not in wanted)]:
        have = [row for row, _ in pages.get(section, [])]
        want = wanted.get(section, [])
        yield from (f"{section}: {row}: not on the page" for row in want if row not in have)
        yield from (f"{section}: {row}: nobody asked for it" for row in have if row not in want)
        yield from (f"{section}: {row}: twice" for row in sorted({r for r in have
                                                                   if have.count(r) > 1}))
        for row, links in pages.get(section, []):
            if section == coverage_rows.NOT_SHOWN:
                yield from [] if links else [f"{section}: {row}: needs a reason, and no link"]
                continue
            troubles = [link_trouble(link) for link in links] if links else ["nothing shows it"]
            if not any(troubles):
                troubles.append(case_trouble(section, row, links))
            yield from (f"{section}: {row}: {trouble}" for trouble in troubles if trouble)


def columns_of_get():
    """What the test of `telltale get` compares with the program, by type and version."""
    path = str(TOP / "tests" / "end_to_end" / "get_test.py")
    loader = importlib.machinery.SourceFileLoader("get_test", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("get_test", loader))
    loader.exec_module(module)
    return module.SEED

# Cases that the tests below bend rows with.
GOLDEN_10 = "tests/cases/capi/specification/golden_strings.yaml#golden_10"
USE_CASE_1 = "tests/cases/capi/specification/use_cases.yaml#usecase_1_rolling_upgrade"
PAUSED = "tests/cases/capi/kubeadmcontrolplane/machines.yaml#kcp_paused"
TTL_AT_15 = "tests/cases/karpenter/degraded.yaml#karpenter_ttl_at_15"
EDIT_RESETS = "tests/cases/karpenter/edits.yaml#karpenter_edit_resets"
DEPROVISIONED = "tests/cases/hive/deprovision.yaml#hive_deprovisioned"
NODE_10 = "tests/cases/capi/machine/node_table.yaml#node_10_gone_while_deleting"
NODE_12 = "tests/cases/capi/machine/node_table.yaml#node_12_gone"


class CoverageTest(unittest.TestCase):
    def setUp(self):
        self.page = PAGE.read_text(encoding="utf-8")

    def expect(self, text, *expected):
        self.assertEqual(list(findings(text)), list(expected))

    def bent(self, old, new):
        self.assertIn(old, self.page)
        return self.page.replace(old, new, 1)

    def without(self, start):
        lines = [line for line in self.page.splitlines() if not line.startswith(start)]
        return "\n".join(lines)

    def test_every_row_is_shown_and_nothing_else(self):
        self.expect(self.page)

    def test_every_column_is_one_that_get_is_tested_for(self):
        tested = columns_of_get()
        for kind, versions in COLUMNS.items():
            for version, columns in zip(("v1beta1", "v1beta2"), versions):
                shown = tested[f"{kind.lower()}s", version].split("|")
                self.assertLessEqual(set(columns.split("|")), set(shown), f"{kind} {version}")

    def test_a_lost_row_is_missed(self):
        self.expect(self.without("| `EtcdMemberHealthy`"),
                    "Machine: conditions of control plane Machines: EtcdMemberHealthy: "
                    "not on the page")

    def test_a_lost_section_is_missed(self):
        lost = self.page.replace("## Use cases", "## Other cases")
        self.assertEqual(len(list(findings(lost))), 8)

    def test_a_row_that_nobody_asked_for_is_noticed(self):
        text = self.bent("| 10. Paused |",
                         f"| 11. Another | [golden_10](../{GOLDEN_10}) |\n"
                         "| 10. Paused |")
        self.expect(text, "Golden strings: 11: nobody asked for it")

    def test_a_test_that_is_gone_is_noticed(self):
        name = "#NodeHealthy.KeepsTheLawsOfTables"
        self.expect(self.bent(name, "#NodeHealthy.IsGone"),
                    "Machine: conditions: NodeHealthy: src/catalog/machine/node_tables_test.cc "
                    "has no test NodeHealthy.IsGone")

    def test_a_case_that_is_gone_is_noticed(self):
        self.expect(self.bent(f"(../{USE_CASE_1})",
                              "(../tests/cases/gone.yaml)"),
                    "Use cases: 1: tests/cases/gone.yaml does not exist")

    def test_a_case_that_its_file_lost_is_noticed(self):
        self.expect(self.bent(f"(../{USE_CASE_1})", f"(../{USE_CASE_1}_and_more)"),
                    f"Use cases: 1: {USE_CASE_1.replace('#', ' has no case ')}_and_more")

    def test_a_case_about_something_else_is_noticed(self):
        self.expect(self.bent(f"(../{PAUSED})", f"(../{USE_CASE_1})"),
                    "KubeadmControlPlane: conditions: Paused: "
                    f"{USE_CASE_1} expects nothing of it")

    def test_a_case_with_another_reason_is_noticed(self):
        self.expect(self.bent(f"(../{TTL_AT_15})", f"(../{EDIT_RESETS})"),
                    f"Karpenter rows: 6: {EDIT_RESETS} expects nothing of it")

    def test_a_rule_that_no_case_shows_is_noticed(self):
        self.expect(self.bent(f"[hive_deprovisioned](../{DEPROVISIONED})",
                              "[ClusterDeploymentAttempts.SucceedOnce](../src/catalog/"
                              "clusterdeployment/see_attempts_test.cc"
                              "#ClusterDeploymentAttempts.SucceedOnce)"),
                    "Hive: Provisioned: False/Deprovisioned: no case shows it to a user")

    def test_a_lost_sentence_is_missed(self):
        self.expect(self.without("| Degraded 21. "),
                    "Degraded document: several contributors: "
                    "Degraded 21. A heartbeat evaluates each contributor: not on the page")

    def test_a_sentence_in_other_words_is_noticed(self):
        section = "Degraded document: several contributors"
        self.expect(self.bent("Degraded 18. Reasons are joined", "Degraded 18. Reasons are cut"),
                    f"{section}: Degraded 18. Reasons are joined by commas: not on the page",
                    f"{section}: Degraded 18. Reasons are cut by commas: nobody asked for it")

    def test_a_case_of_another_row_of_node_healthy_is_noticed(self):
        self.expect(self.bent(f"[node_10_gone_while_deleting](../{NODE_10})",
                              f"[node_12_gone](../{NODE_12})"),
                    "NodeHealthy document: table: 10. Gone while the Machine is deleted: "
                    f"{NODE_12} expects nothing of it")

    def test_what_is_not_shown_needs_a_reason(self):
        self.expect(self.bent("| Progressing 111. Escalation to teams | about people |",
                              "| Progressing 111. Escalation to teams | |"),
                    "Not shown: Progressing 111. Escalation to teams: "
                    "needs a reason, and no link")

    def test_what_a_test_shows_is_not_hidden(self):
        moved = self.bent("| Progressing 111. Escalation to teams | about people |",
                          "| Progressing 111. Escalation to teams | "
                          f"[golden_10](../{GOLDEN_10}) |")
        self.expect(moved, "Not shown: Progressing 111. Escalation to teams: "
                           "needs a reason, and no link")

    def test_every_document_has_its_rows(self):
        numbers = {}
        for _, row, _ in coverage_rows.numbered():
            document, number = row.split(". ")[0].split(" ")
            numbers[document] = int(number)
        self.assertEqual(numbers, {"Progressing": 111, "Degraded": 29, "Status": 75, "Hive": 31,
                                   "NodeHealthy": 13})

    def test_a_row_without_a_test_is_noticed(self):
        self.expect(self.bent("| [usecase_1_rolling_upgrade]"
                              f"(../{USE_CASE_1}) |", "| soon |"),
                    "Use cases: 1: nothing shows it")


if __name__ == "__main__":
    unittest.main()
