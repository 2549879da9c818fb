# SPDX-License-Identifier: Apache-2.0
"""Each house rule is shown to fail: a small house in order, and one thing bent in it per test."""

import importlib.machinery
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
TOP = Path(__file__).resolve().parent.parent


def load_tidy():
    loader = importlib.machinery.SourceFileLoader("tidy", str(TOP / "tools" / "tidy"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", loader))
    loader.exec_module(module)
    return module


tidy = load_tidy()
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"

CALM = {
    "src/CMakeLists.txt": "telltale_room(base LIBRARIES fmt::fmt)\n"
                          "telltale_room(json DEPENDS base)\n"
                          "telltale_room(kube DEPENDS json TEST_DEPENDS dump)\n"
                          "telltale_room(dump DEPENDS json)\n",
    "src/base/README.md": "# base\n",
    "src/json/README.md": "# json\n",
    "src/kube/README.md": "# kube, above [json](../json/README.md)\n",
    "src/dump/README.md": "# dump\n",
    "src/base/text.h": SPDX + "#pragma once\n",
    "src/base/clock.cc": SPDX + "auto now = std::chrono::system_clock::now();\n",
    "src/base/rng.cc": SPDX + "std::random_device device;\n",
    "src/json/value.h": SPDX + "#pragma once\n#include <boost/json/value.hpp>\n",
    "src/json/tree/tree.cc": SPDX + '#include <simdjson.h>\n#include "base/text.h"\n',
    "src/kube/object.h": SPDX + '#pragma once\n#include "base/text.h"\n#include "json/value.h"\n',
    "src/kube/object_test.cc": SPDX + '#include <gtest/gtest.h>\n#include "dump/read.h"\n',
    "src/dump/read.h": SPDX + "#pragma once\n",
    "README.md": "[rooms](src/base/README.md#top) [web](https://example.com) [here](#top)\n",
    "tools/check": "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n",
}


def findings(bent):
    with tempfile.TemporaryDirectory() as top:
        for path, text in {**CALM, **bent}.items():
            if text is not None:
                file = Path(top, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
        return list(tidy.findings(top))


class TidyTest(unittest.TestCase):
    def expect(self, path, text, *expected):
        """One file bent: exactly these findings, each known by how it begins."""
        self.expect_all({path: text}, *expected)

    def expect_all(self, bent, *expected):
        found = findings(bent)
        self.assertEqual(len(found), len(expected), found)
        for line, start in zip(found, expected):
            self.assertTrue(line.startswith(start), f"{line!r} does not begin with {start!r}")

    def test_a_house_in_order_has_no_findings(self):
        self.assertEqual(findings({}), [])

    def test_an_include_may_not_point_up(self):
        self.expect("src/json/up.cc", SPDX + '#include "kube/object.h"\n',
                    'src/json/up.cc:2: arrows: json may not include "kube/object.h"; '
                    "it stands on base")

    def test_a_name_in_an_unnamed_namespace_is_unique_in_its_folder(self):
        def file(name):
            return (f"{SPDX}namespace telltale {{\nnamespace {{\n\nusing std::string;\n"
                    f"string {name}() {{\n  return {{}};\n}}\n\n}}  // namespace\n"
                    "void open() {}\n}  // namespace telltale\n")
        apart = {"src/json/a.cc": file("mine"), "src/json/b.cc": file("other"),
                 "src/json/a_test.cc": file("mine"), "src/base/c.cc": file("mine")}
        self.expect_all(apart)
        together = {"src/json/a.cc": file("mine"), "src/json/b.cc": file("mine")}
        self.expect_all(together, "src/json/b.cc:6: batch: ")

    def test_a_source_includes_its_own_header_first(self):
        self.expect("src/base/text.cc", SPDX + '#include <string>\n#include "base/text.h"\n',
                    'src/base/text.cc:2: first: "base/text.h" is to be included first')

    def test_an_include_may_not_point_sideways(self):
        self.expect("src/dump/side.cc", SPDX + '\n#include "kube/object.h"\n',
                    "src/dump/side.cc:3: arrows:")

    def test_only_tests_may_include_what_tests_stand_on(self):
        self.expect("src/kube/side.cc", SPDX + '#include "dump/read.h"\n',
                    "src/kube/side.cc:2: arrows:")

    def test_an_include_is_a_path_from_src(self):
        self.expect("src/kube/near.cc", SPDX + '#include "object.h"\n',
                    'src/kube/near.cc:2: arrows: "object.h" is no path from src/')

    def test_a_room_stands_on_rooms_declared_above_it(self):
        plan = CALM["src/CMakeLists.txt"].replace("json DEPENDS base", "json DEPENDS base dump")
        self.expect("src/CMakeLists.txt", plan, "src/CMakeLists.txt:2: rooms: json stands on dump")

    def test_a_folder_of_src_is_a_room(self):
        self.expect("src/attic/box.h", SPDX + "#pragma once\n", "src/attic:1: rooms:")

    def test_there_are_not_too_many_rooms(self):
        names = [f"room{number}" for number in range(25)]
        bent = {f"src/{name}/README.md": "# a room\n" for name in names}
        bent["src/CMakeLists.txt"] = CALM["src/CMakeLists.txt"] + "".join(
            f"telltale_room({name})\n" for name in names)
        self.expect_all(bent, "src/CMakeLists.txt:1: rooms: 29 rooms; the limit is 24")

    def test_a_heavy_header_stays_in_its_room(self):
        for header in ("simdjson.h", "yaml.h", "archive.h", "archive_entry.h", "CLI/CLI.hpp"):
            self.expect("src/kube/heavy.cc", SPDX + f"#include <{header}>\n",
                        f"src/kube/heavy.cc:2: heavy: <{header}>")

    def test_a_heavy_header_stays_out_of_headers(self):
        self.expect("src/json/heavy.h", SPDX + "#pragma once\n#include <simdjson.h>\n",
                    "src/json/heavy.h:3: heavy:")

    def test_boost_json_is_seen_through_its_one_window(self):
        self.expect("src/json/other.h", SPDX + "#pragma once\n#include <boost/json.hpp>\n",
                    "src/json/other.h:3: heavy:")

    def test_a_file_is_not_too_long(self):
        self.expect("src/base/long.cc", SPDX + "\n" * 700,
                    "src/base/long.cc:701: sizes: 701 lines; the limit is 700")

    def test_a_line_is_not_too_wide(self):
        self.expect("src/base/wide.cc", SPDX + "//" + "x" * 99 + "\n",
                    "src/base/wide.cc:2: sizes: 101 columns")
        self.expect("src/base/wide.cc", SPDX + "//" + "é" * 98 + "\n")

    def test_a_room_has_a_readme(self):
        self.expect("src/dump/README.md", None, "src/dump/README.md:1: readme: missing")

    def test_a_readme_is_short(self):
        self.expect("src/dump/README.md", "line\n" * 61, "src/dump/README.md:61: readme: 61 lines")

    def test_a_source_names_its_licence_first(self):
        self.expect("src/base/free.cc", "\n" + SPDX, "src/base/free.cc:1: licence:")
        self.expect("tools/check", "#!/bin/sh\n", "tools/check:2: licence:")

    def test_a_header_is_guarded_before_anything_else(self):
        self.expect("src/base/bare.h", SPDX + "#include <string>\n#pragma once\n",
                    "src/base/bare.h:1: headers:")

    def test_a_header_opens_no_namespace_for_others(self):
        self.expect("src/base/open.h", SPDX + "#pragma once\nusing namespace std;\n",
                    "src/base/open.h:3: headers:")
        self.expect("src/base/open.cc", SPDX + "using namespace std;\n")

    def test_nothing_is_left_for_later(self):
        for word in ("TO" + "DO", "FIX" + "ME"):
            self.expect("src/base/later.cc", SPDX + f"// {word} tomorrow\n",
                        f"src/base/later.cc:2: unfinished: {word}")

    def test_there_are_no_drawers(self):
        for path in ("src/base/util/odd.h", "src/base/helpers.h"):
            self.expect(path, SPDX + "#pragma once\n", f"{path}:1: drawers:")

    def test_the_wall_clock_is_read_in_one_file(self):
        for call in ("std::chrono::system_clock::now()", "std::chrono::steady_clock::now()",
                     "std::time(nullptr)", "gettimeofday(&tv, nullptr)"):
            self.expect("src/kube/late.cc", SPDX + f"auto now = {call};\n",
                        "src/kube/late.cc:2: doors: the wall clock")

    def test_randomness_is_drawn_in_one_file(self):
        for call in ("std::random_device{}()", "rand()", "std::mt19937 twister"):
            self.expect("src/kube/odds.cc", SPDX + f"auto drawn = {call};\n",
                        "src/kube/odds.cc:2: doors: randomness")

    def test_words_in_comments_and_strings_are_no_calls(self):
        self.expect("src/kube/calm.cc", SPDX + 'auto x = "rand()";  // not system_clock::now()\n')

    def test_a_test_does_not_sleep(self):
        self.expect("src/kube/object_test.cc", SPDX + "std::this_thread::sleep_for(1s);\n",
                    "src/kube/object_test.cc:2: doors: a test does not sleep")

    def test_a_test_is_named_as_one(self):
        self.expect("src/kube/object_tests.cc", SPDX + "#include <gtest/gtest.h>\n",
                    "src/kube/object_tests.cc:1: tests: a file with tests")

    def test_a_test_stands_beside_its_subject(self):
        self.expect("src/kube/orphan_test.cc", SPDX, "src/kube/orphan_test.cc:1: tests:")
        self.expect("src/kube/object_more_test.cc", SPDX)

    def test_a_property_is_not_dropped(self):
        self.expect("src/kube/object_test.cc", SPDX + "  rc::check([] {});\n",
                    "src/kube/object_test.cc:2: tests: rc::check")
        self.expect("src/kube/object_test.cc", SPDX + "  EXPECT_TRUE(rc::check([] {}));\n")

    def test_a_link_leads_somewhere(self):
        self.expect("README.md", "see [it](docs/gone.md#part)\n",
                    "README.md:1: links: docs/gone.md#part leads nowhere")

    def test_no_file_knows_one_machine(self):
        for folder in ("work", "root", "farm", "home"):
            self.expect("docs/note.md", f"look at /{folder}/somebody\n", "docs/note.md:1: machine:")
        self.expect("docs/note.md", "https://example.com/home and src/work/x and /homes\n")

    def test_a_kind_is_spelled_in_its_folder_only(self):
        record = SPDX + 'const Kind anvil_kind{\n    .group = "g",\n    .kind = "Anvil",\n};\n'
        spelled = SPDX + 'bool is = kind == "Anvil";  // "Anvil"\n'
        house = {"src/catalog/anvil/kind.cc": record, "src/catalog/README.md": "# catalog\n",
                 "src/CMakeLists.txt": CALM["src/CMakeLists.txt"] + "telltale_room(catalog)\n",
                 "src/catalog/anvil/seen.cc": spelled, "src/fleet/anvil.cc": None}
        self.expect_all(house)
        self.expect_all({**house, "src/kube/anvil.cc": spelled}, "src/kube/anvil.cc:2: kinds:")
        other = SPDX + 'auto text = "Anvils"; // "Anvil"\n'
        self.expect_all({**house, "src/kube/anvil.cc": other})
        self.expect_all({**house, "src/kube/object_test.cc": spelled})

    def test_an_excused_file_may_break_its_rule(self):
        tidy.EXCUSED[("src/base/long.cc", "sizes")] = "a table of the Unicode consortium"
        self.addCleanup(tidy.EXCUSED.clear)
        self.expect("src/base/long.cc", SPDX + "\n" * 700)

    def test_what_is_built_is_not_read(self):
        self.expect("build/debug/note.cc", "TO" + "DO")


if __name__ == "__main__":
    unittest.main()
