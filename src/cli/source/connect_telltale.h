// SPDX-License-Identifier: Apache-2.0
#pragma once

// Questions to the telltale that runs (`up`, `run`) about what no API object holds: what its
// probers know, what its journal remembers, what it judges with.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/source/connect.h"

namespace telltale::cli {

// The way to it; nothing is asked yet. `connection` may be nothing: then only telltale's own token
// is shown.
class TelltaleConnection {
 public:
  [[nodiscard]] static Result<TelltaleConnection> open(const Connection* connection,
                                                       const ConnectOptions& options,
                                                       const Streams& streams);

  // GET `target` there. NotFound when it runs and does not know; Unreachable, in words for people,
  // when nobody answers.
  [[nodiscard]] Result<std::string> ask(const std::string& target,
                                        std::chrono::milliseconds patience) const;

 private:
  std::string url_;
  std::unique_ptr<Connection> connection_;
};

// One question.
[[nodiscard]] Result<std::string> ask_telltale(const Connection* connection,
                                               const ConnectOptions& options,
                                               const std::string& target, const Streams& streams);

// Which token is shown to it: its own, that lies in its data folder, or else that of the
// kubeconfig, but only to whom the user named, or where both are on this machine, and never in
// clear text over a network.
struct TokenChoice {
  std::string own = {};         // what the data folder holds
  std::string kubeconfig = {};  // what the kubeconfig holds
  std::string server = {};      // the API server's URL
};
std::string token_for(const ConnectOptions& options, const TokenChoice& choice);

}  // namespace telltale::cli
