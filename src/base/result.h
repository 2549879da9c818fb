// SPDX-License-Identifier: Apache-2.0
#pragma once

// Trouble on the way: something outside us went wrong and a caller can do something about it.
// Bugs are not Results (see check.h) and an unhealthy world is not an error at all, it is data.
//
//   [[nodiscard]] Result<Tree> read(...);
//   auto tree = read(...);
//   if (!tree) return fail(tree.error());

#include <expected>
#include <string>
#include <utility>

namespace telltale {

struct Error {
  // Callers branch on the kind; the words follow the API server's own vocabulary.
  enum class Kind {
    NotFound,     // the thing asked for is not there
    Invalid,      // the input breaks a rule of its format
    TooLarge,     // a limit of ours would be passed
    Conflict,     // somebody else changed it meanwhile
    Gone,         // it was there, and is no longer kept
    Unreachable,  // the other side does not answer
    Internal,     // the system under us refused: disk, memory, permissions
  };

  Kind kind = Kind::Internal;
  std::string detail;  // one sentence, no final period

  bool operator==(const Error&) const = default;
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Error error) { return std::unexpected(std::move(error)); }
inline std::unexpected<Error> fail(Error::Kind kind, std::string detail) {
  return std::unexpected(Error{kind, std::move(detail)});
}

}  // namespace telltale
