# SPDX-License-Identifier: Apache-2.0
"""A strict reader of Prometheus' text format and of OpenMetrics: what a scraper would stumble over
is a ValueError here."""

import math
import re

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|(?=}))')
TEXT_TYPES = ("counter", "gauge", "histogram", "summary", "untyped")
OPEN_TYPES = ("counter", "gauge", "histogram", "summary", "unknown", "info", "stateset")
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count"), "summary": ("", "_sum", "_count")}


class Family:
    def __init__(self, name, kind):
        self.name, self.kind = name, kind
        self.samples = {}  # (sample name, labels) -> value

    def sample_names(self, open_metrics):
        if self.kind == "counter" and open_metrics:
            return {f"{self.name}_total", f"{self.name}_created"}
        return {self.name + suffix for suffix in SUFFIXES.get(self.kind, ("",))}


def read_sample(line):
    """(name, labels, value) of a line without a timestamp."""
    found = NAME.match(line)
    if not found:
        raise ValueError(f"no name: {line!r}")
    position, labels = found.end(), []
    if line[position:position + 1] == "{":
        position += 1
        while line[position:position + 1] != "}":
            label = LABEL.match(line, position)
            if not label:
                raise ValueError(f"bad labels: {line!r}")
            labels.append((label.group(1), label.group(2)))
            position = label.end()
        position += 1
    if line[position:position + 1] != " " or " " in line[position + 1:]:
        raise ValueError(f"one blank and a value: {line!r}")
    if len({name for name, _ in labels}) != len(labels):
        raise ValueError(f"a label twice: {line!r}")
    return found.group(0), tuple(sorted(labels)), float(line[position + 1:])


def parse(text, open_metrics=False):
    """family name -> Family."""
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    lines = text[:-1].split("\n")
    if open_metrics and lines.pop() != "# EOF":
        raise ValueError("OpenMetrics ends with # EOF")
    families, current, helped = {}, None, None
    for line in lines:
        if line.startswith("# HELP "):
            helped = line.split(" ", 3)[2]
        elif line.startswith("# TYPE "):
            name, kind = line.split(" ")[2:]
            if name in families or helped not in (None, name):
                raise ValueError(f"a family twice, or the help of another: {line!r}")
            if kind not in (OPEN_TYPES if open_metrics else TEXT_TYPES):
                raise ValueError(f"no such type: {line!r}")
            current = families[name] = Family(name, kind)
            helped = None
        elif line.startswith("# UNIT ") and open_metrics:
            continue
        elif line.startswith("#") or not line:
            raise ValueError(f"neither a comment nor a sample: {line!r}")
        else:
            add_sample(current, line, open_metrics)
    for family in families.values():
        check(family)
    return families


def add_sample(family, line, open_metrics):
    name, labels, value = read_sample(line)
    if family is None or name not in family.sample_names(open_metrics):
        raise ValueError(f"a sample outside its family: {line!r}")
    if (name, labels) in family.samples:
        raise ValueError(f"a series twice: {line!r}")
    family.samples[(name, labels)] = value


def check(family):
    """What holds for the numbers of a type."""
    if family.kind == "counter" and any(value < 0 for value in family.samples.values()):
        raise ValueError(f"{family.name}: a counter below zero")
    if family.kind != "histogram":
        return
    series = {}
    for (name, labels), value in family.samples.items():
        rest = tuple(one for one in labels if one[0] != "le")
        series.setdefault(rest, {"buckets": []})
        if name.endswith("_bucket"):
            series[rest]["buckets"].append((float(dict(labels)["le"]), value))
        else:
            series[rest][name[len(family.name):]] = value
    for one in series.values():
        buckets = sorted(one["buckets"])
        counts = [count for _, count in buckets]
        if not buckets or buckets[-1][0] != math.inf or counts != sorted(counts):
            raise ValueError(f"{family.name}: buckets grow up to +Inf")
        if counts[-1] != one["_count"] or "_sum" not in one:
            raise ValueError(f"{family.name}: the last bucket is the count")
