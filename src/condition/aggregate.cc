// SPDX-License-Identifier: Apache-2.0
#include "condition/aggregate.h"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/strings/string_view.h>

#include "base/text.h"
#include "condition/aggregate_lines.h"
#include "condition/caps.h"

namespace telltale {
namespace {

struct Reporter {
  bool worker = true;  // first, so that the control plane's Machines are named first
  std::string_view name;
  auto operator<=>(const Reporter&) const = default;
};

// One text, whatever kinds report it; the most important reporter speaks for all.
struct Message {
  std::string_view text;
  Priority priority = Priority::Info;
  bool from_control_plane = false;
};

// The objects of one kind that report one message. Only the names that may be printed are kept, in
// order; a hundred thousand Machines with one message need room for three.
struct Bucket {
  std::string_view kind;
  std::size_t message = 0;
  std::size_t count = 0;
  std::array<Reporter, aggregate_names_max> names{};

  std::span<const Reporter> named() const {
    return std::span(names).first(std::min(count, names.size()));
  }

  void add(const Reporter& reporter) {
    const std::size_t kept = named().size();
    ++count;
    if (kept < names.size()) {
      names[kept] = reporter;
    } else if (reporter < names.back()) {
      names.back() = reporter;
    } else {
      return;
    }
    std::ranges::sort(std::span(names).first(std::min(count, names.size())));
  }
};

// absl's own hash is seeded per process, so hostile messages cannot be made to collide.
absl::string_view key_of(std::string_view text) { return {text.data(), text.size()}; }

class Buckets {
 public:
  void add(const AggregateSource& source, std::string_view text, Priority priority) {
    Bucket& bucket = find(source.kind, text);
    bucket.add({.worker = !source.control_plane, .name = source.name});
    Message& message = messages_[bucket.message];
    message.priority = std::min(message.priority, priority);
    message.from_control_plane |= source.control_plane;
  }

  // Puts the buckets to be printed first, in order, and returns how many they are. Kinds come
  // alphabetically, so the first few of all are also the first few of the first kinds.
  std::size_t select() {
    const std::size_t shown = std::min(aggregate_messages_max, buckets_.size());
    const auto before = [this](const Bucket& one, const Bucket& other) {
      return compare(one, other) < 0;
    };
    std::ranges::partial_sort(buckets_, buckets_.begin() + static_cast<std::ptrdiff_t>(shown),
                              before);
    return shown;
  }

  std::span<const Bucket> view() const { return buckets_; }
  const Message& message_of(const Bucket& bucket) const { return messages_[bucket.message]; }

 private:
  // Neighbours mostly report the same, which saves the search.
  Bucket& find(std::string_view kind, std::string_view text) {
    if (!buckets_.empty()) {
      Bucket& last = buckets_[last_];
      if (last.kind == kind && messages_[last.message].text == text) return last;
    }
    const auto [message, new_text] = message_index_.try_emplace(key_of(text), messages_.size());
    if (new_text) messages_.push_back({.text = text});
    const std::pair key{key_of(kind), message->second};
    const auto [found, new_bucket] = bucket_index_.try_emplace(key, buckets_.size());
    if (new_bucket) buckets_.push_back({.kind = kind, .message = message->second});
    last_ = found->second;
    return buckets_[last_];
  }

  std::strong_ordering compare(const Bucket& one, const Bucket& other) const {
    const Message& text = message_of(one);
    const Message& other_text = message_of(other);
    if (const auto by = one.kind <=> other.kind; by != 0) return by;
    if (const auto by = other_text.from_control_plane <=> text.from_control_plane; by != 0)
      return by;
    if (const auto by = text.priority <=> other_text.priority; by != 0) return by;
    if (const auto by = other.count <=> one.count; by != 0) return by;
    const auto by = std::lexicographical_compare_three_way(
        one.named().begin(), one.named().end(), other.named().begin(), other.named().end(),
        [](const Reporter& left, const Reporter& right) { return left.name <=> right.name; });
    // Two buckets with the same first names hold namesakes from several namespaces; then the text
    // tells them apart.
    return by != 0 ? by : text.text <=> other_text.text;
  }

  std::vector<Message> messages_;
  std::vector<Bucket> buckets_;
  absl::flat_hash_map<absl::string_view, std::size_t> message_index_;
  absl::flat_hash_map<std::pair<absl::string_view, std::size_t>, std::size_t> bucket_index_;
  std::size_t last_ = 0;
};

void append_bucket(std::string& out, const Bucket& bucket, std::string_view message) {
  std::array<std::string_view, aggregate_names_max> names;
  const std::size_t named = bucket.named().size();
  std::ranges::transform(bucket.named(), names.begin(), &Reporter::name);
  append_line(out, {.kind = bucket.kind,
                    .count = bucket.count,
                    .names = std::span(names).first(named),
                    .message = message});
}

std::string_view compose_buckets(Buckets& buckets, Arena& arena) {
  const std::size_t shown = buckets.select();
  std::string text;
  for (const Bucket& bucket : buckets.view().first(shown)) {
    append_bucket(text, bucket, buckets.message_of(bucket).text);
  }

  std::map<std::string_view, RestCounts> rest;
  for (const Bucket& bucket : buckets.view().subspan(shown)) {
    const auto priority = static_cast<std::size_t>(buckets.message_of(bucket).priority);
    rest[bucket.kind][priority] += bucket.count;
  }
  for (const auto& [kind, counts] : rest) {
    if (text.size() > condition_message_bytes_max) break;
    append_rest(text, kind, counts);
  }
  return keep_message(text, arena);
}

// Calls for every source; a missing condition is stood in for by `missing`.
template <class Visit>
void for_each_source(std::span<const AggregateSource> sources, const AggregateOptions& options,
                     const Condition& missing, Visit visit) {
  for (const AggregateSource& source : sources) {
    const Condition& condition = source.condition == nullptr ? missing : *source.condition;
    visit(source, condition.message, options.priority(condition, options.polarity));
  }
}

}  // namespace

Result<Condition> aggregate(std::span<const AggregateSource> sources,
                            const AggregateOptions& options, Arena& arena) {
  if (sources.empty()) {
    return fail(Error::Kind::Invalid, "an aggregate needs at least one source object");
  }
  const std::string text = format("Condition {} not yet reported", options.type);
  const Condition missing{.type = options.type, .reason = not_yet_reported, .message = text};

  Priority top = Priority::Info;
  for_each_source(sources, options, missing, [&](const auto&, std::string_view, Priority priority) {
    top = std::min(top, priority);
  });
  // Good news is told only where there is no other, and only by those who have something to say.
  Buckets buckets;
  for_each_source(sources, options, missing,
                  [&](const AggregateSource& source, std::string_view message, Priority priority) {
                    const bool good = priority == Priority::Info;
                    if (good && (top != Priority::Info || message.empty())) return;
                    buckets.add(source, message, priority);
                  });

  return Condition{.type = options.into.empty() ? options.type : options.into,
                   .status = merged_status(top, options.into_polarity.value_or(options.polarity)),
                   .reason = merged_reason(top, options.reasons),
                   .message = compose_buckets(buckets, arena)};
}

}  // namespace telltale
