// SPDX-License-Identifier: Apache-2.0
#include "store/commit_rules.h"

#include <memory>
#include <string>
#include <utility>

#include "base/text.h"

namespace telltale::store {
namespace {

// A key in a sentence: short, and safe to print whatever it holds.
std::string shown(std::string_view key) { return printable(truncate_utf8(key, 256)); }

}  // namespace

Result<void> admit(const Write& write) {
  using enum Error::Kind;
  if (write.key.empty()) return fail(Invalid, "a key has at least one byte");
  if (write.key.size() > key_bytes_max) {
    return fail(TooLarge, format("key {} has {} bytes, the limit is {}", shown(write.key),
                                 write.key.size(), key_bytes_max));
  }
  if (write.key.contains('\0')) {
    return fail(Invalid, format("key {} holds a NUL", shown(write.key)));
  }
  if (write.value && write.value->size() > value_bytes_max) {
    return fail(TooLarge, format("the value of {} has {} bytes, the limit is {}", shown(write.key),
                                 write.value->size(), value_bytes_max));
  }
  if (write.expected < 0 || (!write.value && write.expected == 0)) {
    return fail(Invalid, format("a write of {} names the revision it was made from, not {}",
                                shown(write.key), write.expected));
  }
  return {};
}

Result<void> compare(const Write& write, Revision found) {
  if (found == write.expected) return {};
  if (found == 0) {
    return fail(Error::Kind::Conflict,
                format("{} is not there, the write was made from revision {}", shown(write.key),
                       write.expected));
  }
  if (write.expected == 0) {
    return fail(Error::Kind::Conflict,
                format("{} is there already, at revision {}", shown(write.key), found));
  }
  return fail(Error::Kind::Conflict, format("{} is at revision {}, the write was made from {}",
                                            shown(write.key), found, write.expected));
}

Result<void> compactable(const CurrentState& present, Revision revision) {
  const auto newest = present.revision();
  if (revision >= 0 && revision <= newest) return {};
  return fail(Error::Kind::Invalid,
              format("cannot compact to revision {}, the newest is {}", revision, newest));
}

Error conflict(std::string_view key) {
  return {Error::Kind::Conflict, format("{} was changed by another client", shown(key))};
}

Change change_of(Write write, Revision revision) {
  Change change{.revision = revision, .key = std::move(write.key), .value = {}, .before = {}};
  if (write.value) {
    change.value = std::make_shared<const std::string>(stamped(*write.value, revision));
  }
  return change;
}

}  // namespace telltale::store
