// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/exposition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"

namespace telltale {
namespace {

using Format = Exposition::Format;
using Type = Exposition::Type;

// Every name of every line is looked at, so looking is one step a letter.
constexpr std::array<bool, 256> name_letters = [] {
  std::array<bool, 256> letters{};
  for (std::size_t byte = 0; byte < letters.size(); ++byte) {
    const char small = lower_letter(static_cast<char>(byte));
    letters[byte] = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') || byte == '_';
  }
  return letters;
}();

constexpr bool is_name(std::string_view name) {
  const auto may_stand = [](char byte) { return name_letters[static_cast<unsigned char>(byte)]; };
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::ranges::all_of(name, may_stand);
}

std::string_view type_text(Type type, Format format) {
  switch (type) {
    case Type::Counter:
      return "counter";
    case Type::Histogram:
      return "histogram";
    case Type::StateSet:
      return format == Format::OpenMetrics ? "stateset" : "gauge";
    case Type::Info:
      return format == Format::OpenMetrics ? "info" : "gauge";
    case Type::Gauge:
      break;
  }
  return "gauge";
}

std::string_view suffix_of(Type type) {
  if (type == Type::Counter) return "_total";
  return type == Type::Info ? "_info" : "";
}

// The bytes of the character at the front, none when there is no valid one.
std::size_t character_bytes(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::size_t bytes = at(0) < 0x80 ? 1 : at(0) < 0xE0 ? 2 : at(0) < 0xF0 ? 3 : 4;
  if (bytes == 1) return 1;
  if (at(0) < 0xC2 || at(0) > 0xF4 || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  // Longer than need be, halves of pairs, and beyond the last character.
  const bool overlong = (at(0) == 0xE0 && at(1) < 0xA0) || (at(0) == 0xF0 && at(1) < 0x90);
  const bool surrogate = at(0) == 0xED && at(1) > 0x9F;
  const bool beyond = at(0) == 0xF4 && at(1) > 0x8F;
  return overlong || surrogate || beyond ? 0 : bytes;
}

enum class Quotes : std::uint8_t { Plain, Escaped };

bool is_plain(char byte) { return byte != '\n' && byte != '\\' && byte != '"' && byte > 0; }

void append_escaped(std::string& out, std::string_view text, Quotes quotes) {
  while (!text.empty()) {
    const auto plain =
        static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const std::size_t taken = character_bytes(text);
    if (taken == 0) {
      out += "\xEF\xBF\xBD";
    } else if (text[0] == '\n') {
      out += "\\n";
    } else if (text[0] == '\\') {
      out += "\\\\";
    } else if (text[0] == '"' && quotes == Quotes::Escaped) {
      out += "\\\"";
    } else {
      out += text.substr(0, taken);
    }
    text.remove_prefix(std::max<std::size_t>(taken, 1));
  }
}

void append_number(std::string& out, double value) {
  constexpr double exact_max = 9007199254740992.0;  // where doubles stop to tell integers apart
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "+Inf" : "-Inf";
  } else if (std::abs(value) < exact_max && std::trunc(value) == value) {
    char digits[24];
    const auto end =
        std::to_chars(std::begin(digits), std::end(digits), static_cast<std::int64_t>(value));
    out.append(digits, end.ptr);
  } else {
    out += format("{}", value);
  }
}

// OpenMetrics wants bounds to look like the floats they are, so that they match everywhere.
std::string bound_text(double bound, Format format) {
  std::string text;
  append_number(text, bound);
  const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
  if (whole && format == Format::OpenMetrics) text += ".0";
  return text;
}

}  // namespace

void Exposition::family(std::string_view name, Type type, std::string_view help) {
  check(is_name(name), "a metric's name is letters, digits and _");
  check(!name.ends_with("_total") && !name.ends_with("_info"), "suffixes follow from the type");
  family_ = name;
  type_ = type;
  std::string shown = family_;
  if (format_ == Format::Prometheus) shown += suffix_of(type);
  text_ += telltale::format("# HELP {} ", shown);
  append_escaped(text_, help, format_ == Format::OpenMetrics ? Quotes::Escaped : Quotes::Plain);
  text_ += telltale::format("\n# TYPE {} {}\n", shown, type_text(type, format_));
}

void Exposition::sample(Labels labels, double value) {
  check(type_ != Type::Histogram, "a histogram has more than one value");
  line(suffix_of(type_), labels, {}, value);
}

void Exposition::sample(std::initializer_list<std::pair<std::string_view, std::string_view>> labels,
                        double value) {
  sample(Labels(labels.begin(), labels.size()), value);
}

void Exposition::histogram(Labels labels, std::span<const double> bounds,
                           std::span<const std::uint64_t> counts, double sum) {
  check(type_ == Type::Histogram, "buckets are those of a histogram");
  check(counts.size() == bounds.size() + 1, "a histogram has a bucket for everything above");
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    below += counts[i];
    const std::string bound = i < bounds.size() ? bound_text(bounds[i], format_) : "+Inf";
    line("_bucket", labels, bound, static_cast<double>(below));
  }
  line("_sum", labels, {}, sum);
  line("_count", labels, {}, static_cast<double>(below));
}

void Exposition::line(std::string_view suffix, Labels labels, std::string_view bound,
                      double value) {
  check(!family_.empty(), "a sample stands in a family");
  ++series_;
  (text_ += family_) += suffix;
  char before = '{';
  const auto append_label = [&](std::string_view name, std::string_view text) {
    check(is_name(name), "a label's name is letters, digits and _");
    text_ += std::exchange(before, ',');
    (text_ += name) += "=\"";
    append_escaped(text_, text, Quotes::Escaped);
    text_ += '"';
  };
  for (const auto& [name, text] : labels) append_label(name, text);
  if (!bound.empty()) append_label("le", bound);
  text_ += before == '{' ? " " : "} ";
  append_number(text_, value);
  text_ += '\n';
}

std::string Exposition::finish() && {
  if (format_ == Format::OpenMetrics) text_ += "# EOF\n";
  return std::move(text_);
}

namespace {

struct Offer {
  std::string_view media = {};
  std::string_view version = {};
  double quality = 1;
};

Offer parse_offer(std::string_view text) {
  Offer offer;
  for (const std::string_view part : split(text, ';')) {
    const std::string_view word = trim(part);
    if (offer.media.empty()) offer.media = word;
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = trim(word.substr(0, equals));
    std::string_view value = trim(word.substr(equals + 1));
    if (same_letters(name, "version")) offer.version = value;
    if (!same_letters(name, "q")) continue;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), offer.quality);
    if (read.ec != std::errc() || !(offer.quality >= 0 && offer.quality <= 1)) offer.quality = 0;
  }
  return offer;
}

bool is_open_metrics(const Offer& offer) {
  const bool known_version =
      offer.version.empty() || offer.version == "1.0.0" || offer.version == "0.0.1";
  return same_letters(offer.media, "application/openmetrics-text") && known_version;
}

bool is_plain_text(const Offer& offer) {
  constexpr std::string_view accepted[] = {"text/plain", "text/*", "*/*"};
  return std::ranges::any_of(
      accepted, [&](std::string_view media) { return same_letters(offer.media, media); });
}

}  // namespace

// The better quality wins, and of equals the one that is named first.
Exposition::Format exposition_format(std::string_view accept) {
  constexpr std::size_t accept_bytes_max = 4096;
  Format best = Format::Prometheus;
  double quality = 0;
  for (const std::string_view part : split(accept.substr(0, accept_bytes_max), ',')) {
    const Offer offer = parse_offer(part);
    if (!is_open_metrics(offer) && !is_plain_text(offer)) continue;
    if (offer.quality <= quality) continue;
    quality = offer.quality;
    best = is_open_metrics(offer) ? Format::OpenMetrics : Format::Prometheus;
  }
  return best;
}

std::string_view content_type_of(Exposition::Format format) {
  return format == Format::OpenMetrics
             ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
             : "text/plain; version=0.0.4; charset=utf-8";
}

}  // namespace telltale
