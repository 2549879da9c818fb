#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker finds what it is there for: one history in order, and one fault planted per test."""

import copy
import sys
import unittest
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from checker import Checker  # noqa: E402
from history import (Event, Filter, Get, History, Key, Listing, Seen, Watch, Write,  # noqa: E402
                     content_of)
from log import Log  # noqa: E402

KIND = "Widget"
ONE, TWO = Key(KIND, "left", "one"), Key(KIND, "left", "two")
EVERYTHING = Filter(KIND)


class Model:
    """A correct server with one client after the other; every step takes a second."""

    def __init__(self):
        self.history = History(base_rv=10)
        self.rv, self.now, self.uids = 10, 0.0, 0
        self.state, self.log = {}, []

    def step(self, verb, key, **more):
        self.now += 1
        write = Write(f"w{len(self.history.writes)}", verb, key, started=self.now, **more)
        write.data = {"token": write.id} if verb not in ("apply", "delete") else {}
        before = self.state.get(key)
        self.rv += 1
        write.ended, write.code = self.now + 0.5, 200
        if before and write.outcome(before.content) is None:
            del self.state[key]
            write.uid = before.uid
            self.log.append(("DELETED", self.rv, replace(before, rv=self.rv)))
        else:
            write.seen = self.state[key] = self.version(write, before)
            self.log.append(("MODIFIED" if before else "ADDED", self.rv, write.seen))
        self.history.writes.append(write)
        return write

    def version(self, write, before):
        content = write.outcome(before and before.content)
        self.uids += before is None
        generation = 1 if before is None else before.generation
        if before and (content["data"], content["deleting"]) != (
                before.content["data"], before.content["deleting"]):
            generation += 1
        return Seen(write.key, self.rv, before.uid if before else f"u{self.uids}", generation,
                    content, f"d{self.rv}")

    def refuse(self, verb, key, code, reason, **more):
        write = self.step_nothing(verb, key, **more)
        write.code, write.reason = code, reason
        return write

    def step_nothing(self, verb, key, **more):
        self.now += 1
        write = Write(f"w{len(self.history.writes)}", verb, key, started=self.now,
                      ended=self.now + 0.5, **more)
        write.data = {"token": write.id}
        self.history.writes.append(write)
        return write

    def list(self, page=0):
        self.now += 1
        items = sorted(self.state.values(), key=lambda seen: seen.key.name)
        size = page or max(1, len(items))
        pages = [items[at:at + size] for at in range(0, len(items), size)] or [[]]
        listing = Listing(EVERYTHING, True, self.now, self.now + 0.2, self.now + 0.4,
                          rv=self.rv, page_rvs=[self.rv] * len(pages),
                          page_sizes=[len(one) for one in pages], items=items)
        left = len(items)
        for one in pages:
            left -= len(one)
            listing.remaining.append(left or None)
        self.history.listings.append(listing)

    def get(self, key):
        self.now += 1
        self.history.gets.append(Get(key, self.now, self.now + 0.5, self.state.get(key)))

    def watch(self, wanted=EVERYTHING, after=10):
        log = Log(self.history, lambda *_: None)
        log_entries = log.projection(wanted, after, self.rv)
        watch = Watch("o", wanted, after)
        for kind, rv, seen in log_entries:
            watch.events.append(Event(self.now + 1, kind, rv, replace(seen, rv=rv)))
        watch.events.append(Event(self.now + 1, "BOOKMARK", self.rv))
        self.history.watches.append(watch)


def calm():
    """Some of everything, all in order."""
    model = Model()
    model.step("create", ONE, labels={"tier": "gold"})  # 11
    model.step("create", TWO, labels={"tier": "lead"})  # 12
    model.list(page=1)
    model.step("update", ONE, base=11, labels={"tier": "lead"})  # 13
    model.refuse("update", ONE, 409, "Conflict", base=11)
    model.refuse("create", ONE, 409, "AlreadyExists")
    model.step("apply", ONE, manager="a")  # 14
    model.step("apply", ONE, manager="b")  # 15
    model.get(ONE)
    model.step("patch", ONE, labels={"tier": "gold"})  # 16
    model.list()
    model.step("delete", TWO)  # 17
    model.get(TWO)
    model.refuse("patch", TWO, 404, "NotFound")
    model.step("create", TWO, labels={"tier": "gold"})  # 18
    model.step("delete", ONE, base=16)  # 19
    model.list()
    model.step("create", ONE, labels={"tier": "lead"}, finalizers=["hold"])  # 20
    model.step("delete", ONE)  # 21
    model.list()
    model.step("patch", ONE, finalizers=[])  # 22
    model.get(ONE)
    # Whoever watches everything tells of deletions, so that watch comes first.
    watch = Watch("all", EVERYTHING, 10, [Event(model.now + 1, *one) for one in model.log])
    model.history.watches.append(watch)
    model.watch(Filter(KIND, tier="gold"))
    model.watch(Filter(KIND, tier="lead"), after=13)
    model.watch(Filter(KIND, name="two", namespace="left"))
    return model.history


def judged(history):
    return [what for what, _, _ in Checker(history).run()]


class PlantedFaults(unittest.TestCase):
    def setUp(self):
        self.history = calm()
        self.all = self.history.watches[0]

    def write(self, rv):
        return next(write for write in self.history.writes if write.seen and write.seen.rv == rv)

    def event(self, rv):
        return next(event for event in self.all.events if event.rv == rv)

    def forget(self, rv):
        """Nobody but its writer ever sees this version."""
        for watch in self.history.watches:
            watch.events = [event for event in watch.events if event.rv != rv]
        for listing in self.history.listings:
            listing.items = [seen for seen in listing.items if seen.rv != rv]

    def expect(self, words):
        found = judged(self.history)
        self.assertTrue(any(words in what for what in found), f"{words!r} is not in {found}")

    def test_a_history_in_order_has_none(self):
        self.assertEqual(judged(self.history), [])

    def test_a_write_that_was_never_answered_may_be_there_or_not(self):
        lost, kept = self.write(18), self.write(16)
        for write in (lost, kept):
            write.code, write.ended, write.seen = 0, float("inf"), None
        self.forget(18)
        self.assertEqual(judged(self.history), [])

    def test_a_deletion_that_was_never_answered_and_is_asked_for_again(self):
        first = self.write(21)
        again = copy.deepcopy(first)
        again.id, again.started, again.ended = "again", first.ended + 0.6, first.ended + 0.7
        again.seen = first.seen
        first.code, first.ended, first.seen = 0, float("inf"), None
        self.history.gets.append(Get(ONE, again.started - 0.5, again.started - 0.1, again.seen))
        self.history.writes.append(again)
        self.assertEqual(judged(self.history), [])

    def test_a_lost_write(self):
        self.forget(16)
        self.expect("lost event")

    def test_a_lost_write_that_its_own_answer_does_not_show(self):
        write = self.write(18)
        self.forget(18)
        write.seen = None
        self.expect("acknowledged and lost")

    def test_a_lost_deletion(self):
        self.forget(17)
        self.expect("acknowledged and lost")

    def test_a_lost_deletion_of_what_had_finalizers(self):
        self.forget(22)
        self.expect("acknowledged and lost")

    def test_an_object_that_goes_before_its_last_finalizer(self):
        self.all.events.insert(-1, replace(self.event(22), rv=21))
        self.expect("two stories")

    def test_a_deletion_that_marks_nothing(self):
        for seen in (self.write(21).seen, self.event(21).seen):
            seen.content["deleting"] = False
        self.expect("acknowledged, but it stays")

    def test_a_write_that_is_gone_after_a_crash(self):
        self.history.listings[-1].items = []
        self.expect("lacks")

    def test_half_a_write(self):
        for seen in (self.write(16).seen, self.all.events[5].seen):
            seen.content["labels"]["tier"] = "silver"
        self.expect("not as written")

    def test_a_write_that_happened_twice(self):
        twice = replace(self.write(18).seen, rv=30, digest="d30", generation=1)
        self.all.events.append(Event(99, "MODIFIED", 30, twice))
        self.expect("nobody made")
        write = self.write(18)
        older = replace(twice, content=content_of({"tier": "gold"}, {"token": "other"}, {}))
        self.all.events[-1] = Event(99, "MODIFIED", 30, older)
        self.all.events.append(Event(99, "MODIFIED", 31, replace(twice, rv=31)))
        self.expect(f"{write} happened 2 times")

    def test_a_refused_write_that_is_there(self):
        write = self.write(18)
        write.code, write.reason, write.seen = 409, "AlreadyExists", None
        self.expect("refused, but done")

    def test_a_duplicate_event(self):
        self.all.events.insert(3, self.all.events[2])
        self.expect("duplicate event")

    def test_a_lost_event(self):
        del self.all.events[4]
        self.expect("lost event")

    def test_a_lost_event_before_a_bookmark(self):
        watch = self.history.watches[1]
        watch.events = [event for event in watch.events if event.rv != 18]
        self.expect("lost event")

    def test_reordered_events(self):
        events = self.all.events
        events[3], events[4] = events[4], events[3]
        self.expect("after 15 was told")

    def test_an_event_of_the_past_after_going_on(self):
        self.history.watches.append(Watch("late", EVERYTHING, 14, self.all.events[2:]))
        self.expect("13 @")

    def test_an_event_that_shows_another_content_than_others_saw(self):
        event = self.all.events[2]
        self.all.events[2] = replace(event, seen=replace(event.seen, digest="other"))
        self.expect("two stories")

    def test_a_wrong_type_of_event(self):
        self.all.events[2] = replace(self.all.events[2], type="ADDED")
        self.expect("expected MODIFIED")

    def test_an_object_that_left_the_selection_in_silence(self):
        watch = self.history.watches[1]
        self.assertEqual(watch.events[1].type, "DELETED")
        del watch.events[1]
        self.expect("lost event")

    def test_an_update_from_an_old_version_that_succeeded(self):
        self.write(13).base = 9
        self.expect("not on the version it was made from")

    def test_a_conflict_without_cause(self):
        refused = next(write for write in self.history.writes if write.code == 409)
        refused.base = 13
        self.expect("refused without cause")

    def test_a_read_that_found_nothing_where_something_was(self):
        self.history.gets[0].seen = None
        self.expect("a read of the past")

    def test_a_read_of_the_past(self):
        self.history.gets[0].seen = self.write(13).seen
        self.expect("a read of the past")

    def test_a_list_of_the_past(self):
        old = copy.deepcopy(self.history.listings[0])
        old.started += 50
        old.first_ended += 50
        self.history.listings.append(old)
        self.expect("was known before")

    def test_a_list_of_another_moment_than_was_asked_for(self):
        self.history.listings[1].asked = self.history.listings[1].rv - 1
        self.assertEqual(judged(self.history), [])
        self.history.listings[1].exact = True
        self.expect("not of the version it was asked for")

    def test_a_list_that_mixes_moments(self):
        self.history.listings[1].items[0] = self.write(13).seen
        self.expect("lacks")

    def test_pages_of_two_moments(self):
        self.history.listings[0].page_rvs[1] += 1
        self.expect("several versions")

    def test_a_page_that_counts_wrongly(self):
        self.history.listings[0].remaining[0] = 7
        self.expect("7 remain")

    def test_versions_that_go_back_over_a_crash(self):
        late = self.write(16)
        late.started, late.ended = late.started + 50, late.ended + 50
        self.expect("time travel")

    def test_an_object_with_two_identities(self):
        event = self.all.events[2]
        for seen in (event.seen, self.write(13).seen):
            object.__setattr__(seen, "uid", "u99")
        self.expect("another uid")

    def test_a_change_that_nobody_made(self):
        ghost = replace(self.write(18).seen, rv=35, digest="d35",
                        content=content_of({}, {"token": "ghost"}, {}))
        self.all.events.append(Event(99, "MODIFIED", 35, ghost))
        self.expect("nobody made")

    def test_a_bookmark_that_promises_too_much(self):
        self.history.watches[2].events.insert(0, Event(90, "BOOKMARK", 17))
        self.expect("after 17 was told")

    def test_a_beginning_that_leaves_something_out(self):
        state = [self.write(16).seen, self.write(12).seen]
        events = [Event(20, "ADDED", seen.rv, seen) for seen in state]
        end = Event(20, "BOOKMARK", 16, None, True)
        self.history.watches.append(Watch("begins", EVERYTHING, None, [*events, end]))
        self.assertEqual(judged(self.history), [])
        self.history.watches[-1].events = [events[0], end]
        self.expect("began at 16")


if __name__ == "__main__":
    unittest.main()
