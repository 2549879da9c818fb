#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges the worlds of cases and compares each Report with what its case expects.

Usage: run.py PATH_TO_TELLTALE PATH...    a folder, a file of cases, or FILE#NAME, one of its cases
       run.py --print FILE#NAME           the objects of a case, as telltale gets them

docs/writing-cases.md tells how cases are written.
"""

import functools
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
import case_files  # noqa: E402 pylint: disable=wrong-import-position

SECONDS_MAX = 60
CONDITION = re.compile(
    r"(?!verdict=)([A-Za-z0-9./-]+)=(True|False|Unknown)(?:/([\w,:]+))?(?: (!?~|)(\".*\"))?$")
TEXT = re.compile(r'(~?)(".*")$')
FIELDS = {"since": "lastTransitionTime", "severity": "severity", "generation": "observedGeneration"}


def telltale(program, options, path, *words):
    command = [program, *words, "-f", str(path), "--now", options["now"]]
    if "dialect" in options:
        command += ["--dialect", options["dialect"]]
    if options.get("complete"):
        command.append("--complete")
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX, check=False)


def judge(program, options, path):
    return telltale(program, options, path, "check", "-o", "json")


def same(wanted, how, actual):
    """`"text"` is equality, `~"text"` containment, `!~"text"` its absence; the text is JSON."""
    text = json.loads(wanted)
    if how == "!~":
        return text not in actual
    return text in actual if how else text == actual


def condition_of(item, kind):
    return next((c for c in item["conditions"] if c["type"] == kind), None)


def check_condition(item, found):
    have = condition_of(item, found[1])
    if have is None:
        return "the condition is not there"
    fits = have["status"] == found[2] and found[3] in (None, have["reason"])
    if fits and (found[5] is None or same(found[5], found[4], have["message"])):
        return None
    return "have {}/{} {}".format(have["status"], have["reason"], json.dumps(have["message"]))


def check_word(item, word):
    """One `name=value` about an item: verdict, wake, attention, runbook, order, a condition's time,
    severity, generation, size or absence."""
    name, _, value = word.partition("=")
    # What does not need a human has a cause, too, and asks nothing of anybody.
    attention = item["attention"] if item["verdict"] == "Stuck" else {}
    if name.endswith(".bytes"):
        said = condition_of(item, name.removesuffix(".bytes"))
        actual = str(len(said["message"].encode())) if said else "no such condition"
        return None if actual == value else f"have {name}={actual}"
    about, _, field = name.rpartition(".")
    if field in FIELDS:
        said = condition_of(item, about)
        actual = str(said.get(FIELDS[field]) or "none") if said else "no such condition"
        return None if actual == value else f"have {name}={actual}"
    if value == "absent" and name != "wake":
        return None if condition_of(item, name) is None else "the condition is there"
    have = {"verdict": item["verdict"], "wake": item.get("wake", "none"),
            "attention": "{condition}/{reason}".format(**attention) if attention else "none",
            "runbook": attention.get("runbook", "none").removeprefix("telltale runbook "),
            "order": ",".join(c["type"] for c in item["conditions"])}
    actual = have.get(name, "nothing of that name")
    return None if actual == value else f"have {name}={actual}"


def counter_of(item, path):
    """`replicas`, or `workers.replicas` where the counters nest."""
    have = item.get("counters") or {}
    for name in path.split("."):
        have = have.get(name) if isinstance(have, dict) else None
    return "nil" if have is None else str(have)


def check_counters(item, words):
    for word in words:
        name, _, value = word.partition("=")
        actual = counter_of(item, name)
        if actual != value:
            return f"have {name}={actual}"
    return None


def check_item(report, expect):
    kind, name, rest = expect.split(" ", 2)
    namespace, _, plain = name.partition("/")
    keys = {"kind": kind, "namespace": namespace, "name": plain}
    items = [i for i in report["items"] if all(i.get(k, "") == v for k, v in keys.items())]
    if len(items) != 1:
        return f"{len(items)} such items"
    if rest.startswith("counters "):
        return check_counters(items[0], rest.split()[1:])
    found = CONDITION.match(rest)
    if found:
        return check_condition(items[0], found)
    if rest.startswith("because "):
        because = (items[0].get("attention") or {}).get("because")
        return None if because == json.loads(rest.split(" ", 1)[1]) else f"have because {because}"
    return next((bad for bad in (check_word(items[0], w) for w in rest.split()) if bad), None)


def check_why(ask, expect):
    """`why TYPE/NAME CONDITION ~"text"`: the text is in the answer."""
    _, name, condition, text = expect.split(" ", 3)
    done = ask("why", name, condition)
    found = TEXT.match(text)
    return None if found and same(found[2], found[1], done.stdout) else f"have {done.stdout}"


def check_says(ask, expect):
    """`says LINES WORDS... ~"text"`: the text is among the first lines of `telltale WORDS`."""
    head, _, text = expect.partition(" ~")
    _, lines, *words = head.split()
    done = ask(*words)
    first = "\n".join(done.stdout.splitlines()[:int(lines)])
    return None if same(text, "~", first) else f"have exit {done.returncode}: {first}{done.stderr}"


def check_one(ask, done, report, expect):
    name, _, value = expect.partition("=")
    if name == "exit":
        return None if done.returncode == int(value) else f"have exit={done.returncode}"
    if name in ("errors", "items"):
        return None if len(report[name]) == int(value) else f"have {report[name]}"
    word, _, text = expect.partition(" ")
    if word == "why":
        return check_why(ask, expect)
    if word == "says":
        return check_says(ask, expect)
    if word in ("stderr", "error"):
        actual = done.stderr if word == "stderr" else json.dumps(report["errors"])
        found = TEXT.match(text)
        return None if found and same(found[2], found[1], actual) else f"have {actual!r}"
    return check_item(report, expect)


def second_pass(program, case, path, report):
    """Puts the conditions and counters of the Report into the objects and judges again; a world at
    rest must not change."""
    judged = {(i["kind"], i.get("namespace", ""), i["name"]): i for i in report["items"]}
    documents = []
    for thing in json.loads(json.dumps(case.documents)):
        if item := judged.get(case_files.key_of(thing)):
            status = thing.setdefault("status", {})
            status["conditions"] = item["conditions"]
            status.update(item.get("counters") or {})
        documents.append(thing)
    path.write_text(case_files.text_of_documents(documents), encoding="utf-8")
    again = json.loads(judge(program, case.options, path).stdout)
    before, after = (list(map(json.dumps, r["items"])) for r in (report, again))
    return [] if before == after else [
        "\n      ".join(["second pass:", *(f"- {i}" for i in before if i not in after),
                        *(f"+ {i}" for i in after if i not in before)])]


def run_case(program, folder, case):
    """What differs from the expectations, each with its place."""
    path = Path(tempfile.mkdtemp(dir=folder)) / f"{case.name}.yaml"
    path.write_text(case_files.text_of(case), encoding="utf-8")
    done = judge(program, case.options, path)
    where = f"{case.path}:{case.line}: {case.name}"
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return [f"{where}: no Report, exit {done.returncode}: {done.stderr.strip()}"]
    ask = functools.partial(telltale, program, case.options, path)
    problems = [(at, e, check_one(ask, done, report, e)) for at, e in case.expects]
    failures = [f"{case.path}:{at}: {case.name}: {expect}\n      {bad}"
                for at, expect, bad in problems if bad]
    if report["errors"] and not any(e.startswith("error") for _, e in case.expects):
        failures.append(f"{where}: errors nobody expects: {report['errors']}")
    if case.options.get("twice"):
        failures += [f"{where}: {what}" for what in second_pass(program, case, path, report)]
    return failures


def run_or_tell(program, folder, case):
    return [str(case)] if isinstance(case, case_files.Mistake) else run_case(program, folder, case)


def cases_in(arguments):
    """The cases of all files; of FILE#NAME only that one."""
    for argument in arguments:
        path, _, name = argument.partition("#")
        found = [case for file in case_files.files_in(path) for case in case_files.read_cases(file)]
        if name:
            found = [c for c in found if isinstance(c, case_files.Mistake) or c.name == name]
            found = found or [case_files.Mistake(1, f"there is no case {name}", Path(path))]
        yield from found


def print_cases(arguments):
    for case in cases_in(arguments):
        if isinstance(case, case_files.Mistake):
            print(case, file=sys.stderr)
            return 1
        print(case_files.text_of(case), end="")
    return 0


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "--print":
        return print_cases(arguments[1:])
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        judging = functools.partial(run_or_tell, arguments[0], folder)
        results = list(pool.map(judging, cases_in(arguments[1:])))  # begins while files are read
    for failure in (failure for failures in results for failure in failures):
        print(failure)
    failed = sum(map(bool, results))
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
