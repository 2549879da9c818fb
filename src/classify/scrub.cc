// SPDX-License-Identifier: Apache-2.0
#include "classify/scrub.h"

#include <deque>
#include <memory>
#include <mutex>

#include <re2/re2.h>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"
#include "classify/characters.h"
#include "classify/literals.h"

namespace telltale {
namespace {

struct Volatile {
  std::string_view expression;
  std::string_view instead;
};

// What is scrubbed keeps its label and loses its value. Nothing is taken out without a mark in its
// place and no expression looks at its neighbours, so scrubbing cannot bring text together that
// would be scrubbed the next time: scrubbing twice is scrubbing once. No mark is longer than the
// shortest value it stands for.
constexpr Volatile volatiles[] = {
    // The trace that Azure's sign-in service puts behind its sentence.
    {R"re(trace id: ?[0-9a-f-]{36} ?correlation id: ?[0-9a-f-]{36})re", "<trace>"},
    // 2023-10-05T12:00:00.123Z, 2023-10-05 12:00:00 +0000 UTC m=+0.1, 2023/10/05 12:00:00
    {R"re(\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z| ?[-+]\d{2}:?\d{2})?)re"
     R"re((?: (?:UTC|GMT|[-+]\d{4}))?(?: m=[-+][0-9.]+)?)re",
     "<time>"},
    // Thu, 05 Oct 2023 12:00:00 GMT; Thu Oct  5 12:00:00 UTC 2023; 10/5/2023 12:00:00 PM
    {R"re((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{)re"
     R"re(2}:\d{2})re"
     R"re((?: (?:[A-Z]{3,4}|[-+]\d{4}))?)re",
     "<time>"},
    {R"re((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} (?:[A-Z]{3,4})re"
     R"re( )?\d{4})re",
     "<time>"},
    {R"re(\d{1,2}/\d{1,2}/\d{4} \d{1,2}:\d{2}:\d{2}(?: [AP]M)?(?: [-+]\d{2}:\d{2})?)re", "<time>"},
    {R"re(\d{8}T\d{6}Z)re", "<time>"},
    {R"re(((?:timestamp|time)['"]?[:=] ?['"]?)\d{10,})re", R"re(\1<time>)re"},
    // request id: x, RequestID: x, aws-request-id=x, "x-ms-correlation-request-id":"x" and so on.
    {R"re(((?:request|correlation|trace|tracking|activity|transaction|operation|session|)re"
     R"re(invocation)[ _-]?)re"
     R"re((?:id|uuid|identifier)['")\]]*(?: ?[:=] ?| is | )['"(\[]*)[0-9a-z]{8}-[0-9a-z]{4}-[0-)re"
     R"re(9a-z-]+)re",
     R"re(\1<id>)re"},
    {R"re(((?:request|correlation|trace|tracking|activity|transaction|host|invocation|)re"
     R"re(incident)[ _-]?)re"
     R"re((?:id|identifier)['")\]]* ?[:=] ?['"(\[]*)[0-9a-z+/=_:-]{6,})re",
     R"re(\1<id>)re"},
    {R"re(("(?:trace|incident)"[:=] ?")[0-9a-z+/=_:-]{6,})re", R"re(\1<id>)re"},
    {R"re((req-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+)re", R"re(\1<id>)re"},
    {R"re((operation-)\d{10,}[0-9a-f-]*)re", R"re(\1<id>)re"},
    {R"re((/operations/)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+)re", R"re(\1<id>)re"},
    // A server or volume that exists for one attempt only.
    {R"re(((?:instance|server|volume|vm|task)(?: id| uuid)? ?['"(\[]?)[0-9a-f]{8}-[0-9a-f]{4}-[)re"
     R"re(0-9a-f]{4}-)re"
     R"re([0-9a-f]{4}-[0-9a-f]{12})re",
     R"re(\1<id>)re"},
    {R"re((authorization failure message: ?['"]?)[0-9a-z+/=_-]{6,})re", R"re(\1<blob>)re"},
    // The session's name is made anew for every session; the role is what people know.
    {R"re((assumed-role/[^/ '"]+/)[^ '",;)]+)re", R"re(\1*)re"},
    {R"re((\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|\]):\d{1,5}->)re", R"re(\1:*->)re"},
    {R"re(0x[0-9a-f]{6,16})re", "<addr>"},
    // Seconds to wait, attempts so far.
    {R"re(((?:try again|retry|retried|retrying|requeued?|requeuing|backing off|waited|sleeping|)re"
     R"re(expires?|)re"
     R"re(expired)(?: again)?(?: after| in| for)?[:=]? ?['"]?)\d[0-9hms.]*)re",
     R"re(\1#)re"},
    {R"re((retry[ -]after['"]?[:=] ?['"]?)\d+)re", R"re(\1#)re"},
    {R"re(\d[0-9hms.]*( (?:seconds?|minutes?|hours?))?( (?:elapsed|ago|remaining|left)))re",
     R"re(#\1\2)re"},
    // A fraction of a second was measured; whole ones may be somebody's setting.
    {R"re((?:\d+[hm])*\d+\.\d+m?s\b)re", "#"},
    {R"re((attempts?(?: number| no\.?)?[:=]? ?['"(]?)#?\d+)re", R"re(\1#)re"},
    {R"re(\d+( (?:attempts|tries|retries|times)))re", R"re(#\1)re"},
    {R"re((retr(?:y|ies) count[:=]? ?)\d+)re", R"re(\1#)re"},
    {R"re((resourceversion['"]?[:=]? ?['"]?)\d+)re", R"re(\1#)re"},
};

RE2::Options scrub_options() {
  RE2::Options options;
  // Bytes that are no UTF-8 stay what they are.
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  return options;
}

// One expression, made when a text has what it cannot do without, by one thread while others wait.
class VolatilePart {
 public:
  explicit VolatilePart(const Volatile& part)
      : part_(part), needed_(lower(literal_within(part.expression))) {}

  bool may_be_in(std::string_view small_text) const { return small_text.contains(needed_); }

  // Whether there was one.
  bool take_out_of(std::string& text) const {
    std::call_once(made_once_, [this] {
      made_ = std::make_unique<const RE2>(piece_of(part_.expression), scrub_options());
      check(made_->ok(), "every volatile part is an expression");
    });
    return RE2::GlobalReplace(&text, *made_, piece_of(part_.instead)) > 0;
  }

 private:
  static re2::StringPiece piece_of(std::string_view text) { return {text.data(), text.size()}; }

  const Volatile& part_;
  std::string needed_;
  mutable std::once_flag made_once_;
  mutable std::unique_ptr<const RE2> made_;
};

class Scrubber {
 public:
  Scrubber() {
    for (const Volatile& part : volatiles) parts_.emplace_back(part);
  }

  void scrub(std::string& text) const {
    std::string small_text = lower(text);
    for (const VolatilePart& part : parts_) {
      if (part.may_be_in(small_text) && part.take_out_of(text)) small_text = lower(text);
    }
  }

 private:
  std::deque<VolatilePart> parts_;  // they stay where they are
};

// Made at the first question, by one thread while others wait; never changed after.
const Scrubber& scrubber() {
  static const Scrubber made;
  return made;
}

// A line break, or the two characters that stand for one in text that was escaped on its way.
std::size_t blank_bytes(std::string_view text, std::size_t at) {
  if (is_blank(text[at])) return 1;
  if (text[at] != '\\' || at + 1 == text.size()) return 0;
  const char escaped = text[at + 1];
  return escaped == 'n' || escaped == 'r' || escaped == 't' ? 2 : 0;
}

std::string on_one_line(std::string_view message) {
  std::string out;
  out.reserve(message.size());
  for (std::size_t i = 0; i < message.size();) {
    const std::size_t blank = blank_bytes(message, i);
    if (blank == 0) {
      out += message[i++];
      continue;
    }
    if (!out.empty() && out.back() != ' ') out += ' ';
    i += blank;
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
  return out;
}

}  // namespace

std::string scrub(std::string_view message) {
  std::string text = on_one_line(message);
  scrubber().scrub(text);
  return text;
}

std::string scrub_short(std::string_view message) {
  constexpr std::string_view more = "…";
  std::string text = scrub(message);
  if (text.size() <= scrubbed_bytes_max) return text;
  text.resize(utf8_prefix(text, scrubbed_bytes_max - more.size()));
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text += more;
}

}  // namespace telltale
