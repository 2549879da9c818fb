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
#include "cli/source/telltale_address.h"

namespace telltale::cli {

// The way to it; nothing is asked yet. `server` may be nothing: then only telltale's own token is
// shown.
class TelltaleConnection {
 public:
  [[nodiscard]] static Result<TelltaleConnection> open(const Connection* server,
                                                       const TelltaleAddress& address,
                                                       const Streams& streams);

  // GET `target` there. NotFound when it runs and does not know; Unreachable, in a few words for
  // people, when nobody answers or it does not take the token.
  [[nodiscard]] Result<std::string> ask(const std::string& target,
                                        std::chrono::milliseconds patience) const;
  const std::string& url() const { return address_.url; }

 private:
  TelltaleAddress address_;
  std::unique_ptr<Connection> connection_;
};

// One question, of somebody who has no API server.
[[nodiscard]] Result<std::string> ask_telltale(const ConnectOptions& options,
                                               const std::string& target, const Streams& streams);

// Which token is shown to it: its own, that lies in its data folder, or that of the kubeconfig, but
// only to whom the user or the kubeconfig named, or where both are on this machine, and never in
// clear text over a network. An address that a ConfigMap names gets the own token where the data
// folder names the same one, and no other ever: who may write ConfigMaps shall not collect tokens.
struct TokenChoice {
  std::string own = {};          // what the data folder holds
  std::string own_address = {};  // of whose token that is, as the data folder says
  std::string kubeconfig = {};   // what the kubeconfig holds
  std::string server = {};       // the API server's URL
};
std::string token_for(const TelltaleAddress& address, const TokenChoice& choice);

}  // namespace telltale::cli
