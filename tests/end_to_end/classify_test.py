#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale classify` in real processes and pipes: an answer per line, in order, for any bytes.

Usage: classify_test.py PATH_TO_TELLTALE CORPUS_FILE
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

TELLTALE = ""
CORPUS = ""
SECONDS_MAX = 60


def classify(*args, given=b""):
    return subprocess.run([TELLTALE, "classify", *args], input=given, capture_output=True,
                          timeout=SECONDS_MAX, check=False)


def answers(given, *args):
    result = classify("-o", "json", *args, given=given)
    return [json.loads(line) for line in result.stdout.splitlines()]


class Classify(unittest.TestCase):
    def test_answers_every_line_of_stdin_in_order(self):
        got = answers(b"VcpuLimitExceeded: no\n\nThrottling: Rate exceeded")
        self.assertEqual([one["class"] for one in got], ["CloudQuotaExceeded", "None", "Transient"])
        self.assertEqual([list(one) for one in got],
                         [["class", "pattern", "scrubbed", "guidance"]] * 3)

    def test_a_new_request_id_is_no_news(self):
        text = "UnauthorizedOperation: no. status code: 403, request id: {}\n"
        once, again = answers("".join(text.format(number * 32) for number in "12").encode())
        self.assertEqual(once, again)

    def test_bytes_that_are_no_text_are_answered_in_json(self):
        self.assertEqual(len(answers(bytes(range(11, 256)))), 1)

    def test_knows_the_names_of_platforms(self):
        result = classify("--platform", "Amazon")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"AWS, Azure, GCP, OpenStack, KubeVirt, vSphere", result.stderr)

    def test_shows_a_table_and_what_to_do(self):
        result = classify("--platform", "azure", given=b"SkuNotAvailable\nhello\n")
        self.assertEqual(result.returncode, 0)
        self.assertIn("✗ InsufficientCloudCapacity", result.stdout.decode())
        self.assertIn("use another zone or VM size", result.stdout.decode())

    def test_agrees_with_the_labels_of_the_sample(self):
        rows = [line.split("\t") for line in
                Path(CORPUS).read_text(encoding="utf-8").splitlines()[1:]]
        got = answers("\n".join(row[3] for row in rows).encode())
        self.assertEqual(len(got), len(rows))
        right = sum(one["class"] == row[2] for one, row in zip(got, rows))
        self.assertGreaterEqual(right / len(rows), 0.97)


if __name__ == "__main__":
    TELLTALE, CORPUS = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
