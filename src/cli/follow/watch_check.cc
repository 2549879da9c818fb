// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_check.h"

#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/follow/check_changes.h"
#include "cli/follow/run_on_stuck.h"
#include "cli/follow/watch_screen.h"
#include "report/report.h"
#include "report/write_report.h"

namespace telltale::cli {
namespace {

bool is_report(CheckOutput output) {
  return output == CheckOutput::Json || output == CheckOutput::Yaml;
}

// What both ways of showing share: what changed, and whom to wake.
class CheckWatch {
 public:
  CheckWatch(Source& source, const CheckOptions& options, const Streams& streams,
             const ShowFrame& frame)
      : options_(options), streams_(streams), frame_(frame), names_(streams.out, options.watching) {
    if (options.exec.empty()) return;
    // On a screen that is drawn, the words of others would stand in the middle of it.
    const bool quiet = streams.out_terminal.is_terminal && streams.err_terminal.is_terminal;
    run_ = std::make_unique<RunOnStuck>(options.exec, quiet ? -1 : STDERR_FILENO,
                                        [&bell = source.bell()] { bell.ring(); });
  }

  Result<ExitCode> draw(const Loaded& loaded, const Streams& onto_frame) {
    notice(report_of(loaded), loaded);
    return frame_(loaded, onto_frame);
  }

  // What stands below the frame: the last of the news.
  std::string below() {
    if (run_ == nullptr) return {};
    for (std::string& sentence : run_->take_news()) last_news_ = std::move(sentence);
    return last_news_.empty() ? std::string() : format("warning: {}\n", last_news_);
  }

  Result<ExitCode> tell(const Loaded& loaded, const Streams& streams) {
    const bool first = !std::exchange(begun_, true);
    const Report report = report_of(loaded);
    const std::vector<CheckChange> changes = notice(report, loaded);
    say_news(run_ == nullptr ? std::vector<std::string>() : run_->take_news());
    const bool all = first && options_.watching == Watching::On;
    if (is_report(options_.output)) {
      write_changes(all ? present_now(report) : changes, loaded);
      return exit_code_of(report);
    }
    const bool lists = options_.output == CheckOutput::Name;
    if (!lists && !all) {
      streams.out.write(change_lines(changes, loaded.world, loaded.now));
      return exit_code_of(report);
    }
    TextOutput screen;
    TextOutput unsaid;
    const Result<ExitCode> code = frame_(loaded, onto(screen, all ? streams.err : unsaid, streams));
    if (lists) {
      names_.tell(screen.text, screen.text);
    } else {
      streams.out.write(screen.text);
    }
    return code;
  }

  void end() {
    if (run_ != nullptr) say_news(run_->finish());
  }

 private:
  Report report_of(const Loaded& loaded) const {
    Report report = make_report(loaded.judgement, options_.read.filter, loaded.now);
    report.errors = loaded.errors;
    return report;
  }

  std::vector<CheckChange> notice(const Report& report, const Loaded& loaded) {
    std::vector<CheckChange> changes = changes_.compare(report);
    bool stuck = false;
    for (const CheckChange& change : changes) {
      if (!change.became_stuck()) continue;
      stuck = true;
      if (run_ != nullptr) run_->add(stuck_call(loaded.world, *change.judged));
    }
    const bool rings = stuck && options_.bell == CheckBell::Rings && !is_report(options_.output);
    if (rings && streams_.out_terminal.is_terminal) streams_.out.write("\a");
    return changes;
  }

  void say_news(const std::vector<std::string>& news) const {
    for (const std::string& one : news) streams_.err.write(format("warning: {}\n", one));
  }

  // A line of JSON, or a document of YAML, for each.
  void write_changes(const std::vector<CheckChange>& changes, const Loaded& loaded) {
    const bool yaml = options_.output == CheckOutput::Yaml;
    std::string text;
    for (const CheckChange& change : changes) {
      if (change.sort == CheckChange::Sort::Uncovered) continue;
      if (yaml && std::exchange(wrote_, true)) text += "---\n";
      const auto out = make_writer(yaml ? ReportLayout::Yaml : ReportLayout::Lines, text);
      write_change(*out, loaded.world, change, loaded.now);
      if (!text.ends_with('\n')) text += '\n';
    }
    streams_.out.write(text);
  }

  const CheckOptions& options_;
  const Streams& streams_;
  const ShowFrame& frame_;
  PipeScreen names_;
  CheckChanges changes_ = {};
  std::unique_ptr<RunOnStuck> run_ = {};
  std::string last_news_ = {};
  bool begun_ = false;
  bool wrote_ = false;
};

}  // namespace

void declare_check_watching(Flags& flags, CheckOptions& options) {
  declare_watching(flags, options.watching, options.read);
  flags.on({"--no-bell", "", "with -w: no bell on a terminal when something becomes Stuck"},
           options.bell, CheckBell::Silent);
  flags.text({"--exec", "CMD",
              "with -w: run this by sh -c when something becomes Stuck; TELLTALE_KIND, _NAME, "
              "_REASON and more say what, its JSON is on stdin"},
             options.exec);
  flags.check([&options]() -> Result<void> {
    const bool needless = options.watching == Watching::Off;
    if (needless && !options.exec.empty()) return usage("--exec needs -w");
    if (needless && options.bell == CheckBell::Silent) return usage("--no-bell needs -w");
    return {};
  });
}

ExitCode watch_check(Source& source, const CheckOptions& options, const Streams& streams,
                     const ShowFrame& frame, const std::function<void(Loaded&)>& prepare) {
  const LoadExtras extras;
  const WatchOptions how{
      .read = options.read,
      .extras = extras,
      .watching = options.watching,
      .shown = is_report(options.output) ? WatchOptions::Shown::Data : WatchOptions::Shown::Screen,
      .prepare = prepare};
  CheckWatch checks(source, options, streams, frame);
  const ExitCode code = [&] {
    if (is_drawn(how.watching, how.shown, streams)) {
      DrawnView view(
          streams, options.read,
          [&](const Loaded& loaded, const Streams& onto_frame) {
            return checks.draw(loaded, onto_frame);
          },
          [&] { return checks.below(); });
      return watch(source, how, streams, view);
    }
    ToldView view(streams, options.read,
                  [&](const Loaded& loaded, const Streams& to) { return checks.tell(loaded, to); });
    return watch(source, how, streams, view);
  }();
  checks.end();
  return code;
}

}  // namespace telltale::cli
