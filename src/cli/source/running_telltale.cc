// SPDX-License-Identifier: Apache-2.0
#include "cli/source/running_telltale.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "cli/screen/wording.h"
#include "http/target.h"
#include "json/parse.h"
#include "json/print.h"
#include "live/diagnostics/pages.h"
#include "report/settings_document.h"

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// Whoever runs answers at once; nobody waits long for who does not.
constexpr milliseconds settings_patience{2'000};
constexpr milliseconds page_patience{5'000};
constexpr milliseconds uid_patience{5'000};
// How long an answer is good for, and how long a silence. A long answer is good for longer: whoever
// runs has more to do than to tell it again.
constexpr milliseconds answer_lasts{250};
constexpr int answer_rest_factor = 8;
constexpr milliseconds silence_lasts{15'000};
constexpr std::string_view cluster_identity = "/api/v1/namespaces/kube-system";

std::string_view text_at(const json::ValueMap& map, std::string_view outer, std::string_view name) {
  const json::Value* between = map.if_contains(outer);
  const json::ValueMap* inner = between == nullptr ? nullptr : between->if_object();
  const json::Value* value = inner == nullptr ? nullptr : inner->if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                : std::string_view();
}

Result<std::string> uid_of_server(Connection& server) {
  const std::string target(cluster_identity);
  const Result<http::Response> answer = client::accepted(
      server.api->ask({.target = target, .timeout = std::min(server.timeout, uid_patience)}),
      target);
  if (!answer) return fail(answer.error());
  const Result<json::Value> value = json::parse(answer->body);
  const json::ValueMap* map = value ? value->if_object() : nullptr;
  std::string uid(map == nullptr ? std::string_view() : text_at(*map, "metadata", "uid"));
  if (uid.empty()) return fail(Error::Kind::Invalid, "its kube-system namespace has no uid");
  return uid;
}

constexpr std::string_view nonsense = "gives no usable answer";

std::unexpected<Error> no_use(std::string_view url, std::string_view why) {
  return fail(Error::Kind::Invalid, format("the telltale at {} {}", printable(url), why));
}

// The flags that say how to judge, as they were typed.
std::vector<std::string> flags_typed(const ReadOptions& options) {
  std::vector<std::string> flags;
  if (options.dialect_typed) flags.emplace_back("--dialect");
  const JudgingOptions& judging = options.judging;
  if (judging.connection_grace) flags.emplace_back("--cluster-probe-grace-period");
  if (judging.conditions_grace) flags.emplace_back("--remote-conditions-grace-period");
  if (!judging.thresholds.empty()) flags.emplace_back("--failure-threshold");
  if (judging.registration_ttl) flags.emplace_back("--registration-ttl");
  if (judging.node_conditions) flags.emplace_back("--node-conditions");
  return flags;
}

}  // namespace

bool RunningTelltale::ask(Connection& server, const ConnectOptions& options,
                          const Streams& streams) {
  const nanoseconds now = streams.clock.elapsed();
  const nanoseconds answered = std::max<nanoseconds>(answer_lasts, took_ * answer_rest_factor);
  if (asked_ && now - *asked_ < (told_ ? answered : nanoseconds(silence_lasts))) return false;
  Result<Told> answer = look(server, options, streams);
  asked_ = streams.clock.elapsed();
  took_ = *asked_ - now;
  trouble_ = answer ? std::string() : answer.error().detail;
  const bool same =
      answer.has_value() == told_.has_value() && (!answer || answer->text == told_->text);
  if (answer) {
    told_ = std::move(*answer);
  } else {
    told_.reset();
  }
  return !same;
}

// The line to one that told is kept; where none does, the next look begins anew. What is said is
// why the first is silent: it is the one that was meant.
Result<Told> RunningTelltale::look(Connection& server, const ConnectOptions& options,
                                   const Streams& streams) {
  if (line_) return ask_line(server);
  const TelltaleAddresses found = find_telltale(&server, options);
  std::optional<Error> first;
  if (!found.trouble.empty()) first = Error{Error::Kind::Unreachable, found.trouble};
  for (const TelltaleAddress& address : found.candidates) {
    Result<TelltaleConnection> line = TelltaleConnection::open(&server, address, streams);
    if (line) line_.emplace(std::move(*line));
    Result<Told> told = line ? ask_line(server) : fail(line.error());
    if (told) return told;
    if (!first) first = told.error();
  }
  return fail(std::move(*first));
}

Result<Told> RunningTelltale::ask_line(Connection& server) {
  Result<Told> told = ask_everything(server);
  if (!told) line_.reset();
  return told;
}

Result<Told> RunningTelltale::ask_everything(Connection& server) {
  const std::string& url = line_->url();
  const auto settings = line_->ask(std::string(live::settings_path), settings_patience);
  if (!settings) {
    const bool unknown = settings.error().kind == Error::Kind::NotFound;
    return unknown ? no_use(url, "reports no settings") : fail(settings.error());
  }
  const Result<RunningSettings> running = parse_settings(*settings);
  if (!running) return no_use(url, nonsense);
  if (const Result<void> same = compare(server, running->cluster_uid, url); !same) {
    return fail(same.error());
  }
  Told told{.settings = running->settings, .text = *settings};
  for (const std::string_view path : {live::connections_path, live::memory_path}) {
    if (const Result<void> read = read_documents(path, told); !read) return no_use(url, nonsense);
  }
  return told;
}

// Somebody else's cluster may have objects of the same names.
Result<void> RunningTelltale::compare(Connection& server, const std::string& theirs,
                                      const std::string& url) {
  if (theirs.empty()) return no_use(url, "names no cluster");
  if (own_uid_.empty()) {
    Result<std::string> own = uid_of_server(server);
    if (!own) {
      return fail(Error::Kind::Invalid,
                  "namespace kube-system may not be read, so telltale is not asked");
    }
    own_uid_ = std::move(*own);
  }
  if (own_uid_ == theirs) return {};
  return no_use(url, "judges another cluster");
}

Result<void> RunningTelltale::read_documents(std::string_view path, Told& told) const {
  std::string after;
  do {
    const Result<std::string> page =
        line_->ask(format("{}?after={}", path, http::escape(after)), page_patience);
    if (!page) return fail(page.error());
    told.text += *page;
    const Result<json::Value> value = json::parse(*page);
    if (!value) return fail(value.error());
    const json::ValueMap* map = value->if_object();
    const json::Value* items = map == nullptr ? nullptr : map->if_contains("items");
    if (items == nullptr || !items->is_array()) {
      return fail(Error::Kind::Invalid, format("{} is not a list", path));
    }
    for (const json::Value& item : items->get_array()) {
      told.documents.push_back(json::print(item));
    }
    const std::string_view next = text_at(*map, "metadata", "next");
    const bool endless = !next.empty() && next <= after;
    if (endless || told.documents.size() > documents_max || told.text.size() > bytes_max) {
      return fail(Error::Kind::TooLarge, format("{} is too long", path));
    }
    after = next;
  } while (!after.empty());
  return {};
}

Settings settings_for(const ReadOptions& options, const Told* told, DialectName spoken) {
  Settings settings = told == nullptr ? Settings{} : told->settings;
  if (told == nullptr || options.dialect_typed) {
    settings.dialect = spoken == DialectName::Upstream ? upstream_dialect() : proposal_dialect();
  }
  apply(options.judging, settings);
  return settings;
}

std::string last_line(const RunningTelltale& running, const ReadOptions& options) {
  if (!running.trouble().empty()) {
    return format("note: {}; judged from what is stored\n", running.trouble());
  }
  const std::vector<std::string> flags = flags_typed(options);
  if (!running.told() || flags.empty()) return {};
  return format("note: {} win{} over the settings of the telltale at {}\n",
                join(std::span<const std::string>(flags), ", "), flags.size() == 1 ? "s" : "",
                printable(running.line()->url()));
}

}  // namespace telltale::cli
