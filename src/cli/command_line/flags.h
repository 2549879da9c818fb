// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags of one command. A command declares each flag once: how it is spelled, what help says
// about it, and where its value goes. Parsing, help, completion and manual pages all follow from
// that. Only flags.cc and parse.cc know CLI11.
//
//   void declare_version(Flags& flags, VersionOptions& options) {
//     flags.choose({"-o,--output", "FORMAT", "json (default: text)"}, options.output,
//                  {{"json", VersionOutput::Json}});
//     flags.example("telltale version -o json");
//   }
//
// Values are read once the whole command line is known to be well formed: first those of flags, in
// the order of their declaration, then the operands, then the checks.

#include <cstddef>
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "base/text.h"
#include "cli/command_line/command_text.h"
#include "cli/command_line/values.h"

namespace CLI {
class App;
}  // namespace CLI

namespace telltale::cli {

struct Flag {
  std::string_view names;      // "-o,--output"
  std::string_view type = {};  // what help calls the value; empty: a switch, which has none
  std::string_view help = {};

  // "-o": errors call the flag by its first name.
  std::string_view first_name() const { return names.substr(0, names.find(',')); }
};

// What stands behind a command without a dash.
struct Operands {
  std::string_view name;  // "TYPE/NAME", as help calls them
  std::string_view help;
  std::string_view usage = {};  // "TYPE/NAME [CONDITION]"; empty: any number of them, or none
};

template <class Value>
using Choices = std::vector<std::pair<std::string_view, Value>>;

class Flags {
 public:
  using Read = std::function<Result<void>(std::string_view typed)>;
  using ReadAll = std::function<Result<void>(std::span<const std::string> typed)>;
  using Check = std::function<Result<void>()>;

  explicit Flags(CLI::App& app) : app_(app) {}
  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;

  // Flags that are declared while it lives belong to the group.
  class [[nodiscard]] Scope {
   public:
    Scope(Flags& flags, FlagGroup group)
        : flags_(flags), before_(std::exchange(flags.group_, group)) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { flags_.group_ = before_; }

   private:
    Flags& flags_;
    FlagGroup before_;
  };
  Scope group(FlagGroup group) { return {*this, group}; }

  // A switch. What is stored must outlive the Flags, here and below.
  void on(const Flag& flag, bool& into) { on(flag, into, true); }
  template <class Value>
  void on(const Flag& flag, Value& into, const std::type_identity_t<Value>& value) {
    on(flag, [&into, value] { into = value; });
  }
  void on(const Flag& flag, std::function<void()> then);

  void text(const Flag& flag, std::string& into);
  void number(const Flag& flag, unsigned& into);
  void number(const Flag& flag, std::size_t& into);
  void number(const Flag& flag, double& into);
  void number(const Flag& flag, std::size_t& into, std::size_t least, std::size_t most);
  // Of a repeated flag: each value is one word behind it, unless `greedy`: all words that follow.
  struct Repeated {
    bool split_at_commas = false;
    bool greedy = false;
  };
  void texts(const Flag& flag, std::vector<std::string>& into, Repeated how);
  void texts(const Flag& flag, std::vector<std::string>& into) { texts(flag, into, {}); }

  // A value with a form of its own; `offered` is what completion proposes. Not called where
  // nothing was typed, or only "".
  void read(const Flag& flag, Read read, std::vector<std::string> offered = {});
  // The same, of a flag that may stand alone and then means `alone`.
  void read_or(const Flag& flag, const std::string& alone, Read read);
  // All values of a repeated flag at once; not called where there are none.
  void read_all(const Flag& flag, ReadAll read, Repeated how,
                std::vector<std::string> offered = {});

  // A duration such as 40s; into Seconds, milliseconds or an optional of them.
  template <class Duration>
  void duration(const Flag& flag, Duration& into) {
    read(flag, [name = std::string(flag.first_name()), &into](std::string_view typed) {
      return keep(read_duration(name, typed), into);
    });
  }

  // One of a few words.
  template <class Value>
  void choose(const Flag& flag, Value& into, const std::type_identity_t<Choices<Value>>& choices) {
    read(
        flag,
        [name = std::string(flag.first_name()), &into, choices](std::string_view typed)
            -> Result<void> { return keep(choice_among(name, typed, choices), into); },
        names_of(choices));
  }

  // Called even where there are none.
  void operands(const Operands& operands, ReadAll read);
  // What completion offers as operands.
  void offer_operands(std::vector<std::string> (*values)()) { text_.operand_values = values; }
  void offer_files() { text_.operands_are_files = true; }

  // Help shows this as the value where none is typed.
  void show_default(std::string_view flag, std::string_view value);
  void exclude(std::string_view flag, std::string_view other);

  // What must hold of several flags together.
  void check(Check check) { checks_.push_back(std::move(check)); }
  // Whether the flag has a value that is not "". Only while values are read.
  bool typed(std::string_view name) const;
  bool typed_any(std::initializer_list<std::string_view> names) const;

  // Sentences of help, which it breaks into lines.
  void notes(std::string_view text) { text_.notes = std::string(text); }
  // What a word on the command's screens means.
  void word(std::string_view word, std::string_view meaning) {
    text_.words.emplace_back(word, meaning);
  }
  // To be typed as it stands; `comment` says what for, where the line does not.
  void example(std::string_view command_line, std::string_view comment = {}) {
    Example& made = text_.examples.emplace_back();
    made.line = command_line;
    made.comment = comment;
  }

  // Reads and checks what was typed.
  [[nodiscard]] Result<void> finish() const;
  // Its flags in the order of their groups.
  CommandText text() const;

  template <class Value>
  static std::vector<std::string> names_of(const Choices<Value>& choices) {
    std::vector<std::string> names;
    for (const auto& [name, value] : choices) names.emplace_back(name);
    return names;
  }
  // "-o must be wide, json or yaml, not xml".
  static std::unexpected<Error> not_among(std::string_view flag, std::string_view typed,
                                          std::span<const std::string_view> known);
  template <class Value>
  [[nodiscard]] static Result<Value> choice_among(std::string_view flag, std::string_view typed,
                                                  const Choices<Value>& choices) {
    std::vector<std::string_view> known;
    for (const auto& [name, value] : choices) {
      if (name == typed) return value;
      known.push_back(name);
    }
    return not_among(flag, typed, known);
  }

 private:
  FlagText& remember(const Flag& flag, std::vector<std::string> values = {});
  FlagText& remembered(std::string_view flag);

  CLI::App& app_;
  CommandText text_;
  FlagGroup group_ = FlagGroup::Own;
  // CLI11 keeps references to these.
  std::deque<std::string> texts_;
  std::deque<std::vector<std::string>> lists_;
  std::deque<bool> switches_;
  std::vector<Check> reads_;
  Check read_operands_;
  std::vector<Check> checks_;
};

}  // namespace telltale::cli
