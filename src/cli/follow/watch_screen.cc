// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/follow/watch_screen_follower.h"

namespace telltale::cli {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds between_draws{250};
constexpr unsigned rest_factor = 3;  // A fleet that takes a second to judge rests for three.
constexpr milliseconds longest_nap{60'000};
// On a terminal ages move on by themselves, for at most a twentieth of a core.
constexpr milliseconds ages_nap{5'000};
constexpr unsigned ages_factor = 20;
constexpr milliseconds trouble_grace{2'000};

// When to draw again although nobody rang.
milliseconds until_wake(const Loaded& loaded, Instant now) {
  const Instant wake = next_wake(loaded.judgement, now);
  if (!is_set(wake)) return longest_nap;
  return std::clamp<milliseconds>(wake - now, milliseconds(0), longest_nap);
}

// What keeps the lists from being followed, in words for people; empty: nothing does.
std::string trouble_of_lists(const Follower& follower, const std::string& server) {
  std::size_t lost = 0;
  std::optional<Error> first;
  std::string_view plural;
  for (std::size_t i = 0; i < follower.lists().size(); ++i) {
    const std::optional<Error> trouble = follower.trouble_of(i);
    if (!trouble) continue;
    ++lost;
    if (first) continue;
    first = trouble;
    plural = follower.lists()[i].resource.plural;
  }
  if (!first) return {};
  const std::string detail = printable(first->detail);
  if (first->kind == Error::Kind::Unreachable || lost == follower.lists().size()) {
    return format("no connection to {}: {}; this goes on when it is back", printable(server),
                  detail);
  }
  return format("{} cannot be followed: {}; this goes on when they can", plural, detail);
}

// The first look: what it loaded, and what of the warnings stands for as long as this goes on.
struct FirstLook {
  Loaded loaded;
  std::vector<ReportNote> warnings;
  ExitCode code = ExitCode::Fine;
};

// Everything after it.
class Watch {
 public:
  Watch(Source& source, const WatchOptions& options, const Streams& streams, View& view,
        FirstLook first)
      : source_(source),
        options_(options),
        clock_(streams.clock),
        streams_(streams),
        view_(view),
        loaded_(std::move(first.loaded)),
        warnings_(std::move(first.warnings)),
        follower_(source.connection(), source.listed(), [&bell = source.bell()] { bell.ring(); }),
        code_(first.code) {
    rest(nanoseconds(0));
  }

  ExitCode run() {
    while (true) {
      const Bell::Rang rang = source_.bell().wait(nap());
      if (rang == Bell::Rang::Interrupt) return code_;
      if (rang == Bell::Rang::Resize) show();
      // Rings until the next draw are part of it.
      due_ = due_ || rang == Bell::Rang::Change || clock_.elapsed() >= wake_;
      look_for_trouble();
      if (clock_.elapsed() < not_before_) continue;
      due_ = source_.ask_running(options_.read, streams_) || due_;
      // Whatever is not listed yet rings when it is.
      if (due_ && follower_.settled()) look_again();
    }
  }

 private:
  milliseconds nap() const {
    const nanoseconds now = clock_.elapsed();
    const nanoseconds until = now < not_before_ ? not_before_ : wake_;
    const auto left = duration_cast<milliseconds>(std::max(until - now, nanoseconds(0)));
    return std::min(left + milliseconds(1), trouble_.empty() ? between_questions : trouble_grace);
  }

  void show() {
    const Result<ExitCode> shown = view_.show(loaded_);
    code_ = shown ? *shown : ExitCode::Error;
  }

  // A watch that breaks and goes on at once is nothing to speak of.
  void look_for_trouble() {
    const std::string trouble = trouble_of_lists(follower_, source_.connection().server);
    if (!trouble.empty() && trouble_.empty()) trouble_since_ = clock_.elapsed();
    const bool over = trouble.empty() && !trouble_.empty();
    trouble_ = trouble;
    if (over || (!trouble_.empty() && clock_.elapsed() - trouble_since_ >= trouble_grace)) {
      const bool news = over ? std::exchange(trouble_said_, false) : !trouble_said_;
      trouble_said_ = !over;
      view_.say_trouble(trouble_);
      if (news) show();
    }
  }

  void look_again() {
    const nanoseconds started = clock_.elapsed();
    follower_.take();
    loaded_ = load_followed(follower_, source_, options_.read, options_.extras.more, clock_.now());
    loaded_.warnings = warnings_;
    loaded_.took = clock_.elapsed() - started;
    if (options_.prepare) options_.prepare(loaded_);
    show();
    due_ = false;
    rest(clock_.elapsed() - started);
  }

  // When to look again although nobody rings; ages move on on a screen that is drawn in place.
  void rest(nanoseconds took) {
    const nanoseconds now = clock_.elapsed();
    not_before_ = now + std::max<nanoseconds>(between_draws, took * rest_factor);
    const nanoseconds ages = std::clamp<nanoseconds>(took * ages_factor, ages_nap, longest_nap);
    const nanoseconds longest =
        is_drawn(options_.watching, options_.shown, streams_) ? ages : longest_nap;
    wake_ = now + std::min<nanoseconds>(until_wake(loaded_, clock_.now()), longest);
  }

  Source& source_;
  const WatchOptions& options_;
  const Clock& clock_;
  const Streams& streams_;
  View& view_;
  Loaded loaded_;
  std::vector<ReportNote> warnings_;
  Follower follower_;
  ExitCode code_;
  nanoseconds not_before_{};
  nanoseconds wake_{};
  bool due_ = false;
  std::string trouble_;
  nanoseconds trouble_since_{};
  bool trouble_said_ = false;
};

}  // namespace

Loaded load_followed(const Follower& follower, const Source& source, const ReadOptions& options,
                     std::span<const MoreFields> more, Instant now) {
  LiveObjects read(fields_to_read(more));
  for (std::size_t i = 0; i < follower.lists().size(); ++i) {
    std::vector<Object> objects;
    for (const DocumentPointer& document : follower.documents_of(i)) {
      if (const std::optional<Object> object = read.reader.read(*document)) {
        objects.push_back(*object);
      }
    }
    read.add(follower.lists()[i], objects);
  }
  Loaded loaded = judge_live(std::move(read), options, source.running(), options.now.value_or(now));
  loaded.served = source.served();
  return loaded;
}

bool is_drawn(Watching watching, WatchOptions::Shown shown, const Streams& streams) {
  return streams.out_terminal.is_terminal && watching == Watching::On &&
         shown == WatchOptions::Shown::Screen;
}

Instant next_wake(const Judgement& judgement, Instant now) {
  Instant wake = no_time;
  for (const Judged& judged : judgement.items) wake_by(wake, judged.wake, now);
  return wake;
}

ExitCode watch(Source& source, const WatchOptions& options, const Streams& streams, View& view) {
  Result<Loaded> loaded = source.load(options.read, streams, options.extras);
  if (!loaded) return refuse(loaded.error(), streams);
  std::vector<ReportNote> warnings = loaded->warnings;
  if (options.prepare) options.prepare(*loaded);
  const Result<ExitCode> shown = view.show(*loaded);
  if (!shown) return refuse(shown.error(), streams);
  return Watch(source, options, streams, view, {std::move(*loaded), std::move(warnings), *shown})
      .run();
}

ExitCode watch(Source& source, const WatchOptions& options, const Streams& streams,
               const ShowFrame& frame, const ShowFrame& tell) {
  if (is_drawn(options.watching, options.shown, streams)) {
    DrawnView view(streams, options.read, frame);
    return watch(source, options, streams, view);
  }
  ToldView view(streams, options.read, tell);
  return watch(source, options, streams, view);
}

}  // namespace telltale::cli
