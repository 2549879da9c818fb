// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/impersonate.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "http/target.h"
#include "server/access/identity/authenticate.h"
#include "server/access/rbac/denial.h"

namespace telltale::server {
namespace {

constexpr std::string_view authentication_group = "authentication.k8s.io";
constexpr std::string_view extra_prefix = "Impersonate-Extra-";
constexpr std::string_view account_prefix = "system:serviceaccount:";

struct Extra {
  std::string key;
  std::string value;
};

// The headers, before anybody thinks about them.
struct Wish {
  std::string user = {};
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::vector<Extra> extras = {};

  bool empty() const { return user.empty() && uid.empty() && groups.empty() && extras.empty(); }
  std::size_t parts() const { return 2 + groups.size() + extras.size(); }
};

// Keys travel in lower case and escaped like a path, since header names know no case; what is not
// escaped properly is taken as it is.
std::string extra_key(std::string_view header) {
  const std::string escaped = lower(header.substr(extra_prefix.size()));
  if (escaped.find('%') == std::string::npos || escaped.find('?') != std::string::npos) {
    return escaped;
  }
  const Result<http::Target> target = http::parse_target("/" + escaped);
  return target && !target->path.empty() ? target->path.substr(1) : escaped;
}

Wish read_wish(const http::Request& request) {
  Wish wish;
  for (const http::Header& header : request.headers) {
    const std::string value(trim(header.value));
    if (same_letters(header.name, "Impersonate-User") && wish.user.empty()) wish.user = value;
    if (same_letters(header.name, "Impersonate-Uid") && wish.uid.empty()) wish.uid = value;
    if (same_letters(header.name, "Impersonate-Group")) wish.groups.push_back(value);
    if (header.name.size() > extra_prefix.size() &&
        same_letters(std::string_view(header.name).substr(0, extra_prefix.size()), extra_prefix)) {
      wish.extras.push_back({extra_key(header.name), value});
    }
  }
  return wish;
}

struct Account {
  std::string namespace_name;
  std::string name;
};

std::optional<Account> read_account(std::string_view user) {
  if (!user.starts_with(account_prefix)) return {};
  const std::vector<std::string_view> parts = split(user.substr(account_prefix.size()), ':');
  if (parts.size() != 2 || parts[0].empty() || parts[1].empty()) return {};
  return Account{std::string(parts[0]), std::string(parts[1])};
}

Attributes impersonate(std::string_view resource, const std::string& name) {
  return {.verb = "impersonate", .resource = std::string(resource), .name = name};
}

void add_user(const Wish& wish, Impersonation& result) {
  result.user.name = wish.user;
  const std::optional<Account> account = read_account(wish.user);
  if (!account) {
    result.needed.push_back(impersonate("users", wish.user));
    return;
  }
  result.needed.push_back(impersonate("serviceaccounts", account->name));
  result.needed.back().namespace_name = account->namespace_name;
  if (wish.groups.empty()) {
    result.user.groups = {"system:serviceaccounts",
                          "system:serviceaccounts:" + account->namespace_name};
  }
}

void add_extra(const Extra& extra, Impersonation& result) {
  Attributes needed = impersonate("userextras", extra.value);
  needed.group = authentication_group;
  needed.subresource = extra.key;
  result.needed.push_back(std::move(needed));
  auto& known = result.user.extra;
  const auto place =
      std::ranges::find(known, extra.key, &std::pair<std::string, std::vector<std::string>>::first);
  if (place == known.end()) {
    known.push_back({extra.key, {extra.value}});
  } else {
    place->second.push_back(extra.value);
  }
}

void add_uid(const Wish& wish, Impersonation& result) {
  if (wish.uid.empty()) return;
  Attributes needed = impersonate("uids", wish.uid);
  needed.group = authentication_group;
  result.needed.push_back(std::move(needed));
  result.user.uid = wish.uid;
}

bool is_plain(std::string_view text) { return printable(text) == text; }

bool is_plain(const Wish& wish) {
  return is_plain(wish.user) && is_plain(wish.uid) &&
         std::ranges::all_of(wish.groups, [](const auto& group) { return is_plain(group); }) &&
         std::ranges::all_of(wish.extras, [](const Extra& extra) {
           return is_plain(extra.key) && is_plain(extra.value);
         });
}

}  // namespace

Outcome<std::optional<Impersonation>> read_impersonation(const http::Request& request) {
  const Wish wish = read_wish(request);
  if (wish.empty()) return std::nullopt;
  if (wish.user.empty()) {
    return refuse(internal("requested groups, extra fields or a UID without impersonating a user"));
  }
  if (wish.parts() > impersonated_parts_max) {
    return refuse(bad_request(
        format("at most {} groups and extra fields can be impersonated", impersonated_parts_max)));
  }
  // Names end up in answers, logs and on terminals.
  if (!is_plain(wish)) {
    return refuse(bad_request("impersonation headers must be UTF-8 without control characters"));
  }
  Impersonation result;
  add_user(wish, result);
  for (const std::string& group : wish.groups) {
    result.needed.push_back(impersonate("groups", group));
    result.user.groups.push_back(group);
  }
  for (const Extra& extra : wish.extras) add_extra(extra, result);
  add_uid(wish, result);
  result.user = with_standing(std::move(result.user));
  return result;
}

Outcome<User> acting_user(const http::Request& request, const User& user, const Policy& policy) {
  const Outcome<std::optional<Impersonation>> wish = read_impersonation(request);
  if (!wish) return refuse(wish.error());
  if (!*wish) return user;
  for (const Attributes& needed : (*wish)->needed) {
    const Decision decision = policy.decide(user, needed);
    if (!decision.allowed) return refuse(denied(user, needed, decision.reason));
  }
  return (*wish)->user;
}

}  // namespace telltale::server
