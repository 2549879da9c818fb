// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the key comes from that opens a store's Secrets; the same for every command that opens one.

#include "server/access/credentials/wrapping_keys.h"

namespace CLI {
class App;
}  // namespace CLI

namespace telltale::cli {

// What is typed lands in `encryption`, which must outlive the app.
void add_encryption_flags(CLI::App& app, server::Encryption& encryption);

// With the means to run its command.
server::Encryption able_to_run(server::Encryption encryption);

}  // namespace telltale::cli
