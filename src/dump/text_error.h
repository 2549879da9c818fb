// SPDX-License-Identifier: Apache-2.0
#pragma once

// An error about a place in a text, before it is known where in the file its text begins: texts are
// read by several threads at once. Lines count the line breaks before the place, from the start of
// the text; the ledger adds what came before and makes an InputError of it.

#include <cstddef>
#include <optional>
#include <string>

namespace telltale::dump {

struct TextError {
  // "a block mapping" and the line it starts on, for messages that point at two places.
  struct Inside {
    std::string what;
    std::size_t line = 0;
    bool operator==(const Inside&) const = default;
  };

  std::size_t line = 0;
  std::string message;  // one sentence, no final period
  std::optional<Inside> inside;

  bool operator==(const TextError&) const = default;
};

}  // namespace telltale::dump
