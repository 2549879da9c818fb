# SPDX-License-Identifier: Apache-2.0
"""The published OpenAPI of Kubernetes' types, cut down to what decides about an object."""

import json
from pathlib import Path

import yaml

META = "io.k8s.apimachinery.pkg.apis.meta.v1."
QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity"
INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString"
# Not objects with fields; told in place. Quantities are held in their canonical form.
SIMPLE = {
    QUANTITY: {"type": "string", "format": "k8s-quantity"},
    INT_OR_STRING: {"x-kubernetes-int-or-string": True},
    META + "Time": {"type": "string", "format": "date-time"},
    META + "MicroTime": {"type": "string", "format": "date-time"},
    META + "FieldsV1": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    "io.k8s.apimachinery.pkg.runtime.RawExtension":
        {"type": "object", "x-kubernetes-preserve-unknown-fields": True,
         "x-kubernetes-map-type": "atomic"},
}
# Texts that must be there by their schema and may be empty.
MAY_BE_EMPTY = {"HTTPHeader.value", "Sysctl.value", "AttachedVolume.devicePath"}
KEPT = ("type", "format", "default", "required", "x-kubernetes-list-type",
        "x-kubernetes-list-map-keys", "x-kubernetes-map-type", "x-kubernetes-patch-merge-key",
        "x-kubernetes-patch-strategy", "x-kubernetes-unions")
HERE = Path(__file__).resolve().parent


def read(module):
    """Every schema of every published group version, by name."""
    schemas = {}
    for path in sorted((module / "api" / "openapi-spec" / "v3").glob("*_openapi.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        schemas.update(document.get("components", {}).get("schemas", {}))
    return schemas


def referred(schema):
    """The name of the schema that this one is, and whether it is one."""
    ref = schema.get("$ref") or next((part["$ref"] for part in schema.get("allOf", [])), None)
    return ref.rsplit("/", 1)[1] if ref else None


def fields_of(schema):
    return schema.get("properties", {})


def below(schema):
    """The names that a schema refers to."""
    found = set()
    if name := referred(schema):
        found.add(name)
    for inner in [*fields_of(schema).values(), schema.get("items"),
                  schema.get("additionalProperties")]:
        if isinstance(inner, dict):
            found |= below(inner)
    return found


def reachable(schemas, roots):
    seen, waiting = set(), list(roots)
    while waiting:
        name = waiting.pop()
        if name in seen or name in SIMPLE:
            continue
        seen.add(name)
        waiting.extend(below(schemas[name]))
    return seen


def reported_only(schemas, wanted):
    """What stands in nothing but a status: nobody is asked for it, and zeros are shown."""
    asked, reported = set(), set()
    for kind in wanted:
        for field, schema in fields_of(schemas[kind]).items():
            (reported if field == "status" else asked).update(below(schema))
    return reachable(schemas, reported) - reachable(schemas, asked)


class Cut:
    """Cuts one schema down."""

    def __init__(self, name, schema, reported, overlay):
        self.short = name.rsplit(".", 1)[1]
        self.name = name
        self.schema = schema
        self.reported = reported
        self.overlay = overlay

    def field(self, name, schema):
        path = f"{self.short}.{name}"
        out = self.value(schema)
        default = self.overlay["defaults"].get(path)
        if default is not None:
            out["default"] = default
        elif out.get("default") == "" and not self.reported and path not in MAY_BE_EMPTY:
            # A text that must be there is asked for, where zero and no are as good as anything.
            del out["default"]
        if words := self.overlay["words"].get(path):
            out["description"] = words
        return out

    def value(self, schema):
        out = {}
        target = referred(schema)
        if target in SIMPLE:
            out.update(SIMPLE[target])
        elif target:
            out["$ref"] = target
        for word in KEPT:
            if word in schema and word not in ("required", "x-kubernetes-unions"):
                out[word] = schema[word]
        if target in SIMPLE:
            out.pop("default", None)
        if "items" in schema:
            out["items"] = self.value(schema["items"])
            out["items"].pop("default", None)
        if isinstance(schema.get("additionalProperties"), dict):
            out["additionalProperties"] = self.value(schema["additionalProperties"])
            out["additionalProperties"].pop("default", None)
        return out

    def required(self):
        """Names that must be there. What of it is enforced, schema/structural/structure.cc says: Go
        has lists and what it holds by value anyway."""
        if self.reported:
            return []
        return [name for name in self.schema.get("required", [])
                if f"{self.short}.{name}" not in self.overlay["optional"]]

    def whole(self, is_kind):
        out = {"type": "object"}
        fields = {name: self.field(name, schema) for name, schema in fields_of(self.schema).items()
                  if not (is_kind and name in ("apiVersion", "kind", "metadata"))}
        if required := self.required():
            out["required"] = required
        if "x-kubernetes-map-type" in self.schema:
            out["x-kubernetes-map-type"] = self.schema["x-kubernetes-map-type"]
        if fields:
            out["properties"] = fields
        return out


def files(module, wanted):
    """File name -> text: one line a definition, one file a package."""
    schemas = read(module)
    overlay = yaml.safe_load((HERE / "overlay.yaml").read_text(encoding="utf-8"))
    overlay["words"] = yaml.safe_load((HERE / "words.yaml").read_text(encoding="utf-8")) or {}
    for word in ("defaults", "optional"):
        overlay[word] = overlay.get(word) or {}
    known = {f"{name.rsplit('.', 1)[1]}.{field}" for name in schemas
             for field in fields_of(schemas[name])}
    for path in [*overlay["defaults"], *overlay["words"], *overlay["optional"]]:
        assert path in known, f"there is no field {path}"
    reported = reported_only(schemas, wanted)
    packages = {}
    for name in sorted(reachable(schemas, wanted)):
        schema = schemas[name]
        cut = Cut(name, schema, name in reported, overlay).whole(name in wanted)
        package = name.rsplit(".", 1)[0].removeprefix("io.k8s.")
        packages.setdefault(package, {})[name] = cut
    return {f"{package}.json": json_lines(found) for package, found in packages.items()}


def json_lines(found):
    lines = [f"{json.dumps(name)}: {json.dumps(schema, separators=(',', ':'))}"
             for name, schema in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
