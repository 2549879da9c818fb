#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists and watches as informers use them: versions, pages, selectors, bookmarks, the end.

Usage: protocol_watch_test.py PATH_TO_TELLTALE
"""

import sys
import time

from gadgets import (CONFIGMAPS, DEFINITIONS, GADGETS, ServerCase, config_map, definition, gadget,
                     main, path_of, revision, version)

FAR = 99_999_999


def brief(event):
    return event["type"], event["object"]["metadata"].get("name")


class Lists(ServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for number in range(7):
            body = gadget(f"a{number}", number, labels={"odd": str(number % 2)})
            assert cls.server.post(GADGETS, body).code == 201

    def listed(self, query=""):
        return self.done(self.server.get(f"{GADGETS}?{query}"))

    def names(self, query=""):
        return [item["metadata"]["name"] for item in self.listed(query)["items"]]

    def test_a_list_is_at_least_as_new_as_its_items(self):
        whole = self.listed()
        self.assertEqual(("GadgetList", "ref.example.com/v1"),
                         (whole["kind"], whole["apiVersion"]))
        self.assertGreaterEqual(revision(whole), max(map(revision, whole["items"])))
        self.assertTrue(all(i["kind"] == "Gadget" for i in whole["items"]))

    def test_an_empty_list_has_items(self):
        self.assertEqual([], self.listed("labelSelector=no%3Dbody")["items"])
        leases = self.server.get("/apis/coordination.k8s.io/v1/namespaces/default/leases")
        self.assertEqual([], self.done(leases)["items"])

    def test_pages_show_the_state_of_the_first(self):
        first = self.listed("limit=3&labelSelector=odd")
        self.assertNotIn("remainingItemCount", first["metadata"])
        first = self.listed("limit=3")
        self.assertEqual(self.listed()["items"].__len__() - 3,
                         first["metadata"]["remainingItemCount"])
        late = self.made(GADGETS, gadget("a3-late"))
        self.done(self.server.patch(GADGETS + "/a4", {"spec": {"size": 44}}))
        seen, token = list(first["items"]), first["metadata"]["continue"]
        while token:
            page = self.listed(f"limit=3&continue={token}")
            self.assertEqual(revision(first), revision(page))
            seen += page["items"]
            token = page["metadata"].get("continue")
        self.done(self.server.delete(path_of(late)))
        self.assertNotIn("a3-late", [i["metadata"]["name"] for i in seen])
        self.assertEqual([4], [i["spec"]["size"] for i in seen
                               if i["metadata"]["name"] == "a4"])
        self.done(self.server.patch(GADGETS + "/a4", {"spec": {"size": 4}}))

    def test_versions_and_matches_are_checked(self):
        now = revision(self.listed())
        for query in ("resourceVersion=0", f"resourceVersion={now}",
                      f"resourceVersion={now}&resourceVersionMatch=NotOlderThan",
                      f"resourceVersion={now}&resourceVersionMatch=Exact",
                      "resourceVersion=0&resourceVersionMatch=NotOlderThan",
                      "resourceVersion=0&limit=500"):
            with self.subTest(query):
                self.listed(query)
        for query in ("resourceVersionMatch=Exact", "resourceVersionMatch=NotOlderThan",
                      "resourceVersion=0&resourceVersionMatch=Exact", "sendInitialEvents=true",
                      f"resourceVersion={now}&resourceVersionMatch=Sometimes"):
            with self.subTest(query):
                self.refused(self.server.get(f"{GADGETS}?{query}"), 422, "Invalid")
        self.refused(self.server.get(f"{GADGETS}?resourceVersion=abc"), 400, "BadRequest")
        token = self.listed("limit=1")["metadata"]["continue"]
        answer = self.server.get(f"{GADGETS}?limit=1&continue={token}&resourceVersion={now}")
        self.refused(answer, 400, "BadRequest", "specifying resource version is not allowed")

    def test_an_exact_version_is_a_look_back(self):
        made = self.made(GADGETS, gadget("b-exact", 1))
        self.done(self.server.delete(path_of(made)))
        query = f"resourceVersion={revision(made)}&resourceVersionMatch=Exact"
        self.assertIn("b-exact", self.names(query))
        self.assertEqual(revision(made), revision(self.listed(query)))
        self.assertNotIn("b-exact", self.names())

    def test_a_version_of_the_future_is_waited_for_shortly(self):
        answer = self.server.get(f"{GADGETS}?resourceVersion={FAR}")
        status = self.refused(answer, 504, "Timeout", "Too large resource version")
        self.assertEqual("ResourceVersionTooLarge", status["details"]["causes"][0]["reason"])
        self.assertEqual((1, ["1"]), (status["details"]["retryAfterSeconds"],
                                      answer.headers["retry-after"]))

    def test_selectors_choose(self):
        for query, expected in (
                ("labelSelector=odd%3D1", ["a1", "a3", "a5"]),
                ("labelSelector=odd%3D%3D1", ["a1", "a3", "a5"]),
                ("labelSelector=odd!%3D1,odd", ["a0", "a2", "a4", "a6"]),
                ("labelSelector=odd+in+(0,2)", ["a0", "a2", "a4", "a6"]),
                ("labelSelector=odd+notin+(0),odd", ["a1", "a3", "a5"]),
                ("labelSelector=odd,!even&fieldSelector=metadata.name%3Da5", ["a5"]),
                ("fieldSelector=metadata.name%3Da1,metadata.namespace%3Ddefault", ["a1"]),
                ("fieldSelector=metadata.name!%3Da1,metadata.namespace!%3Ddefault", [])):
            with self.subTest(query):
                self.assertEqual(expected, self.names(query))
        for query in ("labelSelector=a+in", "labelSelector=%3D%3D", "fieldSelector=spec.size%3D1",
                      "fieldSelector=metadata.name", "labelSelector=-a", "labelSelector=a%3Db%2F"):
            with self.subTest(query):
                self.refused(self.server.get(f"{GADGETS}?{query}"), 400, "BadRequest")

    def test_a_collection_is_deleted_by_selectors(self):
        for name in ("c1", "c2", "c3"):
            self.made(GADGETS, gadget(name, labels={"coll": name}))
        path = f"{GADGETS}?labelSelector=coll+in+(c1,c2)"
        self.done(self.server.delete(path + "&dryRun=All"))
        self.assertEqual(["c1", "c2", "c3"], self.names("labelSelector=coll"))
        deleted = self.done(self.server.delete(path))
        self.assertEqual(("GadgetList", 2), (deleted["kind"], len(deleted["items"])))
        self.assertEqual(["c3"], self.names("labelSelector=coll"))
        self.done(self.server.delete(f"{GADGETS}?fieldSelector=metadata.name%3Dc3"))


class Watches(ServerCase):
    def watch(self, query, path=GADGETS):
        return self.server.watch(f"{path}?watch=true&{query}")

    def now(self):
        return revision(self.done(self.server.get(GADGETS + "?limit=1")))

    def test_changes_after_a_version_come_in_order_and_nothing_else(self):
        before = self.now()
        made = self.new_gadget()
        path = path_of(made)
        changed = self.done(self.server.patch(path, {"spec": {"size": 9}}))
        self.done(self.server.delete(path))
        with self.watch(f"resourceVersion={before}&timeoutSeconds=2") as watch:
            events = watch.rest()
        name = made["metadata"]["name"]
        self.assertEqual([("ADDED", name), ("MODIFIED", name), ("DELETED", name)],
                         [brief(event) for event in events])
        versions = [revision(event["object"]) for event in events]
        self.assertEqual([revision(made), revision(changed)], versions[:2])
        self.assertGreater(versions[2], versions[1])

    def test_without_a_version_and_from_zero_the_present_comes_first(self):
        name = self.new_gadget()["metadata"]["name"]
        for query in ("", "resourceVersion=0", "resourceVersion="):
            field = f"&fieldSelector=metadata.name%3D{name}"
            with self.subTest(query), self.watch(query + field) as watch:
                self.assertEqual(("ADDED", name), brief(watch.next()))
                self.done(self.server.patch(f"{GADGETS}/{name}",
                                            {"metadata": {"labels": {"q": f"x{len(query)}"}}}))
                self.assertEqual(("MODIFIED", name), brief(watch.next()))

    def test_the_old_prefix_watches_too(self):
        name = self.new_gadget()["metadata"]["name"]
        path = GADGETS.replace("/v1/", "/v1/watch/")
        with self.server.watch(f"{path}/{name}") as watch:
            self.assertEqual(("ADDED", name), brief(watch.next()))

    def test_beginning_and_ceasing_to_match_are_added_and_deleted(self):
        made = self.new_gadget()
        path, name = path_of(made), made["metadata"]["name"]
        with self.watch(f"resourceVersion={revision(made)}&labelSelector=team%3Dred") as watch:
            self.done(self.server.patch(path, {"metadata": {"labels": {"team": "red"}}}))
            last = self.done(self.server.patch(path, {"spec": {"size": 5}}))
            gone = self.done(self.server.patch(path, {"metadata": {"labels": {"team": "blue"}}}))
            self.assertEqual([("ADDED", name), ("MODIFIED", name)],
                             [brief(watch.next()), brief(watch.next())])
            event = watch.next()
            self.assertEqual(("DELETED", name), brief(event))
            self.assertEqual("red", event["object"]["metadata"]["labels"]["team"])
            self.assertEqual(last["spec"], event["object"]["spec"])
            self.assertEqual(revision(gone), revision(event["object"]))

    def test_what_changes_nothing_tells_nothing(self):
        made = self.new_gadget()
        path = path_of(made)
        with self.watch(f"resourceVersion={revision(made)}") as watch:
            for answer in (self.server.put(path, made),
                           self.server.patch(path, {"spec": {"size": 1}}),
                           self.server.patch(path, [], "json-patch+json"),
                           self.server.patch(path + "/status", {"metadata": {"labels": {"a": ""}}}),
                           self.server.patch(path + "?dryRun=All", {"spec": {"size": 2}})):
                self.assertEqual(revision(made), revision(self.done(answer)), answer.text)
            after = self.new_gadget()
            self.assertEqual(brief(watch.next()), ("ADDED", after["metadata"]["name"]))

    def test_bookmarks_come_before_the_end_to_those_who_ask(self):
        made = self.new_gadget()
        query = f"resourceVersion={revision(made)}&timeoutSeconds=2"
        with self.watch(query) as watch:
            self.assertEqual([], watch.rest())
        with self.watch(query + "&allowWatchBookmarks=true") as watch:
            events = watch.rest()
        self.assertEqual(["BOOKMARK"], [event["type"] for event in events])
        bookmark = events[0]["object"]
        self.assertEqual(("Gadget", "ref.example.com/v1"),
                         (bookmark["kind"], bookmark["apiVersion"]))
        self.assertLessEqual(bookmark["metadata"].keys(), {"resourceVersion", "creationTimestamp"})
        self.assertGreaterEqual(revision(bookmark), revision(made))

    def test_a_watch_ends_when_it_was_asked_to(self):
        started = time.monotonic()
        with self.watch(f"resourceVersion={self.now()}&timeoutSeconds=1") as watch:
            self.assertIsNone(watch.next(20))
        self.assertGreaterEqual(time.monotonic() - started, 0.9)

    def test_a_list_may_be_streamed(self):
        self.new_gadget()
        query = ("sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                 "&allowWatchBookmarks=true{}")
        for more in ("", "&resourceVersion=0", f"&resourceVersion={self.now()}"):
            names = {i["metadata"]["name"] for i in self.server.get(GADGETS).json["items"]}
            with self.subTest(more), self.watch(query.format(more)) as watch:
                seen = set()
                while (event := watch.next())["type"] == "ADDED":
                    seen.add(event["object"]["metadata"]["name"])
                self.assertEqual(names, seen)
                self.assertEqual("BOOKMARK", event["type"])
                self.assertEqual({"k8s.io/initial-events-end": "true"},
                                 event["object"]["metadata"]["annotations"])
                name = self.new_gadget()["metadata"]["name"]
                self.assertEqual(("ADDED", name), brief(watch.next()))
        for wrong in ("sendInitialEvents=true", "sendInitialEvents=false",
                      "sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1",
                      "resourceVersionMatch=NotOlderThan&resourceVersion=1"):
            with self.subTest(wrong):
                answer = self.server.get(f"{GADGETS}?watch=1&{wrong}")
                self.refused(answer, 422, "Invalid")

    def test_all_watchers_see_the_same_order(self):
        start = self.now()
        watches = [self.watch(f"resourceVersion={start}") for _ in range(3)]
        for number in range(20):
            self.new_gadget(number)
        orders = [[brief(watch.next()) for _ in range(20)] for watch in watches]
        for watch in watches:
            watch.close()
        self.assertEqual(orders[0], orders[1])
        self.assertEqual(orders[1], orders[2])

    def test_a_version_from_the_future_asks_for_a_new_list_or_waits(self):
        with self.watch(f"resourceVersion={FAR}&timeoutSeconds=1") as watch:
            events = watch.rest(20)
        self.assertIn([event["type"] for event in events], ([], ["ERROR"]))

    def test_a_watch_that_was_asked_for_nonsense_is_refused(self):
        self.refused(self.server.get(f"{GADGETS}?watch=1&resourceVersion=abc"), 500, None)
        self.refused(self.server.get(f"{GADGETS}?watch=1&labelSelector=%28"), 400, "BadRequest")

    def test_watches_of_a_definition_that_goes_are_ended(self):
        self.made(DEFINITIONS, definition("Widget"))
        path = "/apis/ref.example.com/v1/namespaces/default/widgets"
        body = {**gadget("w1"), "kind": "Widget"}
        self.made(path, body)
        with self.server.watch(path + "?watch=1") as watch:
            self.assertEqual(("ADDED", "w1"), brief(watch.next()))
            self.done(self.server.delete(f"{DEFINITIONS}/widgets.ref.example.com"))
            self.assertEqual([("DELETED", "w1")], [brief(event) for event in watch.rest()])

    def test_watches_of_different_versions_speak_their_own(self):
        self.made(DEFINITIONS, definition("Twin", versions=[version("v1", storage=True),
                                                            version("v2")]))
        path = "/apis/ref.example.com/{}/namespaces/default/twins"
        self.made(path.format("v1"), {**gadget("t1"), "kind": "Twin"})
        for name in ("v1", "v2"):
            with self.server.watch(path.format(name) + "?watch=1") as watch:
                self.assertEqual(f"ref.example.com/{name}", watch.next()["object"]["apiVersion"])


class History(ServerCase):
    def test_what_was_forgotten_is_said_to_be_so(self):
        first = self.made(CONFIGMAPS, config_map("big"))
        for _ in range(3):
            self.made(CONFIGMAPS, config_map(self.name()))
        page = self.done(self.server.get(CONFIGMAPS + "?limit=1"))
        self.assertTrue(page["metadata"]["continue"])
        for number in range(140):
            body = config_map("big", {"k": f"{number:4}" + "x" * 500_000})
            self.done(self.server.put(CONFIGMAPS + "/big", body))
        with self.server.watch(f"{CONFIGMAPS}?watch=1&resourceVersion={revision(first)}") as watch:
            events = watch.rest()
        self.assertEqual((1, "ERROR"), (len(events), events[0]["type"]))
        status = events[0]["object"]
        self.assertEqual(("Status", "Expired", 410),
                         (status["kind"], status["reason"], status["code"]))
        self.assertRegex(status["message"], r"^too old resource version: \d+ \(\d+\)$")
        exact = f"resourceVersion={revision(first)}&resourceVersionMatch=Exact"
        self.refused(self.server.get(f"{CONFIGMAPS}?{exact}"), 410, "Expired")
        token = page["metadata"]["continue"]
        answer = self.server.get(f"{CONFIGMAPS}?limit=1&continue={token}")
        status = self.refused(answer, 410, "Expired")
        fresh = status["metadata"]["continue"]
        rest = self.done(self.server.get(f"{CONFIGMAPS}?limit=500&continue={fresh}"))
        self.assertNotIn(page["items"][0]["metadata"]["name"],
                         [item["metadata"]["name"] for item in rest["items"]])


if __name__ == "__main__":
    main(sys.argv)
