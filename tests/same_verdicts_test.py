#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/same-verdicts can fail: what it must call a difference, and what it must not.

Usage: same_verdicts_test.py
"""

import collections
import copy
import importlib.machinery
import importlib.util
import json
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent / "tools" / "same-verdicts"
LOADER = importlib.machinery.SourceFileLoader("same_verdicts", str(TOOL))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("same_verdicts", LOADER))
LOADER.exec_module(tool)

CONDITION = {
    "type": "NodeHealthy", "act": "Set", "condition": {"status": "False", "reason": "Unhealthy"},
    "rows": [{"number": "7", "asked": "the Node is good", "answer": "no"},
             {"number": "8", "asked": "the Node exists and it is bad", "answer": "yes",
              "evidence": "Node web-0"}],
    "rowsTotal": 16}
EXPLANATION = {"kind": "Explanation", "object": {"name": "web-0", "verdict": "Stuck"},
               "conditions": [CONDITION]}


class Outputs(unittest.TestCase):
    def test_equal_bytes_are_no_difference(self):
        self.assertEqual(tool.in_output('{"wake":1}', '{"wake":1}'), [])

    def test_a_value_is_told_by_its_path(self):
        self.assertEqual(tool.in_output('{"items":[{"wake":1}]}', '{"items":[{"wake":2}]}'),
                         [(".items[0].wake", 1, 2)])

    def test_what_is_missing_or_too_much_differs(self):
        self.assertEqual(tool.in_output('{"a":[1,2]}', '{"a":[1]}'), [(".a[1]", 2, None)])
        self.assertEqual(tool.in_output("{}", '{"a":1}'), [(".a", None, 1)])

    def test_order_of_keys_type_and_spaces_differ(self):
        for old, new in (('{"a":1,"b":2}', '{"b":2,"a":1}'), ('{"a":1}', '{"a":true}'),
                         ('{"a":1}', '{"a": 1}')):
            self.assertTrue(tool.in_output(old, new), new)

    def test_text_is_told_by_its_line(self):
        self.assertEqual(tool.in_output("a\nb\n", "a\nc\n"), [("line 2", "b", "c")])
        self.assertEqual(tool.in_output("a\nb", "a"), [("line 2", "b", None)])


class Explanations(unittest.TestCase):
    def found(self, bend):
        new, added = copy.deepcopy(EXPLANATION), collections.Counter()
        bend(new, new["conditions"][0])
        pair = (json.dumps(EXPLANATION), json.dumps(new))
        return [path for path, _, _ in tool.in_explanation(*pair, added)], added

    def test_rows_above_and_their_number_are_free(self):
        def bend(_, condition):
            condition["rows"].pop(0)
            condition["rowsTotal"] = 12
        self.assertEqual(self.found(bend)[0], [])

    def test_guards_of_a_row_may_change_places(self):
        def bend(_, condition):
            condition["rows"][-1]["asked"] = "it is bad and the Node exists"
        self.assertEqual(self.found(bend)[0], [])

    def test_what_is_new_is_counted(self):
        def bend(new, condition):
            condition["verdictRow"] = "4"
            new["object"]["stuckBecause"] = "row 4"
        found, added = self.found(bend)
        self.assertEqual((found, sorted(added)), ([], ["object.stuckBecause", "verdictRow"]))

    def test_another_sentence_evidence_or_answer_differs(self):
        for key in ("asked", "evidence", "answer"):
            def bend(_, condition, key=key):
                condition["rows"][-1][key] = "something else"
            self.assertEqual(len(self.found(bend)[0]), 1, key)

    def test_node_healthy_keeps_its_numbers_and_others_need_not(self):
        def bend(_, condition):
            condition["rows"][-1]["number"] = "9"
        self.assertEqual(self.found(bend)[0], ["NodeHealthy row number"])
        one = CONDITION | {"type": "Ready"}
        other = copy.deepcopy(one)
        bend(None, other)
        self.assertEqual(list(tool.in_condition(one, other, collections.Counter())), [])

    def test_a_machine_set_may_ask_in_the_words_of_other_workers(self):
        one = {"type": "Deleted", "changesWhen": "an answer above changes",
               "rows": [{"number": "1", "asked": "the MachineSet is not being deleted"}]}
        other = {"type": "Deleted", "changesWhen": "this no longer holds: it is not set",
                 "rows": [{"number": "1", "asked": "it is not being deleted"}]}
        pair = (one, other, collections.Counter())
        self.assertEqual(list(tool.in_condition(*pair, "MachineSet")), [])
        self.assertEqual(len(list(tool.in_condition(*pair, "Machine"))), 2)
        other["rows"][0]["asked"] = "it is being deleted"
        self.assertEqual(len(list(tool.in_condition(*pair, "MachineSet"))), 1)

    def test_another_verdict_condition_or_type_differs(self):
        def verdict(new, _):
            new["object"]["verdict"] = "Working"

        def status(_, condition):
            condition["condition"]["status"] = "True"

        def missing(new, _):
            new["conditions"].clear()
        self.assertEqual(self.found(verdict)[0], ["object.verdict"])
        self.assertEqual(self.found(status)[0], ["NodeHealthy.condition.status"])
        self.assertEqual(self.found(missing)[0], ["conditions"])


class Choice(unittest.TestCase):
    def test_of_a_fleet_one_of_each_sort_is_asked_about(self):
        items = [{"kind": "Machine", "verdict": v, "name": n,
                  "conditions": [{"type": "Ready", "status": "True", "reason": "Ready"}]}
                 for n, v in (("a", "Healthy"), ("b", "Healthy"), ("c", "Working"))]
        self.assertEqual([i["name"] for i in tool.asked_about(items, 9)], ["a", "c"])
        self.assertEqual(len(tool.asked_about(items, 1)), 1)
        self.assertEqual(tool.asked_about(items, None), items)


if __name__ == "__main__":
    unittest.main()
