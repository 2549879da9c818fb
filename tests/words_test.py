#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plain English where people read: no word of tests/words.txt stands in a string of the program or
on a page for users.

Usage: words_test.py [--list]   (--list prints what is found, and is no test)
"""

import re
import sys
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
LIST = TOP / "tests" / "words.txt"
PAGES = ("README.md", "SECURITY.md", "docs/*.md", "docs/help/*.md", "docs/runbooks/*.md",
         "docs/tables/*.md", "deploy/*.md", "examples/*.md")
# What is no screen and no page for users, and why.
LEFT_OUT = {
    "docs/coverage.md": "quotes the specification, row by row",
    "docs/progress.md": "a record for those who change the code",
    "docs/writing-cases.md": "for those who change the code",
    "docs/adding-a-kind.md": "for those who change the code",
    "docs/adding-a-command.md": "for those who change the code",
    "docs/life-of-a-condition.md": "for those who change the code",
}
# (file, words around it): why they must stay as they are.
KEPT = {
    ("src/http/session.cc", "anybody"): "the key of clients without a name; no one reads it",
}

TOKEN = re.compile(r'R"(\w*)\((.*?)\)\1"|"((?:\\.|[^"\\\n])*)"|//[^\n]*|\'(?:\\.|[^\'\\])\'', re.S)
FOR_TESTS = re.compile(r"_test\.cc$|_for_test\.|_fuzz\.cc$|^test_world\.h$")
CODE_BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)


def read_list(text):
    """[(pattern, what to write instead)]"""
    words = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pattern, instead = re.split(r"\s{2,}", line.strip(), maxsplit=1)
        words.append((re.compile(rf"\b(?:{pattern})\b", re.I), instead))
    return words


def literals(code):
    """(line, text) of each string literal; neighbours without anything between them are one."""
    line, text, end = 0, None, 0
    for match in TOKEN.finditer(code):
        if match[0][0] in "/'":
            continue
        piece = match[2] if match[2] is not None else match[3]
        if text is not None and not code[end:match.start()].strip():
            text += piece
        else:
            if text is not None:
                yield line, text
            line, text = code.count("\n", 0, match.start()) + 1, piece
        end = match.end()
    if text is not None:
        yield line, text


def paragraphs(page):
    """(line, text) of each paragraph: a sentence may go over a line's end. Output of programs that
    stands on the page is the program's."""
    page = CODE_BLOCK.sub(lambda match: "\n" * match[0].count("\n"), page)
    line = 1
    for block in re.split(r"(\n\s*\n)", page):
        if block.strip():
            yield line, re.sub(r"\s*\n\s*", " ", block)
        line += block.count("\n")


def findings(words, pieces):
    for line, text in pieces:
        for pattern, instead in words:
            for match in pattern.finditer(text):
                around = " ".join(text[max(0, match.start() - 40):match.end() + 40].split())
                yield line, match[0], instead, around


def sources():
    for path in sorted((TOP / "src").rglob("*")):
        if path.suffix in (".cc", ".h") and not FOR_TESTS.search(path.name):
            yield path, literals(path.read_text(encoding="utf-8"))


def pages():
    for pattern in PAGES:
        for path in sorted(TOP.glob(pattern)):
            if str(path.relative_to(TOP)) not in LEFT_OUT:
                yield path, paragraphs(path.read_text(encoding="utf-8"))


def is_kept(name, around):
    return any(name == file and words in around for file, words in KEPT)


def all_findings():
    words = read_list(LIST.read_text(encoding="utf-8"))
    for path, pieces in (*sources(), *pages()):
        name = str(path.relative_to(TOP))
        for line, word, instead, around in findings(words, pieces):
            if not is_kept(name, around):
                yield f"{name}:{line}: \"{word}\" (instead: {instead}): ...{around}..."


class Words(unittest.TestCase):
    def test_are_plain_where_people_read(self):
        found = list(all_findings())
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_leave_out_only_what_there_is(self):
        for name in [*LEFT_OUT, *(file for file, _ in KEPT)]:
            self.assertTrue((TOP / name).exists(), name)


class Checker(unittest.TestCase):
    def found(self, code):
        words = read_list(LIST.read_text(encoding="utf-8"))
        return [word for _, word, _, _ in findings(words, literals(code))]

    def test_finds_words_in_strings_and_not_elsewhere(self):
        self.assertEqual(self.found('f("Mend the NodeClass"); // nobody is told'), ["Mend"])
        self.assertEqual(self.found('g(R"(it tells)", \'"\', "telltale", "Told")'),
                         ["tells", "Told"])
        self.assertEqual(self.found("int nobody;"), [])

    def test_finds_words_across_the_pieces_of_a_string(self):
        self.assertEqual(self.found('f("x is "\n  "no URL")'), ["is no "])
        self.assertEqual(self.found('f("x is", "no URL")'), [])

    def test_knows_good_english(self):
        self.assertEqual(self.found('f("there is no Node, and it is no longer paused")'), [])
        self.assertEqual(self.found('f("mending", "amendment", "foretell")'), ["mending"])

    def test_finds_words_on_pages_but_not_in_what_programs_print(self):
        words = read_list(LIST.read_text(encoding="utf-8"))
        page = "# A page\n\nIt is on the\nspot.\n\n```\n$ telltale why\nnobody\n```\nand told\n"
        found = [(line, word) for line, word, _, _ in findings(words, paragraphs(page))]
        self.assertEqual(found, [(3, "on the spot"), (10, "told")])


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(all_findings()))
    else:
        unittest.main()
