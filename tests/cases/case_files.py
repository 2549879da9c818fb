# SPDX-License-Identifier: Apache-2.0
"""Reads files of cases and the worlds they stand on. docs/writing-cases.md tells the format.

What is wrong with a file is a Mistake that names its line; it ends only the case it is in.
"""

import contextlib
import difflib
import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from compose import Stage, World, key_of

DEPTH_MAX = 64
CHANGES = ("add", "remove", "set", "copy", "order")
OPTIONS = ("now", "dialect", "complete", "twice")
OF_A_FILE = ("about", "world", *OPTIONS, *CHANGES, "cases")
OF_A_CASE = ("name", "about", "world", *OPTIONS, *CHANGES, "text", "expect")
DIALECTS = ("proposal", "upstream", "auto")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
NAME = re.compile(r"[\w-]+$")
# How expectations begin that are not about one object.
ABOUT_ALL = re.compile(r"(?:exit|errors|items)=|(?:why|says|stderr|error) ")

# Plain words as telltale's own reader of YAML takes them; a time is text.
WORDS = {**dict.fromkeys(("", "~", "null", "Null", "NULL")),
         **dict.fromkeys("y Y yes Yes YES on On ON true True TRUE".split(), True),
         **dict.fromkeys("n N no No NO off Off OFF false False FALSE".split(), False)}
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")


class Mistake(Exception):
    """What its author has to mend in a file of cases or in a world."""

    def __init__(self, line, what, path=None, case=None):
        super().__init__(what)
        self.line, self.path, self.case = line, path, case

    def __str__(self):
        of_case = f"{self.case}: " if self.case else ""
        return f"{self.path}:{self.line}: {of_case}{self.args[0]}"


@dataclass
class Case:
    path: Path
    line: int
    name: str
    about: str
    options: dict
    expects: list  # [(line, text)], each with the namespace of its object
    documents: list
    text: str  # follows the documents as it stands


def text_of_documents(documents):
    return "".join(f"---\n{json.dumps(thing, ensure_ascii=False)}\n" for thing in documents)


def text_of(case):
    """What telltale gets to read: the documents as JSON, which is YAML too."""
    return text_of_documents(case.documents) + case.text


def line_of(node):
    return node.start_mark.line + 1


def scalar_of(node):
    if not node.style:  # neither quoted nor a block
        if node.value in WORDS:
            return WORDS[node.value]
        if number := NUMBER.match(node.value):
            return float(node.value) if number[1] or number[2] else int(node.value)
    return node.value


def value_of(node, depth=0):
    if depth > DEPTH_MAX:
        raise Mistake(line_of(node), f"more than {DEPTH_MAX} levels deep")
    if isinstance(node, yaml.SequenceNode):
        return [value_of(item, depth + 1) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return {key.value: value_of(value, depth + 1) for key, value in entries(node)}
    return scalar_of(node)


def entries(node):
    """The keys of a mapping, as nodes, with their values; each once."""
    seen = set()
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise Mistake(line_of(key), "a key is a text")
        if key.value in seen:
            raise Mistake(line_of(key), f"{key.value} stands here twice")
        seen.add(key.value)
        yield key, value


def nodes_in(path):
    """The documents of a file, without empty ones."""
    try:
        text = path.read_text(encoding="utf-8")
        nodes = list(yaml.compose_all(text, Loader=yaml.CSafeLoader))
    except yaml.MarkedYAMLError as error:
        raise Mistake(error.problem_mark.line + 1, f"this is no YAML: {error.problem}") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise Mistake(1, f"this is no YAML: {error}") from error
    except OSError as error:
        raise Mistake(1, f"this cannot be read: {error.strerror}") from error
    return [node for node in nodes if not (isinstance(node, yaml.ScalarNode) and not node.value)]


def fields_of(node, known, what):
    """{key: node} of a mapping that has known keys only."""
    if not isinstance(node, yaml.MappingNode):
        raise Mistake(line_of(node), f"{what} is a mapping: {', '.join(known)}")
    fields = {}
    for key, value in entries(node):
        if key.value not in known:
            near = difflib.get_close_matches(key.value, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"its keys are {', '.join(known)}"
            raise Mistake(line_of(key), f"{what} has no key {key.value}: {hint}")
        fields[key.value] = value
    return fields


def object_in(node):
    thing = value_of(node)
    metadata = thing.get("metadata") if isinstance(thing, dict) else None
    if not isinstance(metadata, dict) or not metadata.get("name") or not thing.get("kind"):
        raise Mistake(line_of(node), "an object has a kind and a metadata.name")
    return thing


@functools.cache
def world_in(path):
    world, keys = World(path.stem), set()
    try:
        for node in nodes_in(path):
            thing = object_in(node)
            if thing.pop("optional", False):
                world.optional.add(len(world.objects))
            if part := thing.pop("part", None):
                world.parts[len(world.objects)] = part
            if key_of(thing) in keys:
                raise Mistake(line_of(node), "{} {}/{} stands here twice".format(*key_of(thing)))
            keys.add(key_of(thing))
            world.objects.append(thing)
    except Mistake as mistake:
        mistake.path = path
        raise
    return world


def world_named(node, path):
    """worlds/NAME.yaml, in the folder of the file or in one above it."""
    name = value_of(node)
    for folder in path.resolve().parents:
        found = folder / "worlds" / f"{name}.yaml"
        if found.is_file():
            return world_in(found)
    raise Mistake(line_of(node),
                  f"there is no worlds/{name}.yaml in the folder of this file or above it")


def items_of(fields, key):
    """A list, or one thing alone."""
    node = fields.get(key)
    if node is None:
        return []
    return node.value if isinstance(node, yaml.SequenceNode) else [node]


def pairs_of(fields, key, form):
    node = fields.get(key)
    if node is None:
        return []
    if not isinstance(node, yaml.MappingNode):
        raise Mistake(line_of(node), f"{key} is a mapping: {form}")
    return list(entries(node))


def change(stage, fields):
    """In the order of CHANGES: what is added can be changed, and what is changed copied."""
    for node in items_of(fields, "add"):
        if isinstance(node, yaml.MappingNode):
            thing = object_in(node)
            part = thing.pop("part", None)
            stage.add_object(thing, part)
        else:
            with at_line(node):
                stage.add_optional(word_in(node, "add takes names of optional objects, or objects"))
    for node in items_of(fields, "remove"):
        with at_line(node):
            stage.remove(word_in(node, "remove takes names of objects and paths in them"))
    for key, node in pairs_of(fields, "set", "`Kind name path: value`"):
        with at_line(key):
            stage.set(key.value, value_of(node))
    for key, node in pairs_of(fields, "copy", "`Kind name: [other names]`"):
        with at_line(key):
            stage.copy(key.value, [word_in(n, "a name") for n in items_of({"as": node}, "as")])
    if named := items_of(fields, "order"):
        with at_line(named[0]):
            stage.order([word_in(node, "order takes names of objects") for node in named])


@contextlib.contextmanager
def at_line(node):
    """What a Stage cannot do is a Mistake in this line."""
    try:
        yield
    except ValueError as error:
        raise Mistake(line_of(node), str(error)) from error


def word_in(node, wanted):
    if not isinstance(node, yaml.ScalarNode):
        raise Mistake(line_of(node), wanted)
    return node.value


def options_in(fields):
    options = {name: value_of(fields[name]) for name in OPTIONS if name in fields}
    allowed = {"now": (lambda v: isinstance(v, str) and TIME.match(v), "2026-01-01T12:00:00Z"),
               "dialect": (lambda v: v in DIALECTS, ", ".join(DIALECTS)),
               "complete": (lambda v: isinstance(v, bool), "true or false"),
               "twice": (lambda v: isinstance(v, bool), "true or false")}
    for name, value in options.items():
        fits, example = allowed[name]
        if not fits(value):
            raise Mistake(line_of(fields[name]), f"{name} is {value}; wanted: {example}")
    return options


def expects_in(node, stage):
    """A line is an expectation; one that begins with blanks continues the line before."""
    first = line_of(node) + (node.style in ("|", ">"))
    lines = []
    for number, line in enumerate(node.value.splitlines(), first):
        if line.startswith(" ") and lines:
            lines[-1] = (lines[-1][0], f"{lines[-1][1]} {line.strip()}")
        elif line.strip():
            lines.append((number, line.strip()))
    return [(number, with_namespace(number, line, stage)) for number, line in lines]


def with_namespace(number, line, stage):
    kind, _, rest = line.partition(" ")
    name, _, rest = rest.partition(" ")
    if ABOUT_ALL.match(line) or "/" in name:
        return line
    if not rest:
        raise Mistake(number, f"`{line}` expects nothing; docs/writing-cases.md lists the forms")
    try:
        thing = stage.objects[stage.find(f"{kind} {name}")]
    except ValueError as error:
        raise Mistake(number, str(error)) from error
    return f"{kind} {key_of(thing)[1]}/{name} {rest}"


def text_in(fields, name):
    """The sentence or the text of a field, empty where there is none."""
    node = fields.get(name)
    if node is not None and not isinstance(node, yaml.ScalarNode):
        raise Mistake(line_of(node), f"{name} is a text")
    return node.value if node is not None else ""


def case_in(path, node, of_file):
    fields = fields_of(node, OF_A_CASE, "a case")
    name = text_in(fields, "name")
    if not NAME.match(name):
        raise Mistake(line_of(node), "a case has a name: letters, digits, _ and -")
    try:
        return named_case(path, node, fields, of_file)
    except Mistake as mistake:
        mistake.case = name
        raise


def named_case(path, node, fields, of_file):
    options = {**of_file.options, **options_in(fields)}
    if not text_in(fields, "about"):
        raise Mistake(line_of(node), "a case says in a sentence what it shows: about")
    if "now" not in options:
        raise Mistake(line_of(node), "a case needs the time: now, here or in its file")
    stage = Stage(world_named(fields["world"], path)) if "world" in fields else of_file.branch()
    change(stage, fields)
    text = text_in(fields, "text")
    if not stage.objects and not text:
        raise Mistake(line_of(node), "a case needs a world, or objects to add")
    expects = expects_in(fields["expect"], stage) if text_in(fields, "expect") else []
    if not expects and not options.get("twice"):
        raise Mistake(line_of(node), "a case needs something to expect")
    return Case(path, line_of(node), text_in(fields, "name"), text_in(fields, "about"), options,
                expects, stage.documents(), text)


class FileStage:
    """What all cases of a file share."""

    def __init__(self, path, fields):
        self.options = options_in(fields)
        self.stage = Stage(world_named(fields["world"], path) if "world" in fields else World())
        change(self.stage, fields)

    def branch(self):
        return self.stage.branch()


def read_cases(path):
    """The cases of a file in their order; a Mistake stands where one could not be read."""
    path, found = Path(path), []
    try:
        nodes = nodes_in(path)
        if len(nodes) != 1:
            raise Mistake(1, f"a file of cases is one document, this has {len(nodes)}")
        fields = fields_of(nodes[0], OF_A_FILE, "a file of cases")
        if not isinstance(fields.get("cases"), yaml.SequenceNode) or not fields["cases"].value:
            raise Mistake(line_of(nodes[0]), "a file of cases has a list of cases")
        of_file = FileStage(path, fields)
    except Mistake as mistake:
        mistake.path = mistake.path or path
        return [mistake]
    names = set()
    for node in fields["cases"].value:
        try:
            case = case_in(path, node, of_file)
            if case.name in names:
                raise Mistake(case.line, "two cases of this file have this name", case=case.name)
            names.add(case.name)
            found.append(case)
        except Mistake as mistake:
            mistake.path = mistake.path or path
            found.append(mistake)
    return found


def files_in(path):
    """The files of cases in a folder, or the file itself."""
    path = Path(path)
    return sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
