// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the telltale that runs knows and no API object holds, so that a command judges as it does:
// its settings, how connections are, and Memory. Only one that judges the same cluster is believed:
// the uid of the kube-system namespace tells. Where there is none, what is stored stands.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/settings.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/source/connect.h"
#include "cli/source/connect_telltale.h"

namespace telltale::cli {

// Everything it told, at one time.
struct Told {
  Settings settings = {};
  std::vector<std::string> documents = {};  // RemoteConnections, then Memory, each one JSON

  std::string text = {};  // all of it as it came: two that are alike tell nothing new
};

class RunningTelltale {
 public:
  static constexpr std::size_t documents_max = 100'000;
  static constexpr std::size_t bytes_max = std::size_t{256} << 20;

  // Asks, unless somebody did a moment ago. True when the answer is another than before. Never an
  // error: `trouble` says why there is nothing. Takes a few seconds at most.
  bool ask(Connection& server, const ConnectOptions& options, const Streams& streams);

  // Nothing: it could not be reached, or judges another cluster.
  const std::optional<Told>& told() const { return told_; }
  const std::string& trouble() const { return trouble_; }
  // For questions of the command's own; nothing where `told` is nothing.
  const TelltaleConnection* line() const { return told_ && line_ ? &*line_ : nullptr; }

 private:
  // At each address until one of them tells.
  [[nodiscard]] Result<Told> look(Connection& server, const ConnectOptions& options,
                                  const Streams& streams);
  // One that does not tell is not asked again.
  [[nodiscard]] Result<Told> ask_line(Connection& server);
  [[nodiscard]] Result<Told> ask_everything(Connection& server);
  [[nodiscard]] Result<void> compare(Connection& server, const std::string& theirs,
                                     const std::string& url);
  [[nodiscard]] Result<void> read_documents(std::string_view path, Told& told) const;

  std::optional<TelltaleConnection> line_;
  std::optional<Told> told_;
  std::string trouble_;
  std::string own_uid_;  // of the server that the kubeconfig names, once it is known
  std::optional<std::chrono::nanoseconds> asked_;
  std::chrono::nanoseconds took_{};  // the last question
};

// Its settings, or the defaults, with what was typed on top. `spoken` is the dialect where it does
// not decide.
Settings settings_for(const ReadOptions& options, const Told* told, DialectName spoken);

// The last line: what could not be had, or which flags win over its settings. Empty: nothing to
// say.
std::string last_line(const RunningTelltale& running, const ReadOptions& options);

}  // namespace telltale::cli
