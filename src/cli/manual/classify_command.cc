// SPDX-License-Identifier: Apache-2.0
// telltale classify: provider error messages, one per line, to failure classes. JSON answers line
// by line as the lines come; the table for people sums up at the end and says what to do.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "classify/classify.h"
#include "classify/documentation.h"
#include "classify/platform.h"
#include "classify/recovery.h"
#include "classify/resource.h"
#include "classify/scrub.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/message_lines.h"
#include "cli/screen/text_table.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"
#include "json/writer.h"

namespace telltale::cli {
namespace {

enum class ClassifyOutput : std::uint8_t { Table, Json };

struct ClassifyOptions {
  std::vector<std::string> paths = {};
  Platform platform = Platform::Any;
  ClassifyOutput output = ClassifyOutput::Table;
  Headers headers = Headers::Shown;
};

// Rows that a screen holds back to align them; beyond that a new table begins.
constexpr std::size_t rows_max = 1000;

struct LineAnswer {
  Classified classified;
  std::string scrubbed;
  std::optional<NamedResource> resource = {};
};

class Answers {
 public:
  virtual ~Answers() = default;
  virtual void add(LineAnswer answer) = 0;
  virtual void finish() {}
};

class JsonAnswers final : public Answers {
 public:
  JsonAnswers(Platform platform, Output& out) : platform_(platform), out_(out) {}

  void add(LineAnswer answer) override {
    std::string line;
    json::JsonWriter writer(line);
    writer.map([&] {
      writer.field("class", to_text(answer.classified.failure));
      writer.field("pattern", answer.classified.pattern);
      writer.field("scrubbed", valid_utf8(answer.scrubbed));
      writer.field("guidance", guidance_on(answer));
    });
    line += '\n';
    out_.write(line);
  }

 private:
  // With what the error names, where it names something.
  std::string guidance_on(const LineAnswer& answer) const {
    std::string text(recovery_for(answer.classified.failure, platform_));
    if (!answer.resource) return text;
    const auto& [kind, name] = *answer.resource;
    return valid_utf8(format("{}; the error names the {} {}", text, kind, name));
  }

  Platform platform_;
  Output& out_;
};

Paint class_paint(FailureClass failure) {
  if (failure == FailureClass::None) return Paint::Faint;
  return failure == FailureClass::Transient ? Paint::Moving : Paint::Bad;
}

// A glyph and a word, never colour alone.
std::string class_text(FailureClass failure) {
  const auto glyph = [failure] {
    if (failure == FailureClass::None) return "-";
    return failure == FailureClass::Transient ? "~" : "✗";
  };
  return format("{} {}", glyph(), to_text(failure));
}

class ScreenAnswers final : public Answers {
 public:
  ScreenAnswers(const ClassifyOptions& options, const Streams& streams)
      : platform_(options.platform), headers_(options.headers), streams_(streams) {}

  void add(LineAnswer answer) override {
    const FailureClass failure = answer.classified.failure;
    ++counts_[static_cast<std::size_t>(failure)];
    table_.add({{class_text(failure), class_paint(failure)},
                {std::string(answer.classified.pattern), Paint::Faint},
                {printable(answer.scrubbed)}});
    if (++rows_ == rows_max) print_rows();
  }

  void finish() override {
    if (rows_ > 0) print_rows();
    streams_.out.write(summary());
    for (const FailureClass failure : all_failure_classes) {
      if (count(failure) > 0) say_guidance(failure);
    }
  }

 private:
  static TextTable empty_table() {
    return TextTable({{.header = "CLASS"},
                      {.header = "PATTERN", .rigidity = TextTable::Rigidity::GivesWay},
                      {.header = "MESSAGE"}});
  }

  std::size_t count(FailureClass failure) const {
    return counts_[static_cast<std::size_t>(failure)];
  }

  void print_rows() {
    using Header = TextTable::Header;
    const Header header = headers_ == Headers::Shown ? Header::Shown : Header::Hidden;
    table_.print(streams_.out, streams_.out_terminal, header);
    headers_ = Headers::Hidden;
    table_ = empty_table();
    rows_ = 0;
  }

  std::string summary() const {
    std::size_t total = 0;
    std::vector<std::string> parts;
    for (const FailureClass failure : all_failure_classes) {
      if (count(failure) == 0) continue;
      total += count(failure);
      parts.push_back(format("{} {}", with_commas(count(failure)), to_text(failure)));
    }
    if (total == 0) return "No messages.\n";
    const std::string_view noun = total == 1 ? "message" : "messages";
    return format("\n{} {}: {}\n", with_commas(total), noun, join(parts, ", "));
  }

  void say_guidance(FailureClass failure) const {
    const std::string_view guidance = recovery_for(failure, platform_);
    if (guidance.empty()) return;
    streams_.out.write(
        format("\n{}\n", painted(to_text(failure), class_paint(failure), streams_.out_terminal)));
    constexpr std::size_t indent = 2;
    const std::size_t width = streams_.out_terminal.width;
    for (const std::string& line : wrap(guidance, width > 2 * indent ? width - indent : 0)) {
      streams_.out.write(format("  {}\n", line));
    }
    const std::string_view page = documentation_for(failure, platform_);
    if (!page.empty()) streams_.out.write(format("  {}\n", page));
  }

  Platform platform_;
  Headers headers_;
  const Streams& streams_;
  TextTable table_ = empty_table();
  std::size_t rows_ = 0;
  std::array<std::size_t, all_failure_classes.size()> counts_{};
};

ExitCode read_all(const ClassifyOptions& options, const Streams& streams, Answers& answers) {
  ExitCode code = ExitCode::Fine;
  for (const std::string& path : options.paths) {
    const auto take = [&](const MessageLine& line) {
      if (line.length == MessageLine::Length::Cut) {
        streams.err.write(format("{} {}:{}: only the first {} bytes of this line are looked at\n",
                                 painted("warning:", Paint::Moving, streams.err_terminal),
                                 printable(path == "-" ? "stdin" : path), line.number,
                                 with_commas(message_bytes_max)));
      }
      const Classified classified = classify(line.text, options.platform);
      answers.add({classified, scrub(line.text), resource_named_in(line.text, classified.failure)});
    };
    const Result<void> read = read_message_lines(path, streams.stdin_fd, take);
    if (read) continue;
    streams.err.write(format("{} {}\n", painted("error:", Paint::Bad, streams.err_terminal),
                             printable(read.error().detail)));
    code = ExitCode::Error;
  }
  return code;
}

ExitCode run_classify(const ClassifyOptions& options, const Streams& streams) {
  JsonAnswers json(options.platform, streams.out);
  ScreenAnswers screen(options, streams);
  Answers& answers = options.output == ClassifyOutput::Json ? static_cast<Answers&>(json) : screen;
  const ExitCode code = read_all(options, streams, answers);
  answers.finish();
  return code;
}

void declare_classify(Flags& flags, ClassifyOptions& options) {
  declare_paths(flags, options.paths, {"FILE", "messages, one per line; - is stdin (default)"},
                "the same as FILE");
  flags.check([&]() -> Result<void> {
    if (options.paths.empty()) options.paths.emplace_back("-");
    return {};
  });
  Choices<Platform> platforms;
  for (const Platform platform : all_platforms())
    platforms.push_back({to_text(platform), platform});
  flags.read(
      {"--platform", "NAME", "the platform whose messages they are (default: any)"},
      [&options, platforms](std::string_view typed) -> Result<void> {
        // In any case, as the platforms themselves are written in many.
        if (const std::optional<Platform> platform = parse_platform(typed)) {
          options.platform = *platform;
          return {};
        }
        return fail(Flags::choice_among("--platform", typed, platforms).error());
      },
      Flags::names_of(platforms));
  declare_no_headers(flags, options.headers, "rows only");
  declare_output(flags, options.output, "text (default) or json, one object per line",
                 {{"text", ClassifyOutput::Table}, {"json", ClassifyOutput::Json}});
  flags.notes("The two characters \\n in a message stand for a line break.");
  flags.word("Transient", "it goes away by itself: try again");
  flags.word("None", "no known kind of trouble");
  flags.example("telltale classify --platform AWS messages.txt");
  flags.example(
      "kubectl get machines -A --no-headers -o custom-columns=M:.status.failureMessage | "
      "telltale classify");
}

}  // namespace

extern const Command classify_command{
    .name = "classify",
    .group = CommandGroup::Understand,
    .summary = "what kind of trouble a provider's error message is",
    .about =
        "Reads error messages of providers, one per line, and says of each what kind of trouble "
        "it is and what to do about it.",
    .prepare = prepare<ClassifyOptions, declare_classify, run_classify>,
};

}  // namespace telltale::cli
