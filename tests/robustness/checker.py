# SPDX-License-Identifier: Apache-2.0
"""Judges a history, in the manner of etcd's robustness tests. What must hold:

- What was acknowledged is there, what was refused is not, what was never answered is there as a
  whole or not at all; nothing happened twice and nothing happened by itself.
- Versions follow real time: what begins after something was known is newer. Also over crashes.
- A write from a version was made from exactly that version; whoever is refused was really late.
- Lists show one moment, all pages the same; reads are not older than what was known before.
- Every watch is told every change it asked for, once, in order, and nothing else."""

from collections import Counter

from log import Log

# A server tries a write that names no version as often as this before it says "conflict".
ATTEMPTS_MIN = 5


class Checker:
    def __init__(self, history):
        self.history = history
        self.violations = []
        self.log = None
        self.log = Log(history, self.report)

    def report(self, what, key=None, rv=0):
        self.violations.append((what, key, rv))

    def run(self):
        self.check_changes()
        for write in self.history.writes:
            self.check_write(write)
        for get in self.history.gets:
            self.check_get(get)
        for listing in self.history.listings:
            self.check_listing(listing)
        for watch in self.history.watches:
            self.check_watch(watch)
        return self.violations

    def describe(self, violation):
        """The violation with what happened around it."""
        what, key, rv = violation
        lines = [f"VIOLATION: {what}"]
        if key:
            lines += [f"    log    {line}" for line in self.log.story(key, rv)]
            near = [write for write in self.history.writes if write.key == key]
            made = {write.id for write in near
                    if any(abs(entry.rv - rv) < 200 for entry in self.log.made_by[write.id])}
            lines += [f"    write  {write}" for write in near
                      if write.id in made or write.open][:20]
        lines += [f"    crash  {time:.4f}" for time in self.history.crashes[-8:]]
        return "\n".join(lines)

    # The log itself.

    def check_changes(self):
        uids = {}
        for entry in self.log.order:
            if entry.writer is None:
                self.report(f"nobody made the change {entry}", entry.key, entry.rv)
                continue
            self.check_made(entry)
            if entry.after:
                self.check_identity(entry, uids)

    def check_made(self, entry):
        """A change is what its writer makes of what was there before."""
        write, before = entry.writer, entry.before
        if write.base is not None and (before is None or before.rv != write.base):
            self.report(f"{write} succeeded, but not on the version it was made from: {entry}",
                        entry.key, entry.rv)
        if (write.verb == "create") != (before is None):
            self.report(f"{write} made {entry} of {before}", entry.key, entry.rv)
        elif (entry.after and entry.after.content) != write.outcome(before and before.content):
            self.report(f"{write} is there, but not as written: {entry}; it was {before}",
                        entry.key, entry.rv)

    def check_identity(self, entry, uids):
        after, before = entry.after, entry.before
        if before is None:
            if uids.setdefault(after.uid, entry.rv) != entry.rv:
                self.report(f"the uid of {entry} was used before", entry.key, entry.rv)
            return
        if after.uid != before.uid:
            self.report(f"{entry} has another uid than before", entry.key, entry.rv)
        counts = after.generation != 0 and (
            after.content["data"] != before.content["data"]
            or after.content["deleting"] != before.content["deleting"])
        if after.generation != before.generation + (1 if counts else 0):
            self.report(f"{entry}: generation {after.generation} after {before.generation}",
                        entry.key, entry.rv)

    # Writes.

    def check_write(self, write):
        made = self.log.made_by[write.id]
        if len(made) > 1:
            self.report(f"{write} happened {len(made)} times: {[entry.rv for entry in made]}",
                        write.key, made[0].rv)
        if write.verb == "delete" and write.seen:
            if not write.seen.content["deleting"]:
                self.report(f"acknowledged, but it stays: {write}", write.key, write.seen.rv)
        elif write.acknowledged and not made:
            self.report(f"acknowledged and lost: {write}", write.key,
                        write.seen.rv if write.seen else self.log.floor(write.started))
        for entry in made:
            self.check_time(write, entry)
        if not write.acknowledged and not write.open:
            self.check_refusal(write, made)

    def check_time(self, write, entry):
        known = self.log.floor(write.started)
        if entry.rv <= known:
            self.report(f"time travel: {write} made {entry.rv}, but {known} was known before it "
                        "began", write.key, entry.rv)
        if write.acknowledged and write.seen and write.seen.rv != entry.rv:
            self.report(f"{write} was answered with {write.seen.rv}, but made {entry.rv}",
                        write.key, entry.rv)

    def check_refusal(self, write, made):
        if made:
            self.report(f"refused, but done: {write}", write.key, made[0].rv)
        low, high = self.log.floor(write.started), self.log.ceiling(write.ended)
        states = self.log.states_between(write.key, low, high)
        if write.code == 429:
            return
        if write.code == 404 and write.verb != "create":
            holds = None in states
        elif (write.code, write.reason) == (409, "AlreadyExists") and write.verb == "create":
            holds = any(states)
        elif (write.code, write.reason) == (409, "Conflict") and write.base is not None:
            holds = any(seen is None or seen.rv != write.base for seen in states)
        elif (write.code, write.reason) == (409, "Conflict") and write.verb != "create":
            holds = len(states) > ATTEMPTS_MIN
        else:
            self.report(f"an answer that nothing explains: {write}", write.key, low)
            return
        if not holds:
            self.report(f"refused without cause: {write}; between {low} and {high} it was "
                        f"{[seen.rv if seen else None for seen in states]}", write.key, low)

    # Reads.

    def check_get(self, get):
        low, high = self.log.floor(get.started), self.log.ceiling(get.ended)
        states = self.log.states_between(get.key, low, high)
        shown = get.seen.rv if get.seen else None
        if shown not in [seen.rv if seen else None for seen in states]:
            self.report(f"a read of the past or of nothing: {get}; between {low} and {high} it was "
                        f"{[seen.rv if seen else None for seen in states]}", get.key, shown or low)

    def check_listing(self, listing):
        low, high = self.log.floor(listing.started), self.log.ceiling(listing.first_ended)
        if listing.fresh and listing.rv < low:
            self.report(f"{listing} is older than {low}, which was known before")
        if listing.rv < listing.asked or (listing.exact and listing.rv != listing.asked):
            self.report(f"{listing} is not of the version it was asked for, {listing.asked}")
        if listing.rv > high:
            self.report(f"{listing} is newer than {high}, the newest there can have been")
        if len(set(listing.page_rvs)) > 1:
            self.report(f"{listing}: its pages are of several versions {listing.page_rvs}")
        wanted = self.log.state(listing.filter, listing.rv)
        if listing.items != wanted:
            self.report(f"{listing} {difference(listing.items, wanted)}",
                        *first_difference(listing.items, wanted))
        left = len(listing.items)
        for size, said in zip(listing.page_sizes, listing.remaining):
            left -= size
            if said is not None and said != left:
                self.report(f"{listing}: a page says that {said} remain, it is {left}")

    # Watches.

    def check_watch(self, watch):
        events, after = watch.events, watch.after
        if after is None:
            ends = [place for place, event in enumerate(events) if event.ends_initial]
            if not ends:
                return  # cut off before the beginning was told
            after = events[ends[0]].rv
            self.check_initial(watch, events[:ends[0]], after)
            events = events[ends[0] + 1:]
        elif any(event.ends_initial for event in events):
            self.report(f"{watch} did not ask for what is there, and is told its end")
        newest = after
        for event in events:
            if event.rv < newest or (event.rv == newest and event.type != "BOOKMARK"):
                self.report(f"{watch}: {event} after {newest} was told",
                            event.seen.key if event.seen else None, event.rv)
            newest = max(newest, event.rv)
            if event.type == "BOOKMARK" and event.rv > self.log.ceiling(event.time):
                self.report(f"{watch}: {event} is of the future")
        told = [event for event in events if event.type != "BOOKMARK"]
        self.compare(watch, told, self.log.projection(watch.filter, after, newest))

    def check_initial(self, watch, events, rv):
        wanted = self.log.state(watch.filter, rv)
        shown = [event.seen for event in events]
        by_key = {"key": lambda seen: f"{seen.key.namespace}/{seen.key.name}"}
        if sorted(shown, **by_key) != wanted or any(event.type != "ADDED" for event in events):
            self.report(f"{watch} began at {rv} and {difference(shown, wanted)}",
                        *first_difference(shown, wanted))

    def compare(self, watch, told, wanted):
        """The same changes in the same order."""
        told_rvs = Counter(event.rv for event in told)
        wanted_rvs = {rv for _, rv, _ in wanted}
        for _, rv, seen in wanted:
            if rv not in told_rvs:
                self.report(f"lost event: {watch} was not told of {rv} ({seen.key})", seen.key, rv)
        for event in told:
            if told_rvs[event.rv] > 1:
                self.report(f"duplicate event: {watch}: {event}", event.seen.key, event.rv)
            if event.rv not in wanted_rvs:
                self.report(f"an event that is not in the log or was not asked for: {watch}: "
                            f"{event}", event.seen.key, event.rv)
        for event, (kind, rv, seen) in zip(told, wanted):
            if event.rv != rv:
                break  # said above
            if (event.type, event.seen.key, event.seen.digest) != (kind, seen.key, seen.digest):
                self.report(f"{watch}: {event} shows {event.seen}, expected {kind} of {seen}",
                            seen.key, rv)


def difference(shown, wanted):
    """A sentence about two lists of versions."""
    missing = [f"{seen.key} at {seen.rv}" for seen in wanted if seen not in shown]
    wrong = [f"{seen.key} at {seen.rv}" for seen in shown if seen not in wanted]
    if not missing and not wrong:
        return "is out of order or says something twice"
    return f"lacks {missing[:5]} and shows {wrong[:5]}"


def first_difference(shown, wanted):
    for seen in [*(one for one in wanted if one not in shown),
                 *(one for one in shown if one not in wanted)]:
        return seen.key, seen.rv
    return None, 0
