// SPDX-License-Identifier: Apache-2.0
#pragma once

// From what kubeconfigs say to one Access: the context that is meant, its cluster and its user, and
// everything they point to.

#include <string>
#include <string_view>

#include "base/result.h"
#include "client/kubeconfig/kubeconfig.h"
#include "client/kubeconfig/kubeconfig_text.h"

namespace telltale::client {

enum class Outside {
  Allowed,    // files may be read, programs be named
  Forbidden,  // the text comes from somebody who must not make us do either
};

// `origin` says where the configuration came from: "one:two" after the files of a list.
[[nodiscard]] Result<Access> choose_access(const Kubeconfig& config, const AccessFlags& flags,
                                           std::string_view origin, Outside outside);

// Flags win over what is there.
[[nodiscard]] Result<void> impersonate(Access& access, const AccessFlags& flags);

}  // namespace telltale::client
