// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was asked for, one plain struct per command. Made by parse.h from a command line; everything
// in here has been checked.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/instant.h"
#include "catalog/settings.h"
#include "classify/platform.h"
#include "cli/command_line/control_options.h"
#include "cli/manifests/manifests_rbac_options.h"
#include "cli/screen/terminal.h"
#include "cli/tree/tree_conditions.h"
#include "cli/wait/wait_conditions.h"
#include "client/kubeconfig/kubeconfig.h"
#include "convert/conversion.h"
#include "convert/dialect.h"
#include "fleet/fleet.h"
#include "kube/json_path.h"
#include "observe/world.h"
#include "report/json_template.h"
#include "report/report.h"
#include "report/tree/grow_tree.h"
#include "report/tree/tree_groups.h"
#include "server/access/audit/audit_options.h"

namespace telltale::cli {

enum class Loudness : std::uint8_t { Normal, Quiet };
enum class Headers : std::uint8_t { Shown, Hidden };

// Which server, as whom, and with how much patience.
struct ConnectOptions {
  client::AccessFlags access = {};
  std::chrono::milliseconds request_timeout{60'000};
  // Where the running telltale answers questions about what no API object holds.
  std::string telltale = "http://127.0.0.1:7480";
  enum class Address : std::uint8_t { Default, Typed } telltale_address = Address::Default;
};

// What is meant where no -n was typed: that of the kubeconfig's context, or everything.
enum class Namespaces : std::uint8_t { OfContext, All };

// One threshold of a node pool's failures, as it was typed.
struct TypedThreshold {
  Seconds ProgressingRules::* rule = nullptr;
  Seconds duration{};

  bool operator==(const TypedThreshold&) const = default;
};

// What all commands that read a world share.
struct ReadOptions {
  std::vector<std::string> paths = {};  // none: the API server that the kubeconfig names
  ReportFilter filter = {};
  Namespaces namespaces = Namespaces::OfContext;
  ConnectOptions connect = {};
  std::optional<Instant> now = {};  // nothing: the newest time in the dump, the clock of a server
  std::optional<DialectName> dialect = DialectName::Proposal;  // nothing: as the world speaks
  bool dialect_typed = false;
  // What was typed about judging. Of the rest the running telltale says, or the defaults do.
  std::optional<Seconds> connection_grace = {};
  std::optional<Seconds> conditions_grace = {};
  std::vector<TypedThreshold> thresholds = {};
  std::optional<Seconds> registration_ttl = {};
  std::optional<NodeConditions> node_conditions = {};
  Completeness completeness = Completeness::Partial;
  unsigned threads = 1;
  Loudness loudness = Loudness::Normal;

  bool is_live() const { return paths.empty(); }
};

// Once, or again and again as the server changes; Only leaves out what is there at the start.
enum class Watching : std::uint8_t { Off, On, Only };

enum class CheckOutput : std::uint8_t { Table, Wide, Json, Yaml, Name };

struct CheckOptions {
  ReadOptions read;
  CheckOutput output = CheckOutput::Table;
  Headers headers = Headers::Shown;
};

enum class WhyOutput : std::uint8_t { Text, Json, Yaml };

struct WhyOptions {
  ReadOptions read;
  std::string type = {};
  std::string name = {};
  std::string condition = {};  // empty: the one that sums up the object
  WhyOutput output = WhyOutput::Text;
};

enum class TreeOutput : std::uint8_t { Text, Json, Yaml };
enum class Branches : std::uint8_t { All, Problems };

struct TreeOptions {
  ReadOptions read = {};
  std::string type = {};  // with the name; empty: every Cluster
  std::string name = {};
  GrowOptions grow = {};
  Grouping::Merge merge = Grouping::Merge::Likes;
  Branches branches = Branches::All;
  ConditionFilter conditions = {};
  std::optional<unsigned> depth = {};  // levels below the root; nothing: all of them
  TreeOutput output = TreeOutput::Text;
  Headers headers = Headers::Shown;
  Watching watching = Watching::Off;
};

enum class GetOutput : std::uint8_t { Table, Wide, Name, Json, Yaml, CustomColumns, JsonPath };
constexpr bool is_data(GetOutput output) {
  return output == GetOutput::Json || output == GetOutput::Yaml || output == GetOutput::JsonPath;
}

enum class LabelsColumn : std::uint8_t { Hidden, Shown };
// Where nobody said which namespaces, the column appears when there is more than one.
enum class NamespaceColumn : std::uint8_t { AsNeeded, Shown, Hidden };

// The type that means every kind that is judged.
inline constexpr std::string_view all_types = "all";

struct GetSubject {
  std::string type;
  std::string name;  // empty: all of the type
};

struct CustomColumn {
  std::string header;
  JsonPath path;
};

struct GetOptions {
  ReadOptions read = {};
  std::vector<GetSubject> subjects = {};
  GetOutput output = GetOutput::Table;
  std::vector<CustomColumn> custom_columns = {};
  std::optional<JsonTemplate> text = {};     // of -o jsonpath
  std::optional<convert::Stage> stage = {};  // of data; nothing: that of each object's version
  std::optional<JsonPath> sort_by = {};
  std::vector<std::string> label_columns = {};
  LabelsColumn labels = LabelsColumn::Hidden;
  NamespaceColumn namespaces = NamespaceColumn::AsNeeded;
  Headers headers = Headers::Shown;
  Watching watching = Watching::Off;
};

enum class WaitOutput : std::uint8_t { Text, Name, Json, Yaml };

struct WaitOptions {
  ReadOptions read = {};
  std::vector<GetSubject> subjects = {};      // without a name: all of the type that match -l
  std::string selector = {};                  // as it was typed
  std::vector<Expectation> expected = {};     // all of them, on one version of an object
  std::vector<Expectation> failing = {};      // any of them ends it
  std::chrono::milliseconds timeout{30'000};  // zero: one look
  WaitOutput output = WaitOutput::Text;
};

enum class HistoryOutput : std::uint8_t { Text, Json, Yaml };

struct HistoryOptions {
  ReadOptions read = {};
  std::string type = {};
  std::string name = {};
  std::string condition = {};  // empty: all of them
  HistoryOutput output = HistoryOutput::Text;
};

enum class TablesOutput : std::uint8_t { Text, Markdown, Json, Dot, Mermaid };
// The tables themselves, or the list of what they may write.
enum class TablesSubject : std::uint8_t { Tables, Reasons };

struct TablesOptions {
  std::string name;  // empty: all of them
  TablesOutput output = TablesOutput::Text;
  TablesSubject subject = TablesSubject::Tables;
};

enum class RunbookOutput : std::uint8_t { Text, Markdown };

struct RunbookOptions {
  std::string reason;  // empty: the list of them
  RunbookOutput output = RunbookOutput::Text;
};

enum class VersionOutput : std::uint8_t { Text, Json };

struct VersionOptions {
  VersionOutput output = VersionOutput::Text;
};

enum class Shell : std::uint8_t { Bash, Zsh, Fish };

struct CompletionOptions {
  Shell shell = Shell::Bash;
};

enum class ConvertOutput : std::uint8_t { Yaml, Json };

struct ConvertOptions {
  std::vector<std::string> paths = {};
  convert::Conversion conversion = {};
  ConvertOutput output = ConvertOutput::Yaml;
  Loudness loudness = Loudness::Normal;
};

// The same as a webhook, for API servers.
struct ConvertServeOptions {
  std::string listen = "127.0.0.1:9443";
  std::string certificate = {};  // both files or none
  std::string key = {};
  std::vector<std::string> subject_names = {};
  std::optional<DialectName> dialect = {};  // nothing: each object keeps its own
};

enum class ClassifyOutput : std::uint8_t { Table, Json };

struct ClassifyOptions {
  std::vector<std::string> paths = {};
  Platform platform = Platform::Any;
  ClassifyOutput output = ClassifyOutput::Table;
  Headers headers = Headers::Shown;
};

enum class ManifestsOutput : std::uint8_t { Yaml, Json, Name };

struct ManifestsOptions {
  std::string subject = {};  // "crds" or "rbac"; empty: a list of what there is
  std::string name = {};     // a pattern; empty: all of them
  RbacOptions rbac = {};
  ManifestsOutput output = ManifestsOutput::Yaml;
};

struct ServeOptions {
  std::string data_folder;
  std::string store = {};       // empty: SQLite in the data folder
  store::EtcdAccess etcd = {};  // where the store is one
  server::Encryption encryption = {};
  std::string listen = "127.0.0.1:7443";
  std::string http = "127.0.0.1:7480";
  std::vector<std::string> subject_names = {};
  server::AuditOptions audit = {};
  std::size_t memory_budget_mib = memory_budget_mib_default;
  std::string service_range = "10.96.0.0/16";
  bool install_definitions = true;
};

enum class StoreAction : std::uint8_t { Check, Backup, Restore, Compact, RotateKey };

struct StoreOptions {
  StoreAction action = StoreAction::Check;
  std::string file = {};  // the backup; of check: any file instead of the server's
  std::string data_folder = {};
  std::string store = {};  // empty: SQLite in the data folder
  store::EtcdAccess etcd = {};
  server::Encryption encryption = {};
};

struct RotateOptions {
  std::string data_folder = {};
  std::string only = {};  // empty: everything
  bool revoke = false;    // the old ones end now
};

struct GenerateOptions {
  fleet::FleetOptions fleet;
};

using Command =
    std::variant<CheckOptions, WhyOptions, TreeOptions, GetOptions, TablesOptions, VersionOptions,
                 CompletionOptions, GenerateOptions, ConvertOptions, ClassifyOptions,
                 ManifestsOptions, ServeOptions, WaitOptions, HistoryOptions, UpOptions, RunOptions,
                 ConvertServeOptions, StoreOptions, RotateOptions, RunbookOptions>;

struct Invocation {
  Command command;
  ColorChoice color = ColorChoice::Auto;
};

}  // namespace telltale::cli
