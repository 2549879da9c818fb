// SPDX-License-Identifier: Apache-2.0
#include "fleet/object_builder.h"

#include "base/text.h"

namespace telltale::fleet {

namespace {

std::string_view group_name(Group group) {
  switch (group) {
    case Group::Core:
      break;
    case Group::Bootstrap:
      return "bootstrap.cluster.x-k8s.io";
    case Group::ControlPlane:
      return "controlplane.cluster.x-k8s.io";
    case Group::Infrastructure:
      return "infrastructure.cluster.x-k8s.io";
  }
  return "cluster.x-k8s.io";
}

// Expands the short form of fieldsV1; returns what stands behind the closing brace.
std::string_view write_fields(json::Writer& out, std::string_view fields) {
  out.begin_map();
  while (!fields.empty() && fields.front() != '}') {
    const std::size_t end = std::min(fields.find_first_of(",{}"), fields.size());
    const std::string_view name = fields.substr(0, end);
    if (name.front() == '[') {
      out.key(format(R"(k:{{"type":"{}"}})", name.substr(1, name.size() - 2)));
    } else {
      out.key(name);
    }
    fields.remove_prefix(end);
    if (fields.starts_with('{')) {
      fields = write_fields(out, fields.substr(1));
    } else {
      out.map([] {});
    }
    if (fields.starts_with(',')) fields.remove_prefix(1);
  }
  out.end_map();
  return fields.substr(fields.empty() ? 0 : 1);
}

}  // namespace

std::string_view ObjectBuilder::api_version(Group group) const {
  const bool v1beta2 = setting_.v1beta2();
  switch (group) {
    case Group::Core:
      break;
    case Group::Bootstrap:
      return v1beta2 ? "bootstrap.cluster.x-k8s.io/v1beta2" : "bootstrap.cluster.x-k8s.io/v1beta1";
    case Group::ControlPlane:
      return v1beta2 ? "controlplane.cluster.x-k8s.io/v1beta2"
                     : "controlplane.cluster.x-k8s.io/v1beta1";
    case Group::Infrastructure:
      return v1beta2 ? "infrastructure.cluster.x-k8s.io/v1beta2"
                     : "infrastructure.cluster.x-k8s.io/v1beta1";
  }
  return v1beta2 ? "cluster.x-k8s.io/v1beta2" : "cluster.x-k8s.io/v1beta1";
}

void ObjectBuilder::time(std::string_view key, Instant instant) {
  scratch_.clear();
  append_rfc3339(scratch_, instant);
  out.field(key, scratch_);
}

void ObjectBuilder::reference(std::string_view key, const Reference& reference) {
  out.map(key, [&] {
    if (setting_.v1beta2()) {
      out.field("apiGroup", group_name(reference.group));
    } else {
      out.field("apiVersion", api_version(reference.group));
    }
    out.field("kind", reference.kind);
    out.field("name", reference.name);
    if (!setting_.v1beta2()) out.field("namespace", namespace_name());
  });
}

void ObjectBuilder::labels(std::string_view key, std::span<const Label> labels) {
  if (labels.empty()) return;
  out.map(key, [&] {
    for (const Label& label : labels) out.field(label.key, label.value);
  });
}

void ObjectBuilder::owner(const Reference& owner) {
  if (owner.name.empty()) return;
  out.list("ownerReferences", [&] {
    out.map([&] {
      out.field("apiVersion", api_version(owner.group));
      out.field("blockOwnerDeletion", true);
      out.field("controller", true);
      out.field("kind", owner.kind);
      out.field("name", owner.name);
      out.field("uid", identity_.uid(owner.kind, namespace_name(), owner.name));
    });
  });
}

void ObjectBuilder::managed_fields(std::span<const Managed> managed, std::string_view api_version) {
  if (managed.empty()) return;
  out.list("managedFields", [&] {
    for (const Managed& entry : managed) {
      out.map([&] {
        out.field("apiVersion", api_version);
        out.field("fieldsType", "FieldsV1");
        out.key("fieldsV1");
        write_fields(out, entry.fields);
        out.field("manager", entry.manager);
        out.field("operation", entry.subresource.empty() ? "Apply" : "Update");
        if (!entry.subresource.empty()) out.field("subresource", entry.subresource);
        time("time", entry.time);
      });
    }
  });
}

void ObjectBuilder::head(const Metadata& metadata) {
  const Reference& self = metadata.self;
  out.field("apiVersion", api_version(self.group));
  out.field("kind", self.kind);
  out.map("metadata", [&] {
    labels("annotations", metadata.annotations);
    time("creationTimestamp", metadata.created);
    if (is_set(metadata.deleted)) {
      out.field("deletionGracePeriodSeconds", 0);
      time("deletionTimestamp", metadata.deleted);
    }
    if (!metadata.finalizer.empty()) {
      out.list("finalizers", [&] { out.string(metadata.finalizer); });
    }
    out.field("generation", metadata.generation);
    labels("labels", metadata.labels);
    managed_fields(metadata.managed, api_version(self.group));
    out.field("name", self.name);
    out.field("namespace", namespace_name());
    owner(metadata.owner);
    out.field("resourceVersion",
              identity_.resource_version(self.kind, namespace_name(), self.name));
    out.field("uid", identity_.uid(self.kind, namespace_name(), self.name));
  });
}

void ObjectBuilder::conditions(std::string_view key, std::span<const Condition> conditions) {
  out.list(key, [&] {
    for (const Condition& each : conditions) {
      out.map([&] {
        time("lastTransitionTime", each.last_transition);
        out.field("message", each.message);
        if (each.observed_generation > 0) {
          out.field("observedGeneration", each.observed_generation);
        }
        out.field("reason", each.reason);
        out.field("status", to_text(each.status));
        out.field("type", each.type);
      });
    }
  });
}

// In the old world only what is False gives a reason and a severity.
void ObjectBuilder::legacy_conditions(std::span<const Condition> conditions) {
  out.list("conditions", [&] {
    for (const Condition& each : conditions) {
      out.map([&] {
        time("lastTransitionTime", each.last_transition);
        if (!each.message.empty()) out.field("message", each.message);
        if (each.status != Status::True) out.field("reason", each.reason);
        if (each.status == Status::False) out.field("severity", "Warning");
        out.field("status", to_text(each.status));
        out.field("type", each.type);
      });
    }
  });
}

void ObjectBuilder::worlds(const Worlds& worlds) {
  const bool upstream = setting_.upstream();
  const auto old_world = [&] {
    legacy_conditions(worlds.legacy);
    if (worlds.legacy_fields) worlds.legacy_fields();
  };
  const auto new_world = [&](std::string_view key) {
    conditions(key, worlds.conditions);
    if (worlds.fields) worlds.fields();
  };
  if (setting_.v1beta2()) {
    new_world("conditions");
    if (upstream) return out.map("deprecated", [&] { out.map("v1beta1", old_world); });
    return out.map("backCompatibilty", old_world);
  }
  old_world();
  if (upstream) return out.map("v1beta2", [&] { new_world("conditions"); });
  new_world("experimentalConditions");
}

void ObjectBuilder::counters(const Tally& tally) {
  // The proposal's preview keeps the old names at the top and adds beside them.
  const bool preview = !setting_.v1beta2() && !setting_.upstream();
  if (!preview) out.field("availableReplicas", tally.available);
  out.field(preview ? "experimentalReadyReplicas" : "readyReplicas", tally.ready);
  out.field("upToDateReplicas", tally.up_to_date);
}

}  // namespace telltale::fleet
