// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/flags.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "base/check.h"
#include "cli/screen/wording.h"

namespace telltale::cli {
namespace {

template <class Into>
CLI::Option& add_option(CLI::App& app, const Flag& flag, Into& into) {
  return *app.add_option(std::string(flag.names), into, std::string(flag.help))
              ->type_name(std::string(flag.type));
}

void repeat(CLI::Option& option, Flags::Repeated how) {
  if (how.split_at_commas) option.delimiter(',');
  if (!how.greedy) option.allow_extra_args(false)->take_all();
}

bool has_short_name(const Flag& flag) { return !flag.names.starts_with("--"); }

}  // namespace

FlagText& Flags::remember(const Flag& flag, std::vector<std::string> values) {
  return text_.flags.emplace_back(FlagText{.names = std::string(flag.names),
                                           .type = std::string(flag.type),
                                           .help = std::string(flag.help),
                                           .values = std::move(values),
                                           .group = group_});
}

FlagText& Flags::remembered(std::string_view flag) {
  const auto found = std::ranges::find(text_.flags, flag, &FlagText::long_name);
  telltale::check(found != text_.flags.end(), "a flag is declared before more is said about it");
  return *found;
}

CommandText Flags::text() const {
  CommandText text = text_;
  std::ranges::stable_sort(text.flags, {}, &FlagText::group);
  return text;
}

std::unexpected<Error> Flags::not_among(std::string_view flag, std::string_view typed,
                                        std::span<const std::string_view> known) {
  std::vector<std::string> words(known.begin(), known.end());
  return usage(
      format("{} must be {}, not {}", flag, alternatives(std::move(words)), printable(typed)));
}

void Flags::on(const Flag& flag, std::function<void()> then) {
  remember(flag);
  bool& typed = switches_.emplace_back(false);
  app_.add_flag(std::string(flag.names), typed, std::string(flag.help));
  reads_.push_back([&typed, then = std::move(then)]() -> Result<void> {
    if (typed) then();
    return {};
  });
}

void Flags::text(const Flag& flag, std::string& into) {
  remember(flag);
  add_option(app_, flag, into);
  if (!has_short_name(flag)) return;
  reads_.push_back([&into]() -> Result<void> {
    into = std::string(plain_value(into));
    return {};
  });
}

void Flags::number(const Flag& flag, unsigned& into) {
  remember(flag);
  add_option(app_, flag, into);
}

void Flags::number(const Flag& flag, std::size_t& into) {
  remember(flag);
  add_option(app_, flag, into);
}

void Flags::number(const Flag& flag, double& into) {
  remember(flag);
  add_option(app_, flag, into);
}

void Flags::number(const Flag& flag, std::size_t& into, std::size_t least, std::size_t most) {
  remember(flag);
  add_option(app_, flag, into).check(CLI::Range(least, most).description(""));
}

void Flags::texts(const Flag& flag, std::vector<std::string>& into, Repeated how) {
  remember(flag).repeats = true;
  repeat(add_option(app_, flag, into), how);
}

void Flags::read(const Flag& flag, Read read, std::vector<std::string> offered) {
  remember(flag, std::move(offered));
  std::string& typed = texts_.emplace_back();
  add_option(app_, flag, typed);
  reads_.push_back([&typed, read = std::move(read)]() -> Result<void> {
    return typed.empty() ? Result<void>() : read(plain_value(typed));
  });
}

void Flags::read_or(const Flag& flag, const std::string& alone, Read read) {
  this->read(flag, std::move(read));
  app_.get_option(std::string(flag.first_name()))->expected(0, 1)->default_str(alone);
  FlagText& text = text_.flags.back();
  text.type = format("[{}]", text.type);
}

void Flags::read_all(const Flag& flag, ReadAll read, Repeated how,
                     std::vector<std::string> offered) {
  remember(flag, std::move(offered)).repeats = true;
  std::vector<std::string>& typed = lists_.emplace_back();
  repeat(add_option(app_, flag, typed), how);
  reads_.push_back([&typed, read = std::move(read)]() -> Result<void> {
    return typed.empty() ? Result<void>() : read(typed);
  });
}

void Flags::operands(const Operands& operands, ReadAll read) {
  text_.operands = std::string(operands.name);
  text_.operands_help = std::string(operands.help);
  text_.usage =
      operands.usage.empty() ? format("[{}...]", operands.name) : std::string(operands.usage);
  std::vector<std::string>& typed = lists_.emplace_back();
  app_.add_option(std::string(operands.name), typed, std::string(operands.help))->type_name("");
  read_operands_ = [&typed, read = std::move(read)] { return read(typed); };
}

void Flags::show_default(std::string_view flag, std::string_view value) {
  remembered(flag).help += format(" (default: {})", value);
}

void Flags::exclude(std::string_view flag, std::string_view other) {
  app_.get_option(std::string(flag))->excludes(app_.get_option(std::string(other)));
  remembered(flag).help += format("; not with {}", other);
}

bool Flags::typed(std::string_view name) const {
  const std::vector<std::string> values = app_.get_option(std::string(name))->results();
  return std::ranges::any_of(values, [](const std::string& one) { return !one.empty(); });
}

bool Flags::typed_any(std::initializer_list<std::string_view> names) const {
  return std::ranges::any_of(names, [&](std::string_view name) { return typed(name); });
}

Result<void> Flags::finish() const {
  for (const Check& read : reads_) {
    if (Result<void> done = read(); !done) return done;
  }
  if (read_operands_) {
    if (Result<void> done = read_operands_(); !done) return done;
  }
  for (const Check& check : checks_) {
    if (Result<void> done = check(); !done) return done;
  }
  return {};
}

}  // namespace telltale::cli
