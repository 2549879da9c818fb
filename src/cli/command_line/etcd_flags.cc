// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/etcd_flags.h"

#include <CLI/CLI.hpp>

namespace telltale::cli {

void add_etcd_flags(CLI::App& app, store::EtcdAccess& etcd) {
  app.add_option("--etcd-ca", etcd.ca_file,
                 "whose certificates etcds:// believes, PEM (default: the system's)")
      ->type_name("FILE");
  app.add_option("--etcd-cert", etcd.certificate_file, "the certificate shown to etcd, PEM")
      ->type_name("FILE");
  app.add_option("--etcd-key", etcd.key_file, "and its key")->type_name("FILE");
  app.add_option("--etcd-user", etcd.user, "who logs in to etcd")->type_name("NAME");
  app.add_option("--etcd-password-file", etcd.password_file, "the first line is the password")
      ->type_name("FILE");
}

}  // namespace telltale::cli
