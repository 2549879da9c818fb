// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/meta_schemas.h"

#include <string>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "json/parse.h"

namespace telltale::server::openapi {
namespace {

// Of package meta/v1. "$ref" holds a name of this table; `settled` makes it a reference.
constexpr std::string_view meta_text = R"json({
"DeleteOptions": {
  "description": "How an object is to be deleted.",
  "type": "object",
  "properties": {
    "apiVersion": {"type": "string",
      "description": "The version of the schema of this object: group/version, or v1."},
    "kind": {"type": "string", "description": "What this object is, in CamelCase."},
    "dryRun": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "atomic",
      "description": "[All] does everything but the deletion itself."},
    "gracePeriodSeconds": {"type": "integer", "format": "int64",
      "description": "Seconds until the object is removed; 0 means at once."},
    "orphanDependents": {"type": "boolean",
      "description": "Deprecated, use propagationPolicy: true leaves dependents in place."},
    "preconditions": {"$ref": "Preconditions",
      "description": "What must hold for the deletion to happen; otherwise it is a conflict."},
    "propagationPolicy": {"type": "string",
      "description": "What happens to dependents: Orphan, Background or Foreground."}
  },
  "x-kubernetes-group-version-kind": [{"group": "", "kind": "DeleteOptions", "version": "v1"}]
},
"FieldsV1": {
  "description": "A set of fields as a tree: f:<name>, k:<keys>, v:<value>, i:<index> and '.'.",
  "type": "object"
},
"ListMeta": {
  "description": "Metadata of lists.",
  "type": "object",
  "properties": {
    "continue": {"type": "string",
      "description": "Not empty when there is more: ask again with it for the next part."},
    "remainingItemCount": {"type": "integer", "format": "int64",
      "description": "How many items follow this part; absent when that is not known."},
    "resourceVersion": {"type": "string",
      "description": "The version of the whole list, from which a watch can go on. Read-only."},
    "selfLink": {"type": "string", "description": "Deprecated, never filled in."}
  }
},
"ManagedFieldsEntry": {
  "description": "Which fields one manager owns, as written in one version.",
  "type": "object",
  "properties": {
    "apiVersion": {"type": "string", "description": "The version in which the fields are named."},
    "fieldsType": {"type": "string", "description": "The form of the set: always FieldsV1."},
    "fieldsV1": {"$ref": "FieldsV1", "description": "The fields."},
    "manager": {"type": "string", "description": "Who manages the fields."},
    "operation": {"type": "string",
      "description": "How the manager came to own the fields: Apply or Update."},
    "subresource": {"type": "string",
      "description": "The subresource that was written, empty for the object itself."},
    "time": {"$ref": "Time",
      "description": "When the manager last changed a field or the set of fields."}
  }
},
"ObjectMeta": {
  "description": "Metadata that every stored object has.",
  "type": "object",
  "properties": {
    "annotations": {"type": "object", "additionalProperties": {"type": "string"},
      "description": "Any text by key, for tools; not selectable."},
    "creationTimestamp": {"$ref": "Time", "description": "When it was created. Read-only."},
    "deletionGracePeriodSeconds": {"type": "integer", "format": "int64",
      "description": "Seconds it may take to end; set together with deletionTimestamp. Read-only."},
    "deletionTimestamp": {"$ref": "Time",
      "description": "Set once deletion was asked for; the last finalizer ends it. Read-only."},
    "finalizers": {"type": "array", "items": {"type": "string"},
      "description": "Must be empty before the object is removed; each is taken off by its owner.",
      "x-kubernetes-list-type": "set", "x-kubernetes-patch-strategy": "merge"},
    "generateName": {"type": "string",
      "description": "A prefix to which the server adds letters when there is no name."},
    "generation": {"type": "integer", "format": "int64",
      "description": "Counts changes of the desired state. Read-only."},
    "labels": {"type": "object", "additionalProperties": {"type": "string"},
      "description": "Short text by key, for selecting objects."},
    "managedFields": {"type": "array", "items": {"$ref": "ManagedFieldsEntry"},
      "description": "Which manager owns which fields; kept by the server.",
      "x-kubernetes-list-type": "atomic"},
    "name": {"type": "string",
      "description": "Unique within a namespace and kind. Cannot be changed."},
    "namespace": {"type": "string",
      "description": "The space in which the name is unique; empty for kinds that have none."},
    "ownerReferences": {"type": "array", "items": {"$ref": "OwnerReference"},
      "description": "What this object depends on; it is removed when the last of them is gone.",
      "x-kubernetes-list-map-keys": ["uid"], "x-kubernetes-list-type": "map",
      "x-kubernetes-patch-merge-key": "uid", "x-kubernetes-patch-strategy": "merge"},
    "resourceVersion": {"type": "string",
      "description": "Changes with every write; sent back, it guards against lost updates."},
    "selfLink": {"type": "string", "description": "Deprecated, never filled in."},
    "uid": {"type": "string", "description": "Unique in time and space. Read-only."}
  }
},
"OwnerReference": {
  "description": "Names an owner in the same namespace, or one without a namespace.",
  "type": "object",
  "required": ["apiVersion", "kind", "name", "uid"],
  "properties": {
    "apiVersion": {"type": "string", "description": "API version of the owner."},
    "blockOwnerDeletion": {"type": "boolean",
      "description": "With foreground deletion the owner stays until this object is gone."},
    "controller": {"type": "boolean", "description": "Whether the owner controls this object."},
    "kind": {"type": "string", "description": "Kind of the owner."},
    "name": {"type": "string", "description": "Name of the owner."},
    "uid": {"type": "string", "description": "UID of the owner."}
  },
  "x-kubernetes-map-type": "atomic"
},
"Patch": {
  "description": "A change to an object; its form follows from the content type of the request.",
  "type": "object"
},
"Preconditions": {
  "description": "What must hold before an operation is done.",
  "type": "object",
  "properties": {
    "resourceVersion": {"type": "string", "description": "The expected resourceVersion."},
    "uid": {"type": "string", "description": "The expected UID."}
  }
},
"Status": {
  "description": "How a request ended, where the answer is not an object.",
  "type": "object",
  "properties": {
    "apiVersion": {"type": "string",
      "description": "The version of the schema of this object: group/version, or v1."},
    "code": {"type": "integer", "format": "int32", "description": "The HTTP code."},
    "details": {"$ref": "StatusDetails", "description": "What the status is about.",
      "x-kubernetes-list-type": "atomic"},
    "kind": {"type": "string", "description": "What this object is, in CamelCase."},
    "message": {"type": "string", "description": "The outcome, for people."},
    "metadata": {"$ref": "ListMeta", "description": "Metadata of lists."},
    "reason": {"type": "string", "description": "The outcome in one word, for programs."},
    "status": {"type": "string", "description": "Success or Failure."}
  },
  "x-kubernetes-group-version-kind": [{"group": "", "kind": "Status", "version": "v1"}]
},
"StatusCause": {
  "description": "One thing that was wrong.",
  "type": "object",
  "properties": {
    "field": {"type": "string", "description": "The path of the field, spec.items[0].name."},
    "message": {"type": "string", "description": "What was wrong, for people."},
    "reason": {"type": "string", "description": "What was wrong in one word, for programs."}
  }
},
"StatusDetails": {
  "description": "What a status is about.",
  "type": "object",
  "properties": {
    "causes": {"type": "array", "items": {"$ref": "StatusCause"},
      "description": "Everything that was wrong.", "x-kubernetes-list-type": "atomic"},
    "group": {"type": "string", "description": "The group of the resource."},
    "kind": {"type": "string", "description": "The resource, or the kind."},
    "name": {"type": "string", "description": "The name of the object."},
    "retryAfterSeconds": {"type": "integer", "format": "int32",
      "description": "Seconds after which trying again makes sense."},
    "uid": {"type": "string", "description": "The UID of the object."}
  }
},
"Time": {
  "description": "A moment as in RFC 3339, to the second.",
  "type": "string", "format": "date-time"
}
})json";

// Of package autoscaling/v1; the rest as above.
constexpr std::string_view scale_text = R"json({
"Scale": {
  "description": "How many replicas an object has and should have.",
  "type": "object",
  "properties": {
    "apiVersion": {"type": "string",
      "description": "The version of the schema of this object: group/version, or v1."},
    "kind": {"type": "string", "description": "What this object is, in CamelCase."},
    "metadata": {"$ref": "ObjectMeta", "description": "Metadata that every stored object has."},
    "spec": {"$ref": "ScaleSpec", "description": "What is wanted."},
    "status": {"$ref": "ScaleStatus", "description": "What there is. Read-only."}
  },
  "x-kubernetes-group-version-kind": [{"group": "autoscaling", "kind": "Scale", "version": "v1"}]
},
"ScaleSpec": {
  "description": "What is wanted of a scale.",
  "type": "object",
  "properties": {
    "replicas": {"type": "integer", "format": "int32", "description": "How many should be there."}
  }
},
"ScaleStatus": {
  "description": "What there is of a scale.",
  "type": "object",
  "required": ["replicas"],
  "properties": {
    "replicas": {"type": "integer", "format": "int32", "description": "How many are there."},
    "selector": {"type": "string", "description": "The label selector that finds them, as text."}
  }
}
})json";

std::string full_name(std::string_view name) {
  return name.starts_with("Scale") ? format("io.k8s.api.autoscaling.v1.{}", name) : meta_name(name);
}

json::Value settled(const json::Value& value, Dialect dialect);

json::Value settled_map(const json::ValueMap& map, Dialect dialect) {
  if (const json::Value* target = map.if_contains("$ref")) {
    const std::string name = full_name(target->get_string());
    const json::Value* description = map.if_contains("description");
    if (description == nullptr) return reference(name, dialect);
    return described_reference(description->get_string(), name, dialect);
  }
  json::ValueMap settled_members;
  for (const auto& [name, member] : map) settled_members.emplace(name, settled(member, dialect));
  return settled_members;
}

json::Value settled(const json::Value& value, Dialect dialect) {
  if (const json::ValueMap* map = value.if_object()) return settled_map(*map, dialect);
  return value;
}

json::ValueMap schemas_in(std::string_view text, Dialect dialect) {
  const Result<json::Value> table = json::parse(text);
  check(table.has_value() && table->is_object(), "the shared schemas are JSON");
  json::ValueMap schemas;
  for (const auto& [name, schema] : table->get_object()) {
    schemas.emplace(full_name(name), settled(schema, dialect));
  }
  return schemas;
}

}  // namespace

json::ValueMap meta_schemas(Dialect dialect) { return schemas_in(meta_text, dialect); }
json::ValueMap scale_schemas(Dialect dialect) { return schemas_in(scale_text, dialect); }

}  // namespace telltale::server::openapi
