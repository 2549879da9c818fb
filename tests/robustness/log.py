# SPDX-License-Identifier: Apache-2.0
"""The one order of changes that a history implies. Versions number every change of the store, so
whatever anybody saw of a version is a piece of the log; two who disagree are a violation."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from typing import Optional

from history import MANAGERS, NEVER, Key, Seen, Write


@dataclass
class Entry:
    """One change: after is None for a deletion, before for a creation."""
    rv: int
    key: Key
    after: Optional[Seen]
    before: Optional[Seen] = None
    writer: Optional[Write] = None

    def __str__(self):
        shown = f"{self.after.uid[:8]} {self.after.content}" if self.after else "deleted"
        return f"{self.rv} {self.key} {shown} by {self.writer.id if self.writer else 'nobody'}"


class Log:
    def __init__(self, history, report):
        self.report = report
        self.base_rv = history.base_rv
        self.base = {seen.key: seen for seen in history.base}
        self.entries = {}
        self.gather(history)
        self.order = sorted(self.entries.values(), key=lambda entry: entry.rv)
        self.of_key = defaultdict(list)
        self.of_kind = defaultdict(list)
        for entry in self.order:
            past = self.of_key[entry.key]
            entry.before = past[-1].after if past else self.base.get(entry.key)
            past.append(entry)
            self.of_kind[entry.key.kind].append(entry)
        self.rvs_of_key = {key: [one.rv for one in all_of] for key, all_of in self.of_key.items()}
        self.rvs_of_kind = {kind: [one.rv for one in all_of]
                            for kind, all_of in self.of_kind.items()}
        self.keys = sorted(set(self.of_key) | set(self.base), key=str)
        self.made_by = defaultdict(list)
        self.attribute(history)
        self.measure(history)
        self.attribute_open_deletions(history)

    # Evidence.

    def gather(self, history):
        for write in history.writes:
            if write.acknowledged and write.seen:
                self.tell(write.seen, write)
        for get in history.gets:
            if get.seen:
                self.tell(get.seen, get)
        for listing in history.listings:
            for seen in listing.items:
                self.tell(seen, listing)
        for watch in history.watches:
            for event in watch.events:
                if event.type in ("ADDED", "MODIFIED"):
                    self.tell(event.seen, watch)
                # With a label, DELETED may only say that the object no longer has it.
                elif event.type == "DELETED" and not watch.filter.tier:
                    self.tell_deleted(event, watch)

    def tell(self, seen, source):
        if seen.rv <= self.base_rv:
            if self.base.get(seen.key) != seen:
                self.report(f"{source} shows {seen.key} at {seen.rv}, which was not there at the "
                            f"beginning ({self.base_rv})", seen.key, seen.rv)
            return
        entry = self.entries.setdefault(seen.rv, Entry(seen.rv, seen.key, seen))
        if entry.after is None or entry.key != seen.key or entry.after.digest != seen.digest:
            self.report(f"two stories about version {seen.rv}: {entry} and, by {source}, {seen}",
                        seen.key, seen.rv)

    def tell_deleted(self, event, source):
        entry = self.entries.setdefault(event.rv, Entry(event.rv, event.seen.key, None))
        if entry.after is not None or entry.key != event.seen.key:
            self.report(f"two stories about version {event.rv}: {entry} and, by {source}, a "
                        f"deletion of {event.seen.key}", event.seen.key, event.rv)

    # Who made which change.

    def attribute(self, history):
        by_id = {write.id: write for write in history.writes}
        by_uid = {write.uid: write for write in history.writes if write.acknowledged and write.uid}
        for entry in self.order:
            if entry.after is None:
                self.credit(entry, entry.before and by_uid.get(entry.before.uid))
            elif not begins_deletion(entry):
                self.credit(entry, by_id.get(writer_id(entry)))

    def credit(self, entry, write):
        if write is not None and write.key == entry.key:
            entry.writer = write
            self.made_by[write.id].append(entry)

    def attribute_open_deletions(self, history):
        """A deletion leaves no name behind. What no acknowledged write explains was made by one of
        those that were never answered; each explains one change that came after it began."""
        # Whoever deletes what is being deleted is answered with the same version: the first did it.
        by_rv = {write.seen.rv: write for write in
                 sorted(history.writes, key=lambda write: write.started, reverse=True)
                 if write.verb == "delete" and write.acknowledged and write.seen}
        waiting = defaultdict(list)
        for write in history.writes:
            if write.open and not self.made_by[write.id]:
                waiting[write.key].append(write)
        for entry in self.order:
            nameless = entry.after is None or begins_deletion(entry)
            if entry.writer is not None or entry.before is None or not nameless:
                continue
            marked = by_rv.get(entry.rv)
            if marked and self.floor(marked.started) < entry.rv:
                self.credit(entry, marked)
                continue
            made = entry.after and entry.after.content
            able = [write for write in waiting[entry.key] if self.floor(write.started) < entry.rv
                    and write.base in (None, entry.before.rv) and write.verb != "create"
                    and write.outcome(entry.before.content) == made]
            if able:
                best = max(able, key=lambda write: write.base or 0)
                waiting[entry.key].remove(best)
                self.credit(entry, best)

    # What was certainly there when.

    def measure(self, history):
        known = [(write.ended, entry.rv) for write in history.writes if write.acknowledged
                 for entry in self.made_by[write.id]]
        known += [(get.ended, get.seen.rv) for get in history.gets if get.seen]
        known += [(listing.first_ended, listing.rv) for listing in history.listings]
        known += [(event.time, event.rv) for watch in history.watches for event in watch.events]
        known.sort()
        self.known_times = [time for time, _ in known]
        self.known_rvs = list(accumulate((rv for _, rv in known), max))
        begun = sorted(((entry.writer.started, entry.rv) for entry in self.order if entry.writer),
                       reverse=True)
        self.begun_times = [-time for time, _ in begun]
        self.begun_rvs = list(accumulate((rv for _, rv in begun), min))

    def floor(self, time):
        """The newest version that somebody had been told of before this time."""
        count = bisect_left(self.known_times, time)
        return max(self.base_rv, self.known_rvs[count - 1] if count else 0)

    def ceiling(self, time):
        """The newest version that can have been there: every write begun later made a newer one."""
        count = bisect_left(self.begun_times, -time)
        return self.begun_rvs[count - 1] - 1 if count else NEVER

    # States.

    def at(self, key, rv):
        count = bisect_right(self.rvs_of_key.get(key, []), rv)
        return self.of_key[key][count - 1].after if count else self.base.get(key)

    def states_between(self, key, low, high):
        """Every state of the key that was true at some moment from one version to another."""
        if low > high:
            return []
        rvs = self.rvs_of_key.get(key, [])
        inside = self.of_key[key][bisect_right(rvs, low):bisect_right(rvs, high)] if rvs else []
        return [self.at(key, low), *(entry.after for entry in inside)]

    def state(self, wanted, rv):
        found = (self.at(key, rv) for key in self.keys if wanted.takes_key(key))
        return sorted((seen for seen in found if wanted.takes(seen)),
                      key=lambda seen: f"{seen.key.namespace}/{seen.key.name}")

    def projection(self, wanted, after, until):
        """What a watch must be told: (type, version, what is shown)."""
        told = []
        rvs = self.rvs_of_kind.get(wanted.kind, [])
        entries = self.of_kind[wanted.kind][bisect_right(rvs, after):bisect_right(rvs, until)]
        for entry in entries:
            was, now = wanted.takes(entry.before), wanted.takes(entry.after)
            if now:
                told.append(("MODIFIED" if was else "ADDED", entry.rv, entry.after))
            elif was:
                told.append(("DELETED", entry.rv, entry.before))
        return told

    def story(self, key, rv, width=6):
        """The changes of a key around a version, as text."""
        entries = self.of_key.get(key, [])
        middle = bisect_left([entry.rv for entry in entries], rv)
        return [str(entry) for entry in entries[max(0, middle - width):middle + width]]


def writer_id(entry):
    """The id that this change brought into the content."""
    before = entry.before.content if entry.before else {"data": {}, "status": {}}
    after = entry.after.content
    if after["data"].get("token") != before["data"].get("token"):
        return after["data"].get("token")
    for manager in MANAGERS:
        if after["status"].get(manager) != before["status"].get(manager):
            return after["status"].get(manager)
    return None


def begins_deletion(entry):
    """The object is marked as being deleted, and stays until its last finalizer is gone."""
    return bool(entry.after and entry.before and entry.after.content["deleting"]
                and not entry.before.content["deleting"])
