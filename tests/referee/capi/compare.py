#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds telltale beside Cluster API's own status code: compare.py TELLTALE REFEREE [options].

Both judge the same random worlds at the same instant; conditions and counters are compared byte for
byte. What differs must stand in differences.tsv, with a predicate on the world that says where it
may; that file must stay small, and no line of it may be idle."""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import differences
import worlds

HERE = pathlib.Path(__file__).resolve().parent
COMPARED = ("status", "reason", "message", "lastTransitionTime")
BATCH = 250
LISTED_MAX = 0.01  # the share of conditions that differences.tsv may excuse
EQUAL_MIN = 0.999  # the share of the others that must be equal
SILENT_MAX = 0.03  # the share of worlds about which upstream may say nothing
IDLE_WORLDS_MIN = 2000  # in fewer a line of the list may have no chance
ORDER = ["Machine", "MachineSet", "MachineDeployment", "MachinePool", "KubeadmControlPlane",
         "Cluster"]


def ask_referee(referee, batch):
    text = "".join(json.dumps(world) + "\n" for world in batch)
    answer = subprocess.run([referee], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def ask_telltale(telltale, now, batch):
    """The items of each namespace, by kind and name."""
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        for objects in batch:
            for one in objects:
                file.write(json.dumps(one) + "\n")
        file.flush()
        # What it says about malformed conditions is part of the worlds.
        answer = subprocess.run(
            [telltale, "check", "-f", file.name, "-o", "json", "--dialect", "upstream", "--now",
             now, "--complete", "-q"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, check=False)
    items = collections.defaultdict(dict)
    for item in json.loads(answer.stdout)["items"]:
        items[item["namespace"]][item["kind"], item["name"]] = item
    return items


def differing(theirs, ours):
    """The fields in which two conditions differ."""
    if ours is None:
        return ["absent"]
    return [field for field in COMPARED if theirs.get(field, "") != ours.get(field, "")]


def counted(counters):
    """Only what upstream counts as well; a half in which nothing is counted is none."""
    kept = {}
    for name, value in (counters or {}).items():
        if isinstance(value, dict):
            value = {k: v for k, v in value.items() if k != "unavailableReplicas"}
        if value != {}:
            kept[name] = value
    return json.dumps(kept, sort_keys=True)


def is_paused(item):
    return any(one["type"] == "Paused" and one["status"] == "True" for one in item["conditions"])


def compare(answer, items):
    """Each condition upstream has, ours, and the differing fields; counters count as one."""
    for item in answer["items"]:
        ours = items.get((item["kind"], item["name"]), {})
        mine = {one["type"]: one for one in ours.get("conditions", [])}
        for theirs in item["conditions"]:
            found = mine.get(theirs["type"])
            yield item, theirs, found, differing(theirs, found)
        # Of MachinePools upstream says only whether they are paused.
        for kind in set(mine) - {one["type"] for one in item["conditions"]}:
            if item["kind"] != "MachinePool":
                yield item, {"type": kind, "status": "absent"}, mine[kind], ["extra"]
        # What is paused is not counted anew, and v1beta1 cannot say that it never was.
        if item["kind"] != "Machine" and not is_paused(item):
            want, told = counted(item.get("counters")), counted(ours.get("counters"))
            yield (item, {"type": "counters", "status": want}, {"type": "counters", "status": told},
                   [] if want == told else ["counters"])


def rank(one):
    """What leans on what: Machines before their owners, summaries after what they sum up."""
    item, theirs = one[:2]
    late = {"Ready": 1, "Available": 2, "counters": 3}
    return ORDER.index(item["kind"]), late.get(theirs["type"], 0)


class Tally:
    def __init__(self, chosen):
        self.chosen = chosen
        self.entries = differences.read(HERE / "differences.tsv")
        self.total = self.equal = self.excused = self.listed = 0
        self.used = collections.Counter()
        self.kinds = collections.Counter()
        self.samples = {}
        self.failures = collections.Counter()

    def take(self, world, answer, items):
        if answer.get("errors"):
            self.failures[f"{world['namespace']}: {answer['errors'][0]}"] += 1
            return
        view = differences.View(world)
        bent = None
        for item, theirs, ours, fields in sorted(compare(answer, items), key=rank):
            self.total += 1
            may = [entry for entry in self.entries if entry.speaks_of(view, item, theirs["type"])]
            self.listed += bool(may)
            if not fields:
                self.equal += 1
                continue
            for entry in may:
                self.used[entry.line] += 1
            if may:
                self.excused += 1
                continue
            if self.chosen.roots and bent is not None and bent < rank((item, theirs)):
                continue
            bent = rank((item, theirs))
            self.remember(world, item, theirs, ours, fields)

    def remember(self, world, item, theirs, ours, fields):
        said = [one and f"{one['status']}/{one.get('reason', '')}" for one in (theirs, ours)]
        if theirs["type"] == "counters":
            said = ["differ"]
        key = (item["kind"], theirs["type"], fields[0], *said,
               "in v1beta1" if world["lower"] else "")
        self.kinds[key] += 1
        self.samples.setdefault(key, (world["namespace"], item["name"], theirs, ours))

    def show(self):
        shown = 0
        for key, count in self.kinds.most_common():
            if self.chosen.only not in str(key) or shown == self.chosen.show:
                continue
            shown += 1
            namespace, name, theirs, ours = self.samples[key]
            print(f"{count:6} {' '.join(map(str, key))}\n       {namespace} {name}\n"
                  f"       theirs {json.dumps(theirs)}\n       ours   {json.dumps(ours)}")

    def verdict(self):
        outside = self.total - self.excused
        raw = self.equal / max(self.total, 1)
        fair = self.equal / max(outside, 1)
        share = self.listed / max(self.total, 1)
        print(f"referee-capi: {self.chosen.worlds} worlds, {self.total} conditions; equal byte for "
              f"byte: {100 * raw:.3f} % (raw), {100 * fair:.3f} % outside the list; the list "
              f"excuses {self.excused}, {100 * self.excused / max(self.total, 1):.3f} % (its "
              f"predicates hold for {100 * share:.3f} %)")
        # A read that fails ends a reconcile of theirs before it says anything.
        silent = sum(self.failures.values())
        print(f"referee-capi: {silent} worlds were left out, since upstream said nothing of them")
        troubles = []
        if silent > SILENT_MAX * self.chosen.worlds:
            troubles += [f"upstream said nothing: {text}" for text in list(self.failures)[:5]]
        if fair < EQUAL_MIN:
            troubles.append(f"fewer than {100 * EQUAL_MIN} % are equal outside differences.tsv")
        if self.excused > LISTED_MAX * self.total:
            troubles.append(f"more than {100 * LISTED_MAX} % are excused by differences.tsv")
        if self.chosen.worlds >= IDLE_WORLDS_MIN:
            troubles += [f"differences.tsv, line {entry.line}: differs nowhere"
                         for entry in self.entries if not self.used[entry.line]]
        for text in troubles:
            print(f"referee-capi: {text}")
        return 1 if troubles else 0


def main():
    options = argparse.ArgumentParser()
    options.add_argument("telltale")
    options.add_argument("referee")
    options.add_argument("--seed", default="1")
    options.add_argument("--worlds", type=int, default=2000)
    options.add_argument("--first", type=int, default=0, help="number of the first world")
    options.add_argument("--show", type=int, default=5, help="how many kinds of differences")
    options.add_argument("--only", default="", help="those with this text")
    options.add_argument("--roots", action="store_true", help="owners only where Machines agree")
    chosen = options.parse_args()
    tally = Tally(chosen)
    end = chosen.first + chosen.worlds
    for start in range(chosen.first, end, BATCH):
        batch = [worlds.make(chosen.seed, number)
                 for number in range(start, min(start + BATCH, end))]
        answers = ask_referee(chosen.referee, batch)
        seen = [answer.get("objects") or world["objects"] for world, answer in zip(batch, answers)]
        items = ask_telltale(chosen.telltale, batch[0]["now"], seen)
        for world, answer in zip(batch, answers):
            tally.take(world, answer, items[world["namespace"]])
    tally.show()
    return tally.verdict()


if __name__ == "__main__":
    sys.exit(main())
