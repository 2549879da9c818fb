// SPDX-License-Identifier: Apache-2.0
#pragma once

// How to be known to the etcd that --store names; the same for every command that opens one.

#include "store/stores.h"

namespace CLI {
class App;
}  // namespace CLI

namespace telltale::cli {

// What is typed lands in `etcd`, which must outlive the app.
void add_etcd_flags(CLI::App& app, store::EtcdAccess& etcd);

}  // namespace telltale::cli
