// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/pattern.h"

#include <utility>

#include <re2/re2.h>

namespace telltale::schema {

Result<std::shared_ptr<const Pattern>> Pattern::compile(std::string_view text) {
  if (text.size() > text_bytes_max) return fail(Error::Kind::Invalid, "expression too large");
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(program_bytes_max);
  auto expression =
      std::make_unique<const RE2>(re2::StringPiece(text.data(), text.size()), options);
  if (!expression->ok()) return fail(Error::Kind::Invalid, expression->error());
  return std::make_shared<const Pattern>(std::move(expression));
}

Pattern::Pattern(std::unique_ptr<const RE2> expression) : expression_(std::move(expression)) {}

Pattern::~Pattern() = default;

bool Pattern::found_in(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *expression_);
}

}  // namespace telltale::schema
