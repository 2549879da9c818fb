// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen_follower.h"

#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "base/arena.h"
#include "base/text.h"
#include "client/watch/reflector.h"
#include "json/tree/padded_text.h"
#include "json/tree/selection.h"
#include "json/tree/tree_reader.h"

namespace telltale::cli {
namespace {

// Short, so that people soon see that a server fell silent: after twice as long.
constexpr std::chrono::milliseconds watch_for{60'000};

// A list of one object is followed by its name.
std::string field_selector_of(const PlannedList& list) {
  if (list.name.empty()) return list.field_selector;
  return format("metadata.name={}", list.name);
}

}  // namespace

std::optional<Identity> identity_of(std::string_view document) {
  static const json::Selection identity = {"metadata.namespace", "metadata.name", "metadata.uid"};
  const json::PaddedCopy copy(document);
  json::TreeReader reader;
  Arena scratch;
  const auto tree = reader.read(
      copy.padded(), [&](const json::Header&) -> const json::Selection& { return identity; },
      scratch);
  if (!tree) return std::nullopt;
  const json::Tree metadata = (*tree)["metadata"];
  const std::string_view name = metadata["name"].as_string("");
  if (name.empty()) return std::nullopt;
  return Identity{std::string(metadata["namespace"].as_string("")), std::string(name),
                  std::string(metadata["uid"].as_string(""))};
}

// What is known, shared with the reflectors' threads.
class Follower::Shelf {
 public:
  Shelf(std::size_t lists, std::function<void()> on_change)
      : lists_(lists), on_change_(std::move(on_change)) {}

  void begin(std::size_t list) {
    const std::scoped_lock lock(mutex_);
    for (auto& [name, entry] : lists_[list].entries) entry.named = false;
  }

  void put(std::size_t list, std::string_view document) {
    std::optional<Identity> identity = identity_of(document);
    if (!identity) return;
    const auto kept = std::make_shared<const std::string>(document);
    const std::scoped_lock lock(mutex_);
    Entry& entry = lists_[list].entries[{identity->namespace_name, identity->name}];
    const bool same = entry.document != nullptr && *entry.document == *kept;
    entry = {kept, identity->uid, true};
    if (!same) add({list, identity->namespace_name, identity->name, identity->uid, kept});
  }

  void remove(std::size_t list, std::string_view document) {
    const std::optional<Identity> identity = identity_of(document);
    if (!identity) return;
    const std::scoped_lock lock(mutex_);
    lists_[list].entries.erase({identity->namespace_name, identity->name});
    add({list, identity->namespace_name, identity->name, identity->uid, nullptr});
  }

  // What the new list did not name is gone.
  void synced(std::size_t list) {
    const std::scoped_lock lock(mutex_);
    auto& entries = lists_[list].entries;
    for (auto entry = entries.begin(); entry != entries.end();) {
      if (entry->second.named) {
        ++entry;
        continue;
      }
      add({list, entry->first.first, entry->first.second, entry->second.uid, nullptr});
      entry = entries.erase(entry);
    }
    lists_[list].synced = true;
    lists_[list].trouble.reset();
    on_change_();
  }

  void trouble(std::size_t list, const Error& error) {
    const std::scoped_lock lock(mutex_);
    lists_[list].trouble = error;
    on_change_();
  }

  void recovered(std::size_t list) {
    const std::scoped_lock lock(mutex_);
    if (!lists_[list].synced) return;  // the LIST that follows tells
    lists_[list].trouble.reset();
    on_change_();
  }

  bool settled() const {
    const std::scoped_lock lock(mutex_);
    for (const List& list : lists_) {
      if (!list.synced && !list.trouble) return false;
    }
    return true;
  }
  std::optional<Error> trouble_of(std::size_t list) const {
    const std::scoped_lock lock(mutex_);
    return lists_[list].trouble;
  }
  std::vector<DocumentPointer> documents_of(std::size_t list) const {
    const std::scoped_lock lock(mutex_);
    std::vector<DocumentPointer> documents;
    for (const auto& [name, entry] : lists_[list].entries) documents.push_back(entry.document);
    return documents;
  }
  DocumentPointer document_of(std::size_t list, const std::string& namespace_name,
                              const std::string& name) const {
    const std::scoped_lock lock(mutex_);
    const auto found = lists_[list].entries.find({namespace_name, name});
    return found == lists_[list].entries.end() ? nullptr : found->second.document;
  }
  std::vector<Version> take() {
    const std::scoped_lock lock(mutex_);
    std::vector<Version> taken(std::move_iterator(versions_.begin()),
                               std::move_iterator(versions_.end()));
    versions_.clear();
    return taken;
  }

 private:
  struct Entry {
    DocumentPointer document = {};
    std::string uid = {};
    bool named = true;  // by the LIST that runs, or by a watch since
  };
  struct List {
    std::map<std::pair<std::string, std::string>, Entry> entries = {};
    bool synced = false;
    std::optional<Error> trouble = {};
  };

  void add(Version version) {
    versions_.push_back(std::move(version));
    if (versions_.size() > versions_max) versions_.pop_front();
    on_change_();
  }

  mutable std::mutex mutex_;
  std::vector<List> lists_;
  std::deque<Version> versions_;
  std::function<void()> on_change_;
};

struct Follower::Reflectors {
  std::vector<std::unique_ptr<client::Reflector>> all = {};
};

Follower::Follower(Connection& connection, std::vector<PlannedList> lists,
                   std::function<void()> on_change)
    : lists_(std::move(lists)),
      shelf_(std::make_shared<Shelf>(lists_.size(), std::move(on_change))),
      reflectors_(std::make_unique<Reflectors>()) {
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const PlannedList& list = lists_[i];
    client::ReflectorOptions options{.resource = list.resource,
                                     .namespace_name = list.namespace_name,
                                     .label_selector = list.label_selector,
                                     .field_selector = field_selector_of(list),
                                     .watch_for = watch_for};
    const std::shared_ptr<Shelf> shelf = shelf_;
    client::ReflectorSink sink{
        .on_list = [shelf, i] { shelf->begin(i); },
        .on_object = [shelf, i](std::string_view document) { shelf->put(i, document); },
        .on_deleted = [shelf, i](std::string_view document) { shelf->remove(i, document); },
        .on_synced = [shelf, i] { shelf->synced(i); },
        .on_error = [shelf, i](const Error& error) { shelf->trouble(i, error); },
        .on_recovered = [shelf, i] { shelf->recovered(i); }};
    reflectors_->all.push_back(std::make_unique<client::Reflector>(
        *connection.api, *connection.scheduler, connection.seed + i, std::move(options),
        std::move(sink)));
  }
}

Follower::~Follower() = default;

bool Follower::settled() const { return shelf_->settled(); }

std::optional<Error> Follower::trouble_of(std::size_t list) const {
  return shelf_->trouble_of(list);
}

std::vector<DocumentPointer> Follower::documents_of(std::size_t list) const {
  return shelf_->documents_of(list);
}

DocumentPointer Follower::document_of(std::size_t list, const std::string& namespace_name,
                                      const std::string& name) const {
  return shelf_->document_of(list, namespace_name, name);
}

std::vector<Version> Follower::take() { return shelf_->take(); }

}  // namespace telltale::cli
