#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`telltale run` beside an API server that is not well: watches that end with 410 at once, streams
that end after every event, objects that flip without end, a workload cluster whose Nodes never
stop. It rests between its attempts, says little, writes little, holds little, and goes on
afterwards.

Usage: controller_test.py PATH_TO_TELLTALE
"""

import base64
import itertools
import threading
import time

from hostile import TELLTALE, Meter, note, sized
from hostile import main as hostile_main
import live_objects as objects  # hostile says where they lie
from live_server import LiveCase, Settings, path_of

from false_server import GONE, FalseServer

STORM_SECONDS = sized(8, 60)
FLIP_SECONDS = sized(6, 40)
FLIPS_PER_SECOND = 100
EVENTS_MAX = 25 + 5  # a burst, then one every five minutes
GROWTH_MIB_MAX = 200
NODES_HELD_MAX = 20_000
NODES_GROWTH_MIB_MAX = 300  # the fault took 856
QPS = 100  # of `run`, by default
BURST = 200


def is_list(method, path, query):
    return method == "GET" and "watch" not in query and "limit" in query


def is_watch(method, path, query):
    return method == "GET" and query.get("watch") in ("1", "true")


class Controller(LiveCase):
    own_server = True

    def make(self, name):
        objects.make_cluster(self.server, self.space, name)
        objects.make_machine(self.server, self.space, name, name)

    def false_server(self, lie=None):
        false = FalseServer(self.server.api, lie)
        self.addCleanup(false.close)
        return false

    def run_beside(self, false, *flags):
        self.server.namespace(f"{self.space}-own")
        return self.run_telltale(*flags, kubeconfig=false.kubeconfig(self.server.home))

    def goes_on(self, name, reason):
        self.server.set_status("DockerMachine", self.space, name,
                               objects.infrastructure_status(False, reason))
        self.expect_condition("Machine", self.space, name, "InfrastructureReady", "False", reason)


class Storms(Controller):
    def storm(self, name, tell, watches_max):
        """Every watch is answered by `tell`; what is asked is counted."""
        storming = threading.Event()

        def lie(handler, parts):
            if storming.is_set() and is_watch(*parts):
                tell(handler)
                return True
            return False
        false = self.false_server(lie)
        self.make(name)
        run = self.run_beside(false, "--no-remote")
        self.expect_condition("Machine", self.space, name, "InfrastructureReady", "True")
        watched = len({path for _, *asked in false.asked if is_watch(*asked)
                       for path in [asked[1]]})
        self.assertGreater(watched, 5)
        meter = Meter(run.process.pid)
        meter.start()
        logged = len(run.logged())
        storming.set()
        false.mend()  # whoever watches must ask anew
        began = time.monotonic()
        self.meanwhile(STORM_SECONDS)
        lists, watches = (false.count(began, what=what) for what in (is_list, is_watch))
        late = false.count(began + STORM_SECONDS / 2) / (STORM_SECONDS / 2)
        storming.clear()
        meter.stop()
        note(f"{name}: {watched} kinds", f"{lists} lists, {watches} watches",
             f"{(lists + watches) / STORM_SECONDS:.1f} requests/s, {late:.1f} in the second half",
             f"{len(run.logged()) - logged} bytes logged",
             f"{meter.before[0]:.0f} to {meter.after[1]:.0f} MiB", seconds=STORM_SECONDS)
        self.assertTrue(run.running(), run.tail())
        self.assertLess(watches, watches_max(watched), "it rests between its attempts")
        self.assertLess(lists, watches_max(watched))
        self.assertLess(meter.growth, GROWTH_MIB_MAX)
        self.assertLess(len(run.logged()) - logged, 1 << 20, "it does not say so each time")
        self.goes_on(name, "AfterTheStorm")

    def test_watches_that_end_with_410(self):
        turns = itertools.count()

        def tell(handler):
            if next(turns) % 2:
                handler.say(410, GONE["object"])
            else:
                handler.say(200, GONE)
        # Twice as long each time, from 0.8 s on: 0.8 + 1.6 + 3.2 + 6.4 + 12.8 and so on up to 30.
        self.storm("gone", tell, lambda kinds: kinds * (5 + STORM_SECONDS / 10))

    def test_watches_that_end_after_every_event(self):
        self.server.create("ConfigMap", self.space, "news")
        newest, ending = ["0"], threading.Event()

        def write():
            for number in itertools.count():
                if ending.wait(0.02):
                    return
                newest[0] = self.server.change("ConfigMap", self.space, "news", {
                    "data": {"k": str(number)}})["metadata"]["resourceVersion"]
        threading.Thread(target=write, daemon=True).start()
        self.addCleanup(ending.set)

        def tell(handler):
            handler.say(200, {"type": "BOOKMARK", "object": {
                "metadata": {"resourceVersion": newest[0]}}})
        # Each one brings news, so that the next may be asked for at once: the agreed rate holds.
        self.storm("ended", tell, lambda kinds: 1.5 * QPS * STORM_SECONDS + BURST)


class Floods(Controller):
    def test_an_object_that_flips_without_end(self):
        self.make("flips")
        run = self.run_telltale("--no-remote")
        self.expect_condition("Machine", self.space, "flips", "InfrastructureReady", "True")
        meter = Meter(run.process.pid)
        meter.start()
        path = path_of("DockerMachine", self.space, "flips")
        connection = self.server.api.connect()
        self.addCleanup(connection.close)
        before, began, flips = self.server.writes(), time.monotonic(), 0
        while time.monotonic() - began < FLIP_SECONDS:
            flips += 1
            changed = self.server.api.patch(f"{path}/status", {
                "status": objects.infrastructure_status(flips % 2 == 0, f"Step{flips}")},
                connection=connection)
            self.assertEqual(200, changed.code, changed.text)
            time.sleep(max(0.0, began + flips / FLIPS_PER_SECOND - time.monotonic()))
        self.expect_condition("Machine", self.space, "flips", "InfrastructureReady",
                              "True" if flips % 2 == 0 else "False", f"Step{flips}")
        events = len(self.server.events(self.space, "flips"))
        writes = self.server.writes() - before - flips
        meter.stop()
        note(f"flips, {flips / FLIP_SECONDS:.0f} a second",
             f"{events} Events, {writes} writes of telltale for {flips} changes",
             f"{meter.before[0]:.0f} to {meter.after[1]:.0f} MiB", seconds=FLIP_SECONDS)
        # At most as many status writes as changes, on the Machine and its owners.
        self.assertLess(events, EVENTS_MAX)
        self.assertLess(writes, 3 * flips + EVENTS_MAX)
        self.assertLess(meter.growth, GROWTH_MIB_MAX)
        self.goes_on("flips", "AtRest")

    def test_nodes_without_end(self):
        """A workload cluster, declared by a Secret, that lists Nodes for ever."""
        pages = itertools.count()
        filler = "x" * 200

        def lie(handler, parts):
            method, path, query = parts
            if path != "/api/v1/nodes" or is_watch(*parts):
                return False
            page = next(pages)
            handler.say(200, {
                "kind": "NodeList", "apiVersion": "v1",
                "metadata": {"resourceVersion": "10", "continue": f"more{page}"},
                "items": [{"metadata": {"name": f"n{page}-{number}", "annotations": {"f": filler},
                                        "uid": f"{page}-{number}"},
                           "status": objects.node_status()} for number in range(500)]})
            return True
        false = self.false_server(lie)
        self.make("endless")
        with open(false.kubeconfig(self.server.home, "workload"), "rb") as file:
            config = base64.b64encode(file.read()).decode()
        self.server.create("Secret", self.space, "endless-kubeconfig", more={
            "data": {"value": config}, "type": "cluster.x-k8s.io/secret"},
            labels={objects.CLUSTER_LABEL: "endless"})
        run = self.run_telltale(ready=False)
        meter = Meter(run.process.pid)
        meter.start()
        began = time.monotonic()
        self.eventually(lambda: false.count(what=lambda _, path, __: path == "/api/v1/nodes") > 5,
                        "its Nodes are listed")

        def has_ended():
            before = next(pages)
            self.meanwhile(3)
            return next(pages) == before + 1
        self.eventually(has_ended, "it is cut off", 120)
        held = next(pages) * 500
        meter.stop()
        note("Nodes without end", f"cut off after {held} Nodes",
             f"{meter.before[0]:.0f} to {meter.after[1]:.0f} MiB",
             seconds=time.monotonic() - began)
        self.assertLess(held, 3 * NODES_HELD_MAX)
        self.assertLess(meter.growth, NODES_GROWTH_MIB_MAX)
        self.eventually(lambda: "was cut off" in str(self.server.read(
            "Machine", self.space, "endless")) or "was cut off" in str(self.server.read(
                "Cluster", self.space, "endless")) or "was cut off" in run.logged(),
            "and said so")
        self.goes_on("endless", "Meanwhile")


def main():
    hostile_main(before=lambda: setattr(Settings, "telltale", TELLTALE[0]))


if __name__ == "__main__":
    main()
