#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of cases: what it composes, that it finds a wrong expectation, and what it says about
a file that cannot be read.

Usage: run_test.py PATH_TO_TELLTALE
"""

import contextlib
import io
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import case_files  # noqa: E402 pylint: disable=wrong-import-position
import run  # noqa: E402 pylint: disable=wrong-import-position

TELLTALE = ""

WORLD = """
# A paused Cluster and its Machine; there may be another Machine.
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {namespace: default, name: c1}
spec: {paused: true}
status: {conditions: []}
---
part: m1
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata: {namespace: default, name: m1, labels: {cluster.x-k8s.io/cluster-name: c1}}
spec: {clusterName: c1, providerID: docker:////m1}
status:
  conditions:
  - {type: Ready, status: "True", reason: Ready, lastTransitionTime: 2026-01-01T08:00:00Z}
---
part: m1
apiVersion: v1
kind: Node
metadata: {name: n-m1}
spec: {taints: [{key: a, effect: NoSchedule}]}
---
optional: true
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata: {namespace: default, name: m2}
spec: {clusterName: c1}
"""

HEAD = """\
world: small
now: 2026-01-01T12:00:00Z
cases:
"""

CASE = """\
- name: first
  about: The Cluster is paused.
  expect: |
    Machine m1 Paused=True
"""


class RunnerTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "worlds").mkdir()
        (self.folder / "worlds" / "small.yaml").write_text(WORLD, encoding="utf-8")
        self.path = self.folder / "kinds" / "small.yaml"
        self.path.parent.mkdir()

    def read(self, text):
        self.path.write_text(text, encoding="utf-8")
        return case_files.read_cases(self.path)

    def documents(self, changes):
        """The objects of a case with these lines, {kind and name: object}."""
        case = self.read(HEAD + CASE + textwrap.indent(textwrap.dedent(changes), "  "))[0]
        self.assertIsInstance(case, case_files.Case, str(case))
        return {f"{d['kind']} {d['metadata']['name']}": d for d in case.documents}

    def told(self, text, *expected):
        """What is wrong with a file, each with its line."""
        mistakes = [str(m) for m in self.read(text) if isinstance(m, case_files.Mistake)]
        self.assertEqual(mistakes, [f"{self.path}:{line}" for line in expected])

    def told_of_change(self, change, expected):
        self.told(HEAD + CASE + textwrap.indent(textwrap.dedent(change), "  "), expected)

    def run_all(self, text, name=""):
        self.path.write_text(text, encoding="utf-8")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = run.main([TELLTALE, f"{self.path}{name}"])
        return code, out.getvalue()

    # Composing.

    def test_a_case_gets_the_world_without_its_optional_objects(self):
        self.assertEqual(list(self.documents("")), ["Cluster c1", "Machine m1", "Node n-m1"])

    def test_what_is_optional_is_added_at_its_place_and_what_is_new_at_the_end(self):
        names = list(self.documents("""\
            add:
            - Machine m2
            - {kind: Secret, metadata: {name: s}}
            """))
        self.assertEqual(names, ["Cluster c1", "Machine m1", "Node n-m1", "Machine m2", "Secret s"])

    def test_an_added_object_takes_the_place_of_one_of_its_name(self):
        have = self.documents("add: {kind: Machine, metadata: {namespace: default, name: m1}}\n")
        self.assertEqual(list(have), ["Cluster c1", "Machine m1", "Node n-m1"])
        self.assertNotIn("spec", have["Machine m1"])

    def test_a_part_is_removed_as_a_whole(self):
        case = self.read(HEAD + CASE.replace("Machine m1 Paused", "Cluster c1 Paused")
                         + "  remove: m1\n")[0]
        self.assertEqual([d["kind"] for d in case.documents], ["Cluster"])

    def test_values_are_set_and_removed_by_their_paths(self):
        machine = self.documents("""\
            remove: Machine m1 spec.providerID
            set:
              Machine m1 spec.replicas: 3
              Machine m1 metadata.labels[cluster.x-k8s.io/cluster-name]: c2
              Machine m1 status.conditions[Ready].status: "False"
              Machine m1 status.conditions[Available]: {status: Unknown}
              Node n-m1 spec.taints[0].effect: NoExecute
            """)["Machine m1"]
        self.assertEqual(machine["spec"], {"clusterName": "c1", "replicas": 3})
        self.assertEqual(machine["metadata"]["labels"], {"cluster.x-k8s.io/cluster-name": "c2"})
        self.assertEqual([(c["type"], c["status"]) for c in machine["status"]["conditions"]],
                         [("Ready", "False"), ("Available", "Unknown")])

    def test_a_copy_has_its_name_everywhere(self):
        have = self.documents("copy: {m1: [m7, m8]}\n")
        self.assertEqual(list(have), ["Cluster c1", "Machine m1", "Node n-m1", "Machine m7",
                                      "Node n-m7", "Machine m8", "Node n-m8"])
        self.assertEqual(have["Machine m8"]["spec"]["providerID"], "docker:////m8")

    def test_objects_change_places(self):
        have = self.documents("order: [Node n-m1, Cluster c1]\n")
        self.assertEqual(list(have), ["Node n-m1", "Machine m1", "Cluster c1"])

    def test_what_one_case_changes_the_next_does_not_see(self):
        cases = self.read("set: {Machine m1 spec.version: v1}\n" + HEAD + CASE
                          + "  set: {Machine m1 spec.version: v2}\n"
                          + CASE.replace("first", "second"))
        self.assertEqual([case.documents[1]["spec"]["version"] for case in cases], ["v2", "v1"])

    def test_a_case_with_a_world_of_its_own_starts_from_that(self):
        cases = self.read("set: {Machine m1 spec.version: v1}\n" + HEAD + CASE + "  world: small\n")
        self.assertNotIn("version", cases[0].documents[1]["spec"])

    def test_an_expectation_goes_on_in_lines_that_begin_with_blanks(self):
        case = self.read(HEAD + CASE + '      "a long\n      text"\n    exit=0\n')[0]
        self.assertEqual(case.expects, [(7, 'Machine default/m1 Paused=True "a long text"'),
                                        (10, "exit=0")])

    # Judging.

    def test_what_holds_passes(self):
        code, out = self.run_all(HEAD + CASE)
        self.assertEqual((code, out), (0, "1 passed, 0 failed\n"))

    def test_a_wrong_expectation_fails_in_its_line(self):
        code, out = self.run_all(HEAD + CASE.replace("=True", "=False") + "    items=2\n")
        self.assertEqual(code, 1)
        wanted = f"{self.path}:7: first: Machine default/m1 Paused=False\n      have True/"
        self.assertIn(wanted, out)
        self.assertIn("0 passed, 1 failed", out)

    def test_a_mistake_fails_and_the_other_cases_run(self):
        code, out = self.run_all(HEAD + CASE + "- name: second\n")
        self.assertEqual(code, 1)
        self.assertIn("1 passed, 1 failed", out)

    def test_one_case_is_run_by_its_name(self):
        code, out = self.run_all(HEAD + CASE + CASE.replace("first", "second"), "#second")
        self.assertEqual((code, out), (0, "1 passed, 0 failed\n"))
        code, out = self.run_all(HEAD + CASE, "#third")
        self.assertEqual(code, 1)
        self.assertIn("there is no case third", out)

    def test_nothing_to_run_is_no_success(self):
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(run.main([TELLTALE, str(self.folder / "kinds")]), 1)

    # Mistakes.

    def test_an_unknown_key(self):
        self.told(HEAD + CASE.replace("expect", "expects"),
                  "6: a case has no key expects: did you mean expect?")
        self.told("worlds: small\n" + HEAD + CASE,
                  "1: a file of cases has no key worlds: did you mean world?")

    def test_a_world_that_is_not_there(self):
        self.told(HEAD.replace("small", "smal") + CASE,
                  "1: there is no worlds/smal.yaml in the folder of this file or above it")

    def test_a_path_that_finds_nothing(self):
        self.told_of_change("set:\n  Machine m1 status.conditons[Ready].status: x\n",
                            "9: first: Machine m1 has no status.conditons")
        self.told_of_change("remove: Machine m1 status.conditions[Redy]\n",
                            "8: first: Machine m1 has no status.conditions[Redy]")
        self.told_of_change("set:\n  Node n-m1 spec.taints[1]: {key: b}\n",
                            "9: first: Node n-m1 has no spec.taints[1]")
        self.told_of_change("set: {Machine m1 spec.clusterName.x: 1}\n",
                            "8: first: Machine m1 can have no spec.clusterName.x: "
                            "what is there has no such parts")

    def test_an_object_that_is_not_there(self):
        self.told_of_change("set:\n  Machine m2 spec.version: v1\n",
                            "9: first: the world of this case has no Machine m2, but Machine m1")
        self.told_of_change("remove: Pod p\n",
                            "8: first: the world of this case has no Pod p and no other Pod")
        self.told_of_change("add: Node n2\n", "8: first: small, among its optional objects, has no "
                                              "Node n2 and no other Node")
        self.told(HEAD + CASE + "    Machine m7 Ready=True\n",
                  "8: first: the world of this case has no Machine m7, but Machine m1")

    def test_a_name_that_two_objects_have(self):
        twin = "add: {kind: Machine, metadata: {namespace: other, name: m1}}\n"
        self.told_of_change(twin, "7: first: Machine m1 is there 2 times: "
                                  "say Machine default/m1 or Machine other/m1")

    def test_a_case_that_expects_nothing(self):
        self.told(HEAD + "- {name: first, about: Nothing.}\n",
                  "4: first: a case needs something to expect")

    def test_two_cases_of_one_name(self):
        self.told(HEAD + CASE + CASE, "8: first: two cases of this file have this name")

    def test_a_case_without_name_sentence_or_time(self):
        self.told(HEAD + "- {about: Nothing.}\n",
                  "4: a case has a name: letters, digits, _ and -")
        self.told(HEAD + CASE.replace("  about: The Cluster is paused.\n", ""),
                  "4: first: a case says in a sentence what it shows: about")
        self.told("world: small\ncases:\n" + CASE,
                  "3: first: a case needs the time: now, here or in its file")

    def test_an_option_with_a_wrong_value(self):
        self.told_of_change("complete: sure\n",
                            "8: first: complete is sure; wanted: true or false")

    def test_a_key_that_stands_twice(self):
        self.told(HEAD + CASE + "  about: Again.\n", "8: about stands here twice")

    def test_a_file_that_is_no_yaml(self):
        self.told("cases: [\n", "2: this is no YAML: did not find expected node content")
        self.told(HEAD + CASE + "  ? [set]\n  : x\n", "8: a key is a text")

    def test_a_file_that_is_not_there(self):
        gone = self.folder / "gone.yaml"
        self.assertEqual([str(m) for m in case_files.read_cases(gone)],
                         [f"{gone}:1: this cannot be read: No such file or directory"])

    def test_an_expectation_without_anything_to_expect(self):
        self.told(HEAD + CASE + "    Machine m1\n",
                  "8: first: `Machine m1` expects nothing; docs/writing-cases.md lists the forms")

    def test_a_mistake_in_a_world(self):
        world = self.folder / "worlds" / "broken.yaml"
        world.write_text("kind: Node\n", encoding="utf-8")
        mistake = self.read(HEAD.replace("small", "broken") + CASE)[0]
        self.assertEqual(str(mistake), f"{world}:1: an object has a kind and a metadata.name")


if __name__ == "__main__":
    TELLTALE = sys.argv.pop()
    unittest.main()
