# SPDX-License-Identifier: Apache-2.0
"""Clients that write, read and watch at once, and write down what they did and saw."""

import asyncio
import time

from history import (MANAGERS, NEVER, Event, Filter, Get, Key, Listing, Watch, Write, encoded,
                     see)
from wire import Client, NoAnswer, NotSent

GROUP = "robustness.example.com"
PLURALS = {"ConfigMap": "configmaps", "Secret": "secrets", "Widget": "widgets"}
ROOTS = {"ConfigMap": "/api/v1", "Secret": "/api/v1", "Widget": f"/apis/{GROUP}/v1"}
NAMESPACES = ("left", "right")
TIERS = ("gold", "silver", "lead")
FINALIZER = f"{GROUP}/hold"
PATIENCE_MAX = 100  # times a watcher is told that history is gone
PAUSE = 0.02  # before asking again where nobody answered

DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": f"widgets.{GROUP}"},
    "spec": {"group": GROUP, "scope": "Namespaced",
             "names": {"plural": "widgets", "singular": "widget", "kind": "Widget"},
             "versions": [{"name": "v1", "served": True, "storage": True,
                           "subresources": {"status": {}},
                           "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                               part: {"type": "object",
                                      "additionalProperties": {"type": "string"}}
                               for part in ("spec", "status")}}}}]}}


def path_of(kind, namespace="", name=""):
    space = f"/namespaces/{namespace}" if namespace else ""
    return f"{ROOTS[kind]}{space}/{PLURALS[kind]}" + (f"/{name}" if name else "")


def part_of(kind, data):
    """What a write says, where its kind keeps it."""
    if kind == "Widget":
        return {"spec": data}
    return {"data": encoded(data) if kind == "Secret" else data}


def object_of(write):
    key = write.key
    metadata = {"name": key.name, "namespace": key.namespace, "labels": write.labels}
    if write.base is not None:
        metadata["resourceVersion"] = str(write.base)
    if write.finalizers is not None:
        metadata["finalizers"] = write.finalizers
    version = f"{GROUP}/v1" if key.kind == "Widget" else "v1"
    return {"apiVersion": version, "kind": key.kind, "metadata": metadata,
            **part_of(key.kind, write.data)}


def query_of(wanted):
    query = ""
    if wanted.tier:
        query += f"&labelSelector=tier%3D{wanted.tier}"
    if wanted.name:
        query += f"&fieldSelector=metadata.name%3D{wanted.name}"
    return query


class Field:
    """What all clients share: the servers, the keys and the book they write into."""

    def __init__(self, servers, history, seed, keys_per_kind):
        self.servers = servers
        self.seed = seed  # in the names of writes: what an earlier round wrote is still there
        self.history = history
        self.keys = [Key(kind, namespace, f"k{number}") for kind in PLURALS
                     for namespace in NAMESPACES for number in range(keys_per_kind)]
        self.writing = True
        self.answering = asyncio.Event()  # not set: no server is there
        self.answering.set()
        self.troubles = []
        self.expired = 0
        self.gaps = 0  # what nobody saw

    def client(self, random):
        return Client(random.choice(self.servers))

    async def pause(self):
        """Before asking again where nobody answered; not while nobody can."""
        await asyncio.sleep(PAUSE)
        await self.answering.wait()


class Clients:
    """Asks one server or another; a new connection now and then."""

    def __init__(self, field, random):
        self.field, self.random = field, random
        self.clients = [Client(server) for server in field.servers]

    async def ask(self, *request):
        return await self.random.choice(self.clients).ask(*request)

    def close(self):
        for client in self.clients:
            client.close()


class Writer:
    def __init__(self, field, name, random):
        self.field, self.name, self.random = field, name, random
        self.clients = Clients(field, random)
        self.count = 0
        self.last = {}  # the newest version of each key that this writer knows

    async def run(self):
        while self.field.writing:
            await self.step()
        self.clients.close()

    async def step(self):
        key = self.random.choice(self.field.keys)
        known = self.last.get(key)
        verbs = ["patch", "patch", "delete", "get"]
        verbs += ["apply"] * 2 if key.kind == "Widget" else ["replace"]
        if known:
            verbs += ["update"] * 3 + ["patch-from", "delete-from", "change-nothing"]
        else:
            verbs += ["create"] * 4
        verb = self.random.choice(verbs)
        if verb == "get":
            await self.get(key)
        elif verb == "change-nothing":
            await self.change_nothing(key, known)
        else:
            await self.write(self.plan(key, verb, known))

    def new_write(self, verb, key):
        self.count += 1
        return Write(f"{self.field.seed}-{self.name}-{self.count}", verb, key)

    def plan(self, key, verb, known):
        write = self.new_write(verb.split("-")[0], key)
        if verb in ("update", "patch-from", "delete-from"):
            write.base = known.rv
        write.labels = {"tier": self.random.choice(TIERS)}
        write.data = {"token": write.id, f"by-{self.name}": write.id}
        if verb == "create" and self.random.random() < 0.3:
            write.finalizers = [FINALIZER]
        elif verb == "update":
            write.data = {**known.content["data"], **write.data}
            write.finalizers = known.content["finalizers"]
        elif write.verb == "patch" and self.random.random() < 0.3:
            write.data[f"by-{self.random.choice(['w0', 'w1', 'w2'])}"] = None
        elif write.verb == "patch" and self.random.random() < 0.5:
            write.finalizers = []
        elif verb == "apply":
            write.manager = self.random.choice(MANAGERS)
        return write

    def request(self, write):
        key, path = write.key, path_of(write.key.kind, write.key.namespace, write.key.name)
        whole = object_of(write)
        if write.verb == "create":
            return "POST", path_of(key.kind, key.namespace), whole
        if write.verb in ("update", "replace"):
            return "PUT", path, whole
        if write.verb == "patch":
            return ("PATCH", path, {"metadata": whole["metadata"], **part_of(key.kind, write.data)},
                    "application/merge-patch+json")
        if write.verb == "apply":
            body = {"apiVersion": whole["apiVersion"], "kind": key.kind,
                    "metadata": {"name": key.name}, "status": {write.manager: write.id}}
            return ("PATCH", f"{path}/status?fieldManager={write.manager}&force=true", body,
                    "application/apply-patch+yaml")
        body = {"kind": "DeleteOptions", "apiVersion": "v1"}
        if write.base is not None:
            body["preconditions"] = {"resourceVersion": str(write.base)}
        return "DELETE", path, body

    async def write(self, write):
        write.started = time.monotonic()
        try:
            code, answer = await self.clients.ask(*self.request(write))
        except NotSent:
            await self.field.pause()
            return write
        except NoAnswer:
            self.field.history.writes.append(write)
            return write
        write.ended, write.code = time.monotonic(), code
        write.reason = answer.get("reason", "") if answer.get("kind") == "Status" else ""
        self.take(write, answer)
        self.field.history.writes.append(write)
        if write.open:
            await self.field.pause()
        if code == 500 or (code > 400 and code not in (404, 409, 429, 503, 504)):
            self.field.troubles.append(f"{write}: {answer}")
        return write

    def take(self, write, answer):
        if write.acknowledged and answer["kind"] == "Status":
            write.uid = answer["details"]["uid"]
        elif write.acknowledged:
            write.seen = see(write.key.kind, answer)
            content = write.seen.content
            if write.verb != "delete" and content["deleting"] and not content["finalizers"]:
                # The last finalizer is gone and with it the object; no version shows it so.
                write.uid, write.seen = write.seen.uid, None
            elif write.verb == "delete":
                self.field.history.gets.append(Get(write.key, write.started, write.ended,
                                                   write.seen))
        if write.seen:
            self.last[write.key] = write.seen
        elif write.code == 404 or write.verb == "delete" or self.random.random() < 0.5:
            self.last.pop(write.key, None)

    async def get(self, key):
        await self.read(key, "GET", path_of(key.kind, key.namespace, key.name))

    async def change_nothing(self, key, known):
        """A write of what is there writes nothing, and so is a read."""
        body = {"metadata": {"resourceVersion": str(known.rv)},
                **part_of(key.kind, {"token": known.content["data"].get("token")})}
        await self.read(key, "PATCH", path_of(key.kind, key.namespace, key.name), body,
                        "application/merge-patch+json")

    async def read(self, key, *request):
        started = time.monotonic()
        try:
            code, answer = await self.clients.ask(*request)
        except (NotSent, NoAnswer):
            await self.field.pause()
            return
        if code in (200, 404):
            seen = see(key.kind, answer) if code == 200 else None
            self.field.history.gets.append(Get(key, started, time.monotonic(), seen))
            if seen:
                self.last[key] = seen
        elif code == 409 and request[0] == "PATCH":
            self.last.pop(key, None)
        elif code not in (429, 503, 504):
            self.field.troubles.append(f"{request[0]} {key}: {code} {answer}")


def some_filter(random, field):
    """Everything, one namespace, a label or one name."""
    key = random.choice(field.keys)
    choice = random.choice(("all", "all", "space", "tier", "tier", "both", "name"))
    return Filter(key.kind, namespace=key.namespace if choice in ("space", "both", "name") else "",
                  tier=random.choice(TIERS) if choice in ("tier", "both") else "",
                  name=key.name if choice == "name" else "")


class Lister:
    def __init__(self, field, random):
        self.field, self.random = field, random
        self.clients = Clients(field, random)

    async def run(self):
        while self.field.writing:
            await self.list(some_filter(self.random, self.field),
                            limit=self.random.choice((0, 0, 3, 7, 50)),
                            version=self.some_version())
            await asyncio.sleep(self.random.random() * 0.2)
        self.clients.close()

    def some_version(self):
        """Mostly the newest; or anything, or one that was shown before, or nothing older."""
        choice = self.random.random()
        past = self.field.history.listings[-20:]
        if choice < 0.6 or not past:
            return ""
        if choice < 0.7:
            return "&resourceVersion=0"
        match = "Exact" if choice < 0.85 else "NotOlderThan"
        rv = self.random.choice(past).rv
        return f"&resourceVersion={rv}&resourceVersionMatch={match}"

    async def list(self, wanted, limit=0, version=""):
        """All pages of one list, or None when it was cut short."""
        path = f"{path_of(wanted.kind, wanted.namespace)}?limit={limit}{query_of(wanted)}"
        listing = Listing(wanted, not version, time.monotonic(), NEVER)
        if "Match" in version:
            listing.asked = int(version.split("=")[1].split("&")[0])
            listing.exact = version.endswith("Exact")
        more = ""
        while True:
            try:
                code, answer = await self.clients.ask("GET", path + (more or version))
            except (NotSent, NoAnswer):
                await self.field.pause()
                return None
            if code != 200:
                self.refused(listing, code, answer)
                return None
            self.add_page(listing, answer)
            more = answer["metadata"].get("continue")
            if not more:
                break
            more = f"&continue={more}"
            await asyncio.sleep(self.random.random() * 0.02)
        self.field.history.listings.append(listing)
        return listing

    def refused(self, listing, code, answer):
        if code == 410:
            self.field.expired += 1
        elif code not in (429, 503, 504):
            self.field.troubles.append(f"{listing}: {code} {answer}")

    @staticmethod
    def add_page(listing, answer):
        listing.ended = time.monotonic()
        if not listing.page_rvs:
            listing.first_ended = listing.ended
            listing.rv = int(answer["metadata"]["resourceVersion"])
        listing.page_rvs.append(int(answer["metadata"]["resourceVersion"]))
        listing.page_sizes.append(len(answer["items"]))
        listing.remaining.append(answer["metadata"].get("remainingItemCount"))
        listing.items += [see(listing.filter.kind, item) for item in answer["items"]]


class Watcher:
    """Watches for ever: goes on from the last version it saw when it was cut off. Where one server
    has forgotten what was before, another may know, and one who must miss nothing asks until it
    does."""

    def __init__(self, field, name, wanted, random, after=None):
        self.field, self.name, self.filter, self.random = field, name, wanted, random
        self.rv = after  # None: begin with what is there
        self.must_miss_nothing = after is not None
        self.patience = PATIENCE_MAX
        self.reached = 0

    async def run(self):
        while True:
            if self.rv is None and self.random.random() < 0.5:
                lister = Lister(self.field, self.random)
                listing = await lister.list(self.filter)
                lister.clients.close()
                self.rv = listing.rv if listing else None
            watch = Watch(self.name, self.filter, self.rv)
            self.field.history.watches.append(watch)
            try:
                await self.follow(watch)
                if not watch.events:
                    await self.field.pause()
            except NotSent:
                self.field.history.watches.remove(watch)
                await self.field.pause()
            except NoAnswer:
                pass

    def path(self):
        path = f"{path_of(self.filter.kind, self.filter.namespace)}?watch=1{query_of(self.filter)}"
        path += "&allowWatchBookmarks=true"
        if self.random.random() < 0.5:
            path += f"&timeoutSeconds={self.random.randrange(1, 6)}"
        if self.rv is None:
            return path + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
        return path + f"&resourceVersion={self.rv}"

    async def follow(self, watch):
        patience = self.random.choice((NEVER, 20, 100, 400))  # events until it hangs up by itself
        client = self.field.client(self.random)
        stream = client.watch(self.path())
        try:
            async for code, line in stream:
                if code != 200:
                    self.refused(watch, code, line)
                    return
                if line["type"] == "ERROR":
                    self.refused(watch, line["object"].get("code"), line)
                    return
                self.take(watch, line)
                if len(watch.events) >= patience and self.field.writing:
                    return
        finally:
            await stream.aclose()

    def take(self, watch, line):
        item = line["object"]
        metadata = item["metadata"]
        rv = int(metadata["resourceVersion"])
        now = time.monotonic()
        if line["type"] == "BOOKMARK":
            ends = (metadata.get("annotations") or {}).get("k8s.io/initial-events-end") == "true"
            watch.events.append(Event(now, "BOOKMARK", rv, None, ends))
        else:
            ends = False
            watch.events.append(Event(now, line["type"], rv, see(self.filter.kind, item)))
        # What is there at the beginning comes in the order of names.
        if self.rv is not None or ends:
            self.rv = rv
            self.patience = PATIENCE_MAX
            self.reached = max(self.reached, rv)

    def refused(self, watch, code, answer):
        if code == 410:
            self.field.expired += 1
            self.patience -= 1
            if self.patience == 0 and self.must_miss_nothing:
                self.field.gaps += 1
            if self.patience <= 0 or not self.must_miss_nothing:
                self.rv = None
        elif code not in (429, 503, 504):
            self.field.troubles.append(f"{watch}: {code} {answer}")
