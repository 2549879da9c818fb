# SPDX-License-Identifier: Apache-2.0
"""The words that the schemas of deploy/crds are written in.

Every function returns an OpenAPI v3 schema as a plain dict. A structural schema needs a type at
every level; `keep` marks an object whose unknown fields are not pruned.
"""

QUALIFIED = (r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
             r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")
REASON = r"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"
KEEP = "x-kubernetes-preserve-unknown-fields"


def plain(kind, description, **rules):
    return {"description": description, "type": kind, **rules}


def text(description, **rules):
    return plain("string", description, **rules)


def flag(description, **rules):
    return plain("boolean", description, **rules)


def time(description):
    return text(description, format="date-time")


def number(description, **rules):
    """An int32."""
    return plain("integer", description, format="int32", **rules)


def count(description):
    """An int32 that is never negative."""
    return number(description, minimum=0)


def long_number(description, **rules):
    return plain("integer", description, format="int64", **rules)


def number_or_percent(description):
    return {"description": description, "x-kubernetes-int-or-string": True,
            "anyOf": [{"type": "integer"}, {"type": "string"}]}


def group(description, properties, required=(), **rules):
    """An object whose fields are all known."""
    schema = plain("object", description, **rules)
    if required:
        schema["required"] = list(required)
    schema["properties"] = properties
    return schema


def open_group(description, properties, required=()):
    """An object that may have more fields than these."""
    return group(description, properties, required, **{KEEP: True})


def anything(description):
    """An object of any fields."""
    return plain("object", description, **{KEEP: True})


def named(description, value):
    """An object from any name to a value."""
    return plain("object", description, additionalProperties=value)


def texts_by_name(description):
    return named(description, {"type": "string"})


def items(description, item, **rules):
    return plain("array", description, **rules, items=item)


def atomic(description, item, **rules):
    return items(description, item, **{"x-kubernetes-list-type": "atomic"}, **rules)


def keyed(description, keys, item, **rules):
    """A list in which no two items have the same keys, so that several writers can share it."""
    merge = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": list(keys)}
    return items(description, item, **merge, **rules)


STATUS_WORD = text("True, False or Unknown.", enum=["True", "False", "Unknown"])


def conditions(description, list_max=None):
    """As Kubernetes' API conventions have them."""
    item = group("One observation.", {
        "type": text("What is observed, in CamelCase, with an optional prefix as of a label.",
                     maxLength=316, pattern=QUALIFIED),
        "status": STATUS_WORD,
        "reason": text("Why, as one word for programs.", minLength=1, maxLength=1024,
                       pattern=REASON),
        "message": text("Why, for people. May be empty.", maxLength=32768),
        "lastTransitionTime": time("When the status changed last."),
        "observedGeneration": long_number(
            "The metadata.generation that this was observed of; an older one is out of date.",
            minimum=0),
    }, required=["lastTransitionTime", "message", "reason", "status", "type"])
    rules = {} if list_max is None else {"maxItems": list_max}
    return keyed(description, ["type"], item, **rules)


def capi_conditions(description):
    return conditions(description, list_max=32)


def legacy_conditions(description):
    """Cluster API's own kind, with a severity; the list as a whole has one owner."""
    item = group("One observation, in the form of the v1beta1 API.", {
        "type": text("What is observed, in CamelCase.", minLength=1, maxLength=256),
        "status": text("True, False or Unknown."),
        "severity": text("How bad False is: Error, Warning or Info. Empty otherwise.",
                         maxLength=32),
        "reason": text("Why, as one word for programs; only where the status is not True.",
                       maxLength=256),
        "message": text("Why, for people.", maxLength=10240),
        "lastTransitionTime": time("When the status changed last."),
    }, required=["lastTransitionTime", "status", "type"])
    return items(description, item)


def hive_conditions(description):
    """Hive's kind: no observed generation, and a time that moves with every look."""
    item = open_group("One observation.", {
        "type": text("What is observed."),
        "status": text("True, False or Unknown."),
        "reason": text("Why, as one word for programs."),
        "message": text("Why, for people."),
        "lastProbeTime": time("When it was looked at last."),
        "lastTransitionTime": time("When the status changed last."),
    }, required=["status", "type"])
    return items(description, item)


def provider_conditions(description, version):
    """Of providers, who write the old kind, the new kind, or their own."""
    item = open_group("One observation.", {
        "type": text("What is observed."),
        "status": text("True, False or Unknown."),
        "severity": text("How bad False is, in the form of the v1beta1 API."),
        "reason": text("Why, as one word for programs."),
        "message": text("Why, for people."),
        "lastTransitionTime": time("When the status changed last."),
        "observedGeneration": long_number("The generation that this was observed of."),
    }, required=["status", "type"])
    if version == "v1beta2":
        return keyed(description, ["type"], item)
    return items(description, item)


def old_reference(description):
    """A reference that names the version and the namespace."""
    return group(description, {
        "apiVersion": text("Group and version of the object."),
        "kind": text("Its kind."),
        "namespace": text("Its namespace."),
        "name": text("Its name."),
        "uid": text("Its UID."),
        "resourceVersion": text("The version of the object that is meant."),
        "fieldPath": text("The part of the object that is meant."),
    }, **{"x-kubernetes-map-type": "atomic"})


def contract_reference(description):
    """A reference to an object in the same namespace, in whatever version the contract says."""
    return group(description, {
        "apiGroup": text("Group of the object; the contract tells the version.", maxLength=253),
        "kind": text("Its kind.", maxLength=63),
        "name": text("Its name, in the same namespace.", maxLength=253),
        "apiVersion": text("Group and version, as v1beta1 has them; apiGroup is what counts."),
        "namespace": text("Namespace, as v1beta1 has it; it is always that of this object."),
    })


def selector(description):
    return group(description, {
        "matchLabels": texts_by_name("Labels that an object must have, with these values."),
        "matchExpressions": atomic("Requirements on labels; all must hold.", group(
            "One requirement.", {
                "key": text("The label."),
                "operator": text("In, NotIn, Exists or DoesNotExist."),
                "values": atomic("The values, for In and NotIn.", {"type": "string"}),
            }, required=["key", "operator"])),
    }, **{"x-kubernetes-map-type": "atomic"})


def template_metadata(description):
    return group(description, {
        "labels": texts_by_name("Labels of what is made from the template."),
        "annotations": texts_by_name("Annotations of what is made from the template."),
    })


def name_reference(description):
    reference = open_group(description, {"name": text("Its name.")})
    return {**reference, "x-kubernetes-map-type": "atomic"}


def quantities(description):
    """Resources by name, such as cpu: "4" or memory: 16Gi."""
    return named(description, {"x-kubernetes-int-or-string": True,
                               "anyOf": [{"type": "integer"}, {"type": "string"}]})


# Print columns.

WIDE = 10
CLUSTER_LABEL = r".metadata.labels['cluster\.x-k8s\.io/cluster-name']"


def column(name, path, kind="string", wide=False):
    made = {"name": name, "type": kind, "jsonPath": path}
    if wide:
        made["priority"] = WIDE
    return made


def condition_status(word):
    return f'.status.conditions[?(@.type=="{word}")].status'


def condition_part(word, part):
    return f'.status.conditions[?(@.type=="{word}")].{part}'


def age(name="Age"):
    return column(name, ".metadata.creationTimestamp", "date")


# CustomResourceDefinitions.

REPLICAS = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
REPLICAS_BY_SELECTOR = {**REPLICAS, "labelSelectorPath": ".status.selector"}


class Version:
    """One version of a kind. Without a status the kind has no status subresource either."""

    def __init__(self, name, description, spec=None, status=None, columns=(), scale=None):
        self.name = name
        self.description = description
        self.spec = spec
        self.status = status
        self.columns = columns
        self.scale = scale

    def manifest(self, is_storage):
        properties = {
            "apiVersion": text("Group and version of this object."),
            "kind": text("Kind of this object."),
            "metadata": {"type": "object"},
        }
        if self.spec is not None:
            properties["spec"] = self.spec
        if self.status is not None:
            properties["status"] = self.status
        made = {"name": self.name, "served": True, "storage": is_storage}
        if self.columns:
            made["additionalPrinterColumns"] = list(self.columns)
        subresources = {}
        if self.status is not None:
            subresources["status"] = {}
        if self.scale is not None:
            subresources["scale"] = self.scale
        if subresources:
            made["subresources"] = subresources
        made["schema"] = {"openAPIV3Schema": {
            "description": self.description, "type": "object", "properties": properties}}
        return made


class Definition:
    """One kind. The versions stand oldest first; the last one is stored unless another is named."""

    def __init__(self, group_name, kind, versions, *, plural=None, short_names=(), categories=(),
                 scope="Namespaced", labels=None, storage=None):
        self.group = group_name
        self.kind = kind
        self.versions = versions
        self.plural = plural or kind.lower() + "s"
        self.short_names = list(short_names)
        self.categories = list(categories)
        self.scope = scope
        self.labels = labels or {}
        self.storage = storage or versions[-1].name

    def manifest(self):
        names = {"kind": self.kind, "listKind": self.kind + "List", "plural": self.plural,
                 "singular": self.kind.lower()}
        if self.short_names:
            names["shortNames"] = self.short_names
        if self.categories:
            names["categories"] = self.categories
        metadata = {"name": f"{self.plural}.{self.group}",
                    "labels": {"app.kubernetes.io/part-of": "telltale", **self.labels}}
        versions = [one.manifest(one.name == self.storage) for one in self.versions]
        return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                "metadata": metadata,
                "spec": {"group": self.group, "names": names, "scope": self.scope,
                         "conversion": {"strategy": "None"}, "versions": versions}}
