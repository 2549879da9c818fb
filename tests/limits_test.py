#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The limits that docs/threat-model.md names are those of the code."""

import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = re.compile(r"^\| ([^|]+) \| ([\d,]+)( \w+)? \| `(src/[\w/.]+)` `(\w+)` \|$", re.MULTILINE)
UNITS = {"": 1, " KiB": 1 << 10, " MiB": 1 << 20, " GiB": 1 << 30, " s": 1}
WORDS = {"kibibyte": "(1 << 10)", "mebibyte": "(1 << 20)", "gibibyte": "(1 << 30)"}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def value_in(code, name):
    """What a constant or the default of a member is, in bytes, pieces or seconds; None without."""
    found = re.search(rf"(?P<type>[\w:]+) {name}(?: = |\{{)(?P<value>[^;]*?)\}}?;", code)
    if not found:
        return None
    value = found["value"].replace("'", "")
    value = re.sub(r"std::u?int\w+_t\{(\d+)\}|std::size_t\{(\d+)\}",
                   lambda one: one[1] or one[2], value)
    for word, number in WORDS.items():
        value = value.replace(word, number)
    if not re.fullmatch(r"[\d\s<*()]+", value):
        return None
    number = eval(value, {"__builtins__": {}})  # nothing but digits and operators
    return number / 1000 if found["type"].endswith("milliseconds") else number


class Limits(unittest.TestCase):
    def test_the_page_says_what_the_code_says(self):
        page = read("docs/threat-model.md")
        rows = ROW.findall(page)
        self.assertGreater(len(rows), 20)
        lines = re.findall(r"^\| .*`src/.*$", page, re.MULTILINE)
        self.assertEqual(len(rows), len(lines), "a row that cannot be read")
        for what, number, unit, path, name in rows:
            with self.subTest(what):
                said = int(number.replace(",", "")) * UNITS[unit]
                self.assertEqual(value_in(read(path), name), said, f"{path} {name}")

    def test_values_are_found_in_every_way_they_are_written(self):
        for code, value in (("constexpr std::size_t a = 4096;", 4096),
                            ("std::size_t a = std::size_t{3} << 20;  // more", 3 << 20),
                            ("std::chrono::milliseconds a{30'000};", 30),
                            ("std::uint64_t a = 4 * gibibyte;", 4 << 30),
                            ("std::uint64_t a = std::uint64_t{100} << 20;", 100 << 20),
                            ("std::size_t b = 1;", None), ("int a = other;", None)):
            self.assertEqual(value_in(code, "a"), value, code)

    def test_what_the_page_points_at_is_there(self):
        page = read("docs/threat-model.md")
        rooms = "server|access|http|store|remote|client|dump|base"
        for path in re.findall(rf"`((?:{rooms})/\w[\w/]*\.\w+)`", page):
            places = (f"src/{path}", f"src/server/{path}")
            self.assertTrue(any(os.path.exists(os.path.join(ROOT, one)) for one in places), path)
        for path in re.findall(r"`(end_to_end/\w+\.py)`", page):
            self.assertTrue(os.path.exists(os.path.join(ROOT, "tests", path)), path)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
