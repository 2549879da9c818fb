// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes metrics in the two texts that scrapers ask for: Prometheus' and OpenMetrics'.
//
//   Exposition out(Exposition::Format::OpenMetrics);
//   out.family("telltale_writes", Exposition::Type::Counter, "Status writes.");
//   out.sample({{"kind", "Machine"}}, 12);
//   return std::move(out).finish();
//
// Names of families and labels are ours and checked; values of labels may be anything and are made
// valid UTF-8. Label sets must differ within a family, and each family is written once: scrapers
// refuse the whole text otherwise.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace telltale {

class Exposition {
 public:
  enum class Format : std::uint8_t { Prometheus, OpenMetrics };
  // A StateSet has a label of the family's own name that tells the states apart. Where a format
  // does not know a type, it is a gauge.
  enum class Type : std::uint8_t { Counter, Gauge, Histogram, StateSet, Info };
  using Labels = std::span<const std::pair<std::string_view, std::string_view>>;

  explicit Exposition(Format format) : format_(format) {}

  // The name without "_total" or "_info"; where the format wants the suffix, it is put there.
  void family(std::string_view name, Type type, std::string_view help);
  void sample(Labels labels, double value);
  void sample(std::initializer_list<std::pair<std::string_view, std::string_view>> labels,
              double value);
  // Buckets by upper bound, not cumulative; there is one count more than bounds, for everything
  // above.
  void histogram(Labels labels, std::span<const double> bounds,
                 std::span<const std::uint64_t> counts, double sum);
  // Lines that are samples, since the start.
  std::size_t series() const { return series_; }
  std::string finish() &&;

 private:
  void line(std::string_view suffix, Labels labels, std::string_view bound, double value);

  Format format_;
  std::string family_ = {};
  Type type_ = Type::Gauge;
  std::string text_ = {};
  std::size_t series_ = 0;
};

// What a scraper's Accept header asks for, and the content type to answer with.
Exposition::Format exposition_format(std::string_view accept);
std::string_view content_type_of(Exposition::Format format);

}  // namespace telltale
