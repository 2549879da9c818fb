// SPDX-License-Identifier: Apache-2.0
#pragma once

// One resource that the server serves, built in or defined by a CustomResourceDefinition: its
// names, its versions, and what is special about it. Immutable once it stands in a Registry.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "json/value.h"
#include "kube/json_path.h"
#include "schema/structural/named_schemas.h"
#include "schema/structural/structure.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

class WebhookCalls;

struct Column {
  std::string name;
  std::string type;  // string, integer, number, boolean, date
  std::string format = {};
  std::string description = {};
  std::int64_t priority = 0;
  std::string json_path = {};
  std::shared_ptr<const JsonPath> path = {};  // null when it could not be parsed: an empty cell
};

struct Scale {
  std::string spec_replicas_path;    // ".spec.replicas"
  std::string status_replicas_path;  // ".status.replicas"
  std::string label_selector_path = {};
};

struct Version {
  std::string name;  // "v1beta2"
  bool served = true;
  bool storage = false;
  std::string deprecation_warning = {};             // not empty: sent with every answer
  schema::StructurePtr structure = {};              // of the whole object
  std::shared_ptr<const json::Value> openapi = {};  // the schema as it was given, for publishing
  // What that schema refers to; null where it refers to nothing: all kinds but Kubernetes' own.
  std::shared_ptr<const schema::NamedSchemas> shared = {};
  // Fields that lists can be selected by, besides the name and namespace: "spec.size".
  std::vector<std::string> selectable = {};
  std::vector<Column> columns = {};  // behind Name; empty: Age only
  bool has_status = false;
  std::optional<Scale> scale = {};
};

struct Webhook {
  std::string url;
  std::string ca_pem = {};
  std::vector<std::string> review_versions = {};
};

enum class Conversion : std::uint8_t {
  None,      // only apiVersion is rewritten
  Telltale,  // our own kinds: the convert room
  Webhook,
};

// What a built-in kind does that no schema can say. All of it is optional.
struct KindBehavior {
  bool counts_generation = true;
  bool update_needs_version = true;  // a PUT without resourceVersion is refused
  bool creates_on_update = false;    // a PUT of what is not there creates it
  bool review = false;               // answered, never stored: SelfSubjectAccessReview
  bool virtual_view = false;         // shares the storage of another resource (events.k8s.io)
  bool drops_status = false;         // nobody brings a status along when creating
  // Field selectors besides metadata.name and metadata.namespace: ("type", path in the object).
  std::vector<std::pair<std::string, std::string>> field_labels = {};
  // Brings an object that is about to be written into its form: folds stringData, fills what the
  // schema's defaults cannot. `old` is null on create.
  void (*prepare)(json::Value& object, const json::Value* old) = nullptr;
  // What is wrong besides the schema.
  void (*validate)(const json::Value& object, const json::Value* old,
                   schema::FieldErrors& field_errors) = nullptr;
  // The cells behind Name, one per column of the version; null: from the columns' paths.
  json::Value (*cells)(const json::Value& object, Instant now) = nullptr;
  // Between the stored form and this view of it (events.k8s.io), both ways; null: the same.
  void (*to_view)(json::Value& object) = nullptr;
  void (*from_view)(json::Value& object) = nullptr;
};

struct Resource {
  std::string group = {};  // empty: the core group
  std::string plural = {};
  std::string singular = {};
  std::string kind = {};
  std::string list_kind = {};
  std::vector<std::string> short_names = {};
  std::vector<std::string> categories = {};
  bool namespaced = true;
  std::vector<Version> versions = {};  // by priority, the preferred one first
  std::vector<std::string> verbs = {"delete", "deletecollection", "get",    "list",
                                    "patch",  "create",           "update", "watch"};
  Conversion conversion = Conversion::None;
  std::optional<Webhook> webhook = {};
  WebhookCalls* webhook_calls = nullptr;              // who asks it; outlives every Registry
  std::shared_ptr<const KindBehavior> behavior = {};  // null for custom resources
  std::string stored_under = {};  // "group/plural" of the resource whose storage it shares
  // What was written before this revision may have another shape: it is pruned and defaulted when
  // it is read.
  std::int64_t shaped_since = 0;
  bool in_logical_clusters = false;  // served under /clusters/<namespace>/<name>/ too

  bool custom() const { return behavior == nullptr; }
  const Version* version(std::string_view name) const;  // null when there is none that is served
  const Version& storage() const;
  std::string api_version(std::string_view version) const;  // "group/v1", "v1"
  std::string qualified() const;                            // "gadgets.ref.example.com"
};

}  // namespace telltale::server
