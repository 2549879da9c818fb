# SPDX-License-Identifier: Apache-2.0
"""A world, and the objects of a case on the way from that world to its own.

An object is called `Kind name`, or `Kind namespace/name` where the name alone is not enough; what
is inside it by a path such as `status.conditions[Ready].reason`. Errors are ValueErrors that say
what is missing; who calls knows the line.
"""

import copy
import re
from dataclasses import dataclass, field

STEP = re.compile(r"(?:^|\.)([\w-]+)|\[([^\]]+)\]")


@dataclass
class World:
    """Objects in their order; `optional` are the places of those that a case must add, `parts` the
    names under which several are added, removed or copied together."""
    name: str = "no world"
    objects: list = field(default_factory=list)
    optional: set = field(default_factory=set)
    parts: dict = field(default_factory=dict)


def key_of(thing):
    metadata = thing["metadata"]
    return thing["kind"], metadata.get("namespace") or "", metadata["name"]


def place_of(objects, reference, where):
    """The key under which `Kind name` stands in {place: object}."""
    kind, _, name = reference.partition(" ")
    namespace, stroke, plain = name.rpartition("/")
    places = [place for place, thing in objects.items() if thing["kind"] == kind
              and key_of(thing)[2] == plain and (not stroke or key_of(thing)[1] == namespace)]
    if len(places) == 1:
        return places[0]
    if places:
        full = " or ".join("{} {}/{}".format(*key_of(objects[place])) for place in places)
        raise ValueError(f"{reference} is there {len(places)} times: say {full}")
    alike = [key_of(thing)[2] for thing in objects.values() if thing["kind"] == kind]
    raise ValueError(f"{where} has no {reference}"
                     + (f", but {kind} {', '.join(alike)}" if alike else f" and no other {kind}"))


def split_path(text):
    """`Kind name path` into `Kind name` and the path; without a path that is empty."""
    words = text.split(" ")
    if len(words) > 3 or not all(words):
        raise ValueError(f"`{text}`: an object is called `Kind name`, a field `Kind name path`")
    return " ".join(words[:2]), "".join(words[2:])


def steps_of(path):
    """[(key, is it in brackets, the path up to it)]"""
    steps, end = [], 0
    while end < len(path):
        found = STEP.match(path, end)
        if not found:
            raise ValueError(f"`{path}` is no path: names with dots between, or [name] or [number]")
        end = found.end()
        steps.append((found[1] or found[2], found[1] is None, path[:end]))
    return steps


def position(holder, list_name, step):
    """Where the element is that the step names: a key, an index, or None. A list of conditions
    knows its elements by type, any other by name, and all of them by number."""
    name, is_bracketed, _ = step
    if isinstance(holder, dict):
        return name if name in holder else None
    if not isinstance(holder, list) or not is_bracketed:
        return None
    if name.isdigit():
        return int(name) if int(name) < len(holder) else None
    known_by = identity(list_name)
    found = [at for at, item in enumerate(holder)
             if isinstance(item, dict) and item.get(known_by) == name]
    if len(found) > 1:
        raise ValueError(f"[{name}] is there {len(found)} times: say its number, [{found[0]}]")
    return found[0] if found else None


def identity(list_name):
    return "type" if list_name == "conditions" else "name"


def renamed(thing, old, new):
    """A copy with the name, wherever it stands alone in a text, replaced."""
    if isinstance(thing, dict):
        return {key: renamed(value, old, new) for key, value in thing.items()}
    if isinstance(thing, list):
        return [renamed(value, old, new) for value in thing]
    if isinstance(thing, str):
        return re.sub(rf"(?<![A-Za-z0-9]){re.escape(old)}(?![A-Za-z0-9])", new, thing)
    return thing


class Stage:
    """The objects of a case: {place: object}. A place is (index, number): objects of the world have
    number 0, a copy stands behind its original with a higher one."""

    def __init__(self, world):
        self.world, self.owned = world, set()
        self.every = {(at, 0): thing for at, thing in enumerate(world.objects)}
        self.parts = {(at, 0): part for at, part in world.parts.items()}
        self.objects = {place: thing for place, thing in self.every.items()
                        if place[0] not in world.optional}

    def branch(self):
        """The same objects, to be changed apart."""
        twin = Stage(self.world)
        twin.objects, twin.parts = dict(self.objects), dict(self.parts)
        return twin

    def documents(self):
        return [self.objects[place] for place in sorted(self.objects)]

    def find(self, reference):
        return place_of(self.objects, reference, "the world of this case")

    def places(self, text, among, where):
        """Of an object, `Kind name`, or of the objects of a part, one word."""
        if " " in text:
            return [place_of(among, text, where)]
        found = [place for place in sorted(among) if self.parts.get(place) == text]
        if not found:
            raise ValueError(f"{where} has no part {text}; an object is called `Kind name`")
        return found

    def add_optional(self, text):
        absent = {place: thing for place, thing in self.every.items() if place not in self.objects}
        where = f"{self.world.name}, among its optional objects,"
        for place in self.places(text, absent, where):
            self.objects[place] = self.every[place]

    def add_object(self, thing, part=None):
        """Takes the place of the object of that name; a new one comes last."""
        known = {**self.every, **self.objects}
        place = next((p for p, other in known.items() if key_of(other) == key_of(thing)),
                     self.free_place(len(self.world.objects)))
        self.objects[place] = thing
        self.owned.add(place)
        if part:
            self.parts[place] = part

    def free_place(self, index):
        return index, 1 + max((p[1] for p in self.objects if p[0] == index), default=0)

    def remove(self, text):
        reference, path = split_path(text)
        if not path:
            for place in self.places(reference, self.objects, "the world of this case"):
                del self.objects[place]
            return
        holder, _, at = self.inside(reference, path)
        if at is None:
            raise ValueError(f"{reference} has no {path}")
        del holder[at]

    def copy(self, text, names):
        """The object or the part once more for each name, behind the original."""
        places = self.places(text, self.objects, "the world of this case")
        old = text.split(" ")[-1].split("/")[-1]
        for name in names:
            for place in places:
                thing = renamed(self.objects[place], old, name)
                if key_of(thing) in map(key_of, self.objects.values()):
                    raise ValueError("{} {}/{} is there already".format(*key_of(thing)))
                self.objects[self.free_place(places[-1][0])] = thing

    def order(self, texts):
        """The objects named change places among themselves, so that they stand in this order."""
        named = [place for text in texts
                 for place in self.places(text, self.objects, "the world of this case")]
        things = [self.objects[place] for place in named]
        self.objects.update(zip(sorted(named), things))

    def set(self, text, value):
        reference, path = split_path(text)
        if not path:
            raise ValueError(f"`{text}`: set takes `Kind name path: value`")
        holder, known_by, at = self.inside(reference, path)
        name = steps_of(path)[-1][0]
        if isinstance(holder, dict):
            holder[name] = value
            return
        if not name.isdigit() and isinstance(value, dict):
            value = {known_by: name, **value}
        if at is not None:
            holder[at] = value
        elif name.isdigit():
            raise ValueError(f"{reference} has no {path}")
        else:
            holder.append(value)

    def inside(self, reference, path):
        """What holds the last step of the path (this case's own copy), how its elements are known
        if it is a list, and where in it the step is, if it is there."""
        place = self.find(reference)
        if place not in self.owned:
            self.objects[place] = copy.deepcopy(self.objects[place])
            self.owned.add(place)
        holder, list_name = self.objects[place], ""
        *parents, last = steps_of(path)
        for step in parents:
            at = position(holder, list_name, step)
            if at is None:
                raise ValueError(f"{reference} has no {step[2]}")
            holder, list_name = holder[at], step[0]
        if not isinstance(holder, dict) and not (isinstance(holder, list) and last[1]):
            raise ValueError(f"{reference} can have no {path}: what is there has no such parts")
        return holder, identity(list_name), position(holder, list_name, last)
