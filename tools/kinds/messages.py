# SPDX-License-Identifier: Apache-2.0
"""How protobuf numbers the fields of Kubernetes' types: read from the tags of the Go structs,
written in the notation of src/server/proto/message.h."""

import re
import textwrap

STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
ALIAS = re.compile(r"^type (\w+) ([\[\]\w.*]+)$", re.MULTILINE)
FIELD = re.compile(r"^\t(?:(\w+) +)?(\*?[\[\]\w.*]+) +`([^`]*)`", re.MULTILINE)
JSON = re.compile(r'json:"([^",]*)((?:,\w+)*)"')
PROTOBUF = re.compile(r'protobuf:"\w+,(\d+),')
IMPORT = re.compile(r'^\t(?:(\w+) )?"(k8s\.io/[\w./-]+)"', re.MULTILINE)
META = "k8s.io/apimachinery/pkg/apis/meta/v1"
SIMPLE = {"string": "", "bool": "bool", "int": "int", "int32": "int", "int64": "int",
          "uint32": "int", "float64": "double", "[]byte": "bytes"}
KNOWN = {f"{META}.Time": "time", f"{META}.MicroTime": "microtime",
         "k8s.io/apimachinery/pkg/api/resource.Quantity": "quantity",
         "k8s.io/apimachinery/pkg/util/intstr.IntOrString": "intorstring",
         "k8s.io/apimachinery/pkg/runtime.RawExtension": "json",
         f"{META}.StatusReason": "", "k8s.io/apimachinery/pkg/types.UID": "",
         "k8s.io/apimachinery/pkg/types.NodeName": ""}
CORE = "k8s.io/api/core/v1"
HEAD = '''// SPDX-License-Identifier: Apache-2.0

// Written by tools/kinds/generate; change that.

#include "server/proto/message_text.h"

namespace telltale::server {
namespace {

'''


def existing(folder):
    """The names of messages that are written by hand."""
    found = set()
    for path in folder.glob("message_text_*.cc"):
        if path.name == "message_text_kinds.cc":
            continue
        body = re.search(r'R"\((.*?)\)"', path.read_text(encoding="utf-8"), re.DOTALL)
        found.update(re.findall(r"^(\w[\w.]*)\??(?= |$)", body[1], re.MULTILINE))
    return found


class Package:
    def __init__(self, api, path):
        self.path = path
        source = (api / path.removeprefix("k8s.io/api/") / "types.go").read_text(encoding="utf-8")
        source = re.sub(r"^\s*//.*\n", "", source, flags=re.MULTILINE)
        self.structs = dict(STRUCT.findall(source))
        self.aliases = dict(ALIAS.findall(source))
        self.imports = {}
        for name, imported in IMPORT.findall(source):
            self.imports[name or imported.rsplit("/", 1)[1]] = imported


class Messages:
    def __init__(self, api, written):
        self.api = api
        self.written = written
        self.packages = {}
        self.lines = {}

    def package(self, path):
        if path not in self.packages:
            self.packages[path] = Package(self.api, path)
        return self.packages[path]

    def name(self, path, struct):
        """What the message is called here: as in Go, with its group where that is taken."""
        if path in (CORE, META):
            return struct
        group = path.split("/")[2]
        return f"{group}.{struct}"

    def type_of(self, package, go_type):
        """(type word, list, map) of a Go type without its pointer."""
        if go_type in SIMPLE:
            return SIMPLE[go_type], ""
        if go_type.startswith("[]"):
            return self.type_of(package, go_type[2:])[0], "[]"
        if found := re.fullmatch(r"map\[[\w.]+\](.+)", go_type):
            inner, many = self.type_of(package, found[1])
            return ("strings" if many == "[]" else inner), "{}"
        path, struct = package.path, go_type
        if "." in go_type:
            prefix, struct = go_type.split(".")
            path = package.imports[prefix]
        if f"{path}.{struct}" in KNOWN:
            return KNOWN[f"{path}.{struct}"], ""
        if path == META:
            assert struct in self.written, f"{struct} of metadata is not written"
            return struct, ""
        other = self.package(path)
        if struct in other.structs:
            return self.message(path, struct), ""
        return self.type_of(other, other.aliases[struct])

    def message(self, path, struct):
        name = self.name(path, struct)
        if path == CORE and struct in self.written:
            return name
        if name in self.lines:
            return name
        self.lines[name] = ""  # Types that hold themselves end here.
        package = self.package(path)
        words = []
        for _, go_type, tags in FIELD.findall(package.structs[struct]):
            number = PROTOBUF.search(tags)
            if not number:
                continue
            label, options = JSON.search(tags).groups()
            pointer = go_type.startswith("*")
            kind, many = self.type_of(package, go_type.lstrip("*"))
            shown = "" if many else "*" if pointer else "" if "omit" in options else "!"
            if not label or kind in ("time", "microtime", "quantity", "intorstring", "bytes"):
                shown = ""
            typed = f":{kind}" if kind else ""
            words.append(f"{label or '.'}={number[1]}{many}{typed}{shown}")
        self.lines[name] = " ".join([name, *words])
        return name


def text(api, wanted, written):
    made = Messages(api, written)
    for full in wanted:
        *_, group, version, kind = full.split(".")
        by_hand = kind in written and group in ("core", "admissionregistration")
        if not by_hand:
            made.message(f"k8s.io/api/{group}/{version}", kind)
    body = "".join("\n".join(textwrap.wrap(line, 99, subsequent_indent="  ",
                                           break_long_words=False)) + "\n"
                   for _, line in sorted(made.lines.items()))
    return HEAD + f'''constexpr std::string_view kinds_text = R"(
{body})";

}}  // namespace

std::string_view kind_messages_text() {{ return kinds_text; }}

}}  // namespace telltale::server
'''

