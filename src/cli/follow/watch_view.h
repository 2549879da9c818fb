// SPDX-License-Identifier: Apache-2.0
#pragma once

// How `-w` shows what it follows: drawn in place on a terminal, told line by line in a pipe.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/command_line/exit_code.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/source/load.h"

namespace telltale::cli {

// The same streams with other ends.
Streams onto(Output& out, Output& err, const Streams& streams);

// The same streams, with the size that the terminal has now.
Streams as_large_as_now(const Streams& streams);

// A screen that is drawn again and again on the same lines of a terminal. What does not fit is cut,
// and a line says how much that is. A frame is one write, so nothing flickers.
class Canvas {
 public:
  // What is left out where not all fits: the end, or the beginning of what has its news at the end.
  enum class Cut : std::uint8_t { End, Beginning };

  explicit Canvas(const Streams& streams, Cut cut = Cut::End) : streams_(streams), cut_(cut) {}
  ~Canvas();  // leaves the last frame behind, as any command leaves its output
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // `below` is never left out: what must be seen whatever the frame is.
  void draw(std::string_view frame, std::string_view below, TerminalSize size);
  bool is_drawn() const { return drawn_; }

 private:
  const Streams& streams_;
  Cut cut_;
  std::string last_;  // as it is left behind
  bool drawn_ = false;
};

// The same for a pipe: the whole is told again when it differs from what was told last.
class PipeScreen {
 public:
  enum class Between : std::uint8_t { EmptyLine, YamlDocuments };

  PipeScreen(Output& out, Watching watching, Between between = Between::EmptyLine)
      : out_(out), between_(between), silent_(watching == Watching::Only) {}
  // `marks` is the text without what time alone changes, such as ages.
  void tell(std::string_view text, std::string marks);

 private:
  Output& out_;
  Between between_;
  bool silent_;  // until something differs from what was there at the start
  bool told_ = false;
  bool begun_ = false;
  std::string last_;
};

// What a command shows of what is loaded, and the exit code that it would end with. An error: there
// is nothing to show; at the start that ends the command, later it is said in place of the frame.
using ShowFrame = std::function<Result<ExitCode>(const Loaded&, const Streams&)>;

class View {
 public:
  virtual ~View() = default;
  // An error only where nothing was ever shown.
  [[nodiscard]] virtual Result<ExitCode> show(const Loaded& loaded) = 0;
  // What keeps it from following; empty: nothing does any more.
  virtual void say_trouble(std::string_view trouble) = 0;
};

// Draws frames in the size that the terminal has now.
class DrawnView final : public View {
 public:
  // `below`, where there is one, is what must be seen below the frame.
  DrawnView(const Streams& streams, const ReadOptions& read, ShowFrame frame,
            std::function<std::string()> below = {});

  [[nodiscard]] Result<ExitCode> show(const Loaded& loaded) override;
  void say_trouble(std::string_view trouble) override { trouble_ = trouble; }

 private:
  const Streams& streams_;
  const ReadOptions& read_;
  ShowFrame frame_;
  std::function<std::string()> below_;
  Canvas canvas_;
  std::string trouble_;
};

// Hands on what is loaded to whoever tells what is new. Notes are said once, the last line again
// when it is another.
class ToldView final : public View {
 public:
  ToldView(const Streams& streams, const ReadOptions& read, ShowFrame tell);

  [[nodiscard]] Result<ExitCode> show(const Loaded& loaded) override;
  void say_trouble(std::string_view trouble) override;

 private:
  const Streams& streams_;
  const ReadOptions& read_;
  ShowFrame tell_;
  std::string last_line_;
  std::string error_;  // said last, in place of what is not there
  bool begun_ = false;
  bool in_trouble_ = false;
};

}  // namespace telltale::cli
