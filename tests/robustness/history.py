# SPDX-License-Identifier: Apache-2.0
"""What clients of an API server did and saw, with times: the material that checker.py judges.

Times are seconds of one monotonic clock. A write that was never answered ends at NEVER: whether it
happened is open, but only all of it or nothing."""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import Optional

NEVER = float("inf")
MANAGERS = ("a", "b")  # each applies a field of its own in status


@dataclass(frozen=True)
class Key:
    kind: str
    namespace: str
    name: str

    def __str__(self):
        return f"{self.kind} {self.namespace}/{self.name}"


@dataclass(frozen=True)
class Seen:
    """One version of one object, as somebody was shown it."""
    key: Key
    rv: int
    uid: str
    generation: int
    content: dict  # labels, data, status, finalizers, deleting: what the test writes
    digest: str  # of everything but the version: two who saw the same version saw the same bytes


def content_of(labels, data, status, finalizers=(), deleting=False):
    return {"labels": dict(labels or {}), "data": dict(data or {}), "status": dict(status or {}),
            "finalizers": list(finalizers or []), "deleting": deleting}


def encoded(data):
    """As Secrets carry it; None, which takes a member away, stays."""
    return {name: None if text is None else base64.b64encode(text.encode()).decode()
            for name, text in data.items()}


def see(kind, item):
    """Reads an object of the wire. ConfigMaps keep their text in data, Secrets in base64, the
    others in spec."""
    metadata = dict(item.get("metadata") or {})
    rv = int(metadata.pop("resourceVersion"))
    data = item.get("spec") if "spec" in item else item.get("data")
    if kind == "Secret":
        data = {name: base64.b64decode(text).decode() for name, text in (data or {}).items()}
    body = {name: value for name, value in item.items() if name not in ("kind", "apiVersion")}
    text = json.dumps({**body, "metadata": metadata}, sort_keys=True)
    return Seen(Key(kind, metadata.get("namespace", ""), metadata["name"]), rv,
                metadata.get("uid", ""), metadata.get("generation", 0),
                content_of(metadata.get("labels"), data, item.get("status"),
                           metadata.get("finalizers"), "deletionTimestamp" in metadata),
                hashlib.sha1(text.encode()).hexdigest()[:12])


@dataclass
class Write:
    """verb: create, update (from a version), replace (whatever is there), patch, apply, delete."""
    id: str  # stands in the content that it writes
    verb: str
    key: Key
    base: Optional[int] = None  # the version that must be there
    labels: dict = field(default_factory=dict)
    data: dict = field(default_factory=dict)
    manager: str = ""
    finalizers: Optional[list] = None  # None: as they are
    started: float = 0
    ended: float = NEVER
    code: int = 0  # 0: no answer
    reason: str = ""
    seen: Optional[Seen] = None  # what the answer shows
    uid: str = ""  # of what is gone through it

    @property
    def acknowledged(self):
        return 200 <= self.code < 300

    @property
    def open(self):
        """Nobody knows whether it happened."""
        return self.code == 0 or self.code >= 500

    def outcome(self, before):
        """The content that this write makes of what was there; None: the object is gone."""
        after = self.changed(before)
        return after if after["finalizers"] or not after["deleting"] else None

    def changed(self, before):
        if self.verb == "delete":
            return {**before, "deleting": True}
        if self.verb == "apply":
            return {**before, "status": {**before["status"], self.manager: self.id}}
        if self.verb != "patch":
            return content_of(self.labels, self.data, before["status"] if before else {},
                              self.finalizers, before["deleting"] if before else False)
        merged = {**before["data"], **self.data}
        return {**before, "labels": {**before["labels"], **self.labels},
                "data": {name: value for name, value in merged.items() if value is not None},
                "finalizers": before["finalizers"] if self.finalizers is None else self.finalizers}

    def __str__(self):
        end = "never" if self.ended == NEVER else f"{self.ended:.4f}"
        base = "" if self.base is None else f" from {self.base}"
        made = f" made {self.seen.rv}" if self.seen else ""
        return (f"{self.id} {self.verb} {self.key}{base}: {self.code} {self.reason}{made}"
                f" [{self.started:.4f} .. {end}]")


@dataclass
class Get:
    key: Key
    started: float
    ended: float
    seen: Optional[Seen]  # None: 404

    def __str__(self):
        shown = f"at {self.seen.rv}" if self.seen else "404"
        return f"get {self.key}: {shown} [{self.started:.4f} .. {self.ended:.4f}]"


@dataclass(frozen=True)
class Filter:
    """Which objects a list or watch asks for."""
    kind: str
    namespace: str = ""  # empty: all
    tier: str = ""  # a label
    name: str = ""

    def takes_key(self, key):
        return (key.kind == self.kind and self.namespace in ("", key.namespace)
                and self.name in ("", key.name))

    def takes(self, seen):
        return (seen is not None and self.takes_key(seen.key)
                and self.tier in ("", seen.content["labels"].get("tier")))

    @property
    def selects(self):
        return bool(self.tier or self.name)


@dataclass
class Listing:
    """All pages of one list."""
    filter: Filter
    fresh: bool  # nothing older than what was acknowledged before it began
    started: float
    first_ended: float  # the first page fixes what is shown
    ended: float = NEVER
    asked: int = 0  # nothing older than this version,
    exact: bool = False  # or exactly this one
    rv: int = 0
    page_rvs: list = field(default_factory=list)
    page_sizes: list = field(default_factory=list)
    remaining: list = field(default_factory=list)  # as each page says; None: not said
    items: list = field(default_factory=list)

    def __str__(self):
        return (f"list {self.filter} at {self.rv}, {len(self.items)} items in "
                f"{len(self.page_rvs)} pages [{self.started:.4f} .. {self.ended:.4f}]")


@dataclass(frozen=True)
class Event:
    time: float
    type: str  # ADDED, MODIFIED, DELETED, BOOKMARK
    rv: int
    seen: Optional[Seen] = None
    ends_initial: bool = False

    def __str__(self):
        what = self.seen.key if self.seen else ""
        return f"{self.type} {what} {self.rv} @{self.time:.4f}"


@dataclass
class Watch:
    """One connection of a watcher, from its start to its end."""
    watcher: str
    filter: Filter
    after: Optional[int]  # None: begins with everything that is there
    events: list = field(default_factory=list)

    def __str__(self):
        return f"watch {self.watcher} {self.filter} after {self.after}"


@dataclass
class History:
    base_rv: int = 0
    base: list = field(default_factory=list)  # what was there before anybody wrote
    writes: list = field(default_factory=list)
    gets: list = field(default_factory=list)
    listings: list = field(default_factory=list)
    watches: list = field(default_factory=list)
    crashes: list = field(default_factory=list)  # times
