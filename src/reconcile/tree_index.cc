// SPDX-License-Identifier: Apache-2.0
#include "reconcile/tree_index.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "json/tree/padded_text.h"
#include "reconcile/anchors.h"
#include "report/status/status_write.h"

namespace telltale {
namespace {

constexpr std::size_t ownerships_max = 10'000;

// Labels and owners of every kind: they tell where an object belongs, and then most are dropped.
json::SelectFields everything_that_relates(TreeIndex::Keeps keeps) {
  std::vector<MoreFields> more;
  if (keeps == TreeIndex::Keeps::ForWholeStatus) more = legacy_fields();
  more.push_back({.group = {}, .kind = {}, .paths = {}});
  return fields_to_read(more);
}

std::uint64_t revision_of(std::string_view text) {
  std::uint64_t revision = 0;
  std::from_chars(text.data(), text.data() + text.size(), revision);
  return revision;
}

bool is_legacy(const ConditionList& list) {
  return list.path.starts_with("status.deprecated") || list.path.starts_with("status.backCompat");
}

// Keeps what judging would have read from a dump: nothing more, since a fleet has millions.
void strip(Object& object, TreeIndex::Keeps keeps, std::vector<ConditionList>& lists) {
  const Extent extent = extent_of(object.key.group, object.key.kind);
  if (!extent.relations) {
    object.labels = {};
    object.owners = {};
  }
  const bool is_written_whole =
      keeps == TreeIndex::Keeps::ForWholeStatus && judged_kind(object) != nullptr;
  if (extent.legacy_conditions || is_written_whole) return;
  for (const ConditionList& list : object.condition_lists) {
    if (!is_legacy(list)) lists.push_back(list);
  }
  object.condition_lists = lists;
}

// Cluster API's condition lists are maps in every version; of all others some server may hold the
// list as one value, and the definition tells which.
bool may_be_list_of_one_value(const Object& object) {
  return !object.key.group.ends_with(cluster_api_group);
}

// The list as it came, where a write has to know more of it than was read. An old version has a
// list per dialect, and the dialect is not known here: where both hold unreadable items neither is
// kept, and status_write then makes no apply that would remove one.
std::string list_to_keep(const Object& object, std::string_view document) {
  if (may_be_list_of_one_value(object)) return stored_list(document, "status.conditions");
  const ConditionList* malformed = nullptr;
  for (const DialectName dialect : {DialectName::Upstream, DialectName::Proposal}) {
    const ConditionList* list = object.conditions_at(list_path(object, dialect));
    if (list == nullptr || list == malformed || list->malformed.empty()) continue;
    if (malformed != nullptr) return {};
    malformed = list;
  }
  return malformed == nullptr ? std::string() : stored_list(document, malformed->path);
}

std::string home_text(const Home& home) {
  return format("{}/{}", home.cluster_namespace, home.cluster_name);
}

// What a workload cluster holds is judged with its Cluster.
std::string tree_of(const Home& home) {
  return anchor_of_cluster(home.cluster_namespace, home.cluster_name);
}

// A hosted cluster is there before its Machines and stays after them.
bool names_better(std::string_view one, std::string_view other) {
  const auto order = [](std::string_view anchor) {
    return std::pair(!anchor.starts_with("hosted/"), anchor);
  };
  return order(one) < order(other);
}

}  // namespace

std::size_t TreeIndex::EntryHash::operator()(const std::unique_ptr<Entry>& entry) const {
  return KeyHash()(entry->object().key);
}

TreeIndex::TreeIndex(Keeps keeps)
    : keeps_(keeps), reader_(everything_that_relates(keeps), scratch_) {}
TreeIndex::~TreeIndex() = default;

const Object* TreeIndex::read(std::string_view document, const Home& home) {
  scratch_.clear();
  std::vector<ObjectError> object_errors;
  const json::PaddedCopy text(document);
  auto object = reader_.read(text.padded(), {}, object_errors);
  if (!object) {
    trouble_ = object.error().message;
    return nullptr;
  }
  if (!home.is_management()) object->key.home = home;
  // A pool without a namespace is remembered in telltale's own.
  if (is_a(*object, own_group, "Memory")) {
    const json::Tree of = object->body["spec"]["of"];
    const Kind* kind = judged_kind(of["group"].as_string(""), of["kind"].as_string(""));
    if (kind != nullptr && !kind->is_namespaced) object->key.namespace_name = {};
  }
  return &scratch_.keep(std::span<const Object>(&*object, 1)).front();
}

TreeIndex::Effect TreeIndex::put(std::string_view document, const Home& home) {
  const Object* seen = read(document, home);
  if (seen == nullptr) return Effect::Unreadable;
  std::vector<std::string> anchors = anchors_of(*seen);
  if (anchors.empty() && seen->key.kind == "Event") return Effect::Ignored;
  const std::uint64_t revision = revision_of(seen->resource_version);
  const std::uint64_t digest = revision == 0 ? TextHash{}(document) : 0;
  const auto known = entries_.find(seen->key);
  if (known != entries_.end()) {
    Entry& entry = **known;
    const bool same_uid = entry.object().uid == seen->uid;
    entry.generation_of_list = std::max(entry.generation_of_list, list_generation(*seen));
    if (same_uid && revision == entry.revision && digest == entry.digest) return Effect::Same;
    if (revision != 0 && revision < entry.revision) {
      ++stale_;
      return Effect::Stale;
    }
    if (!same_uid && judged_kind(entry.object()) != nullptr) erase(entry);
  }
  if (anchors.empty()) {
    const OwnerRef* owner = seen->controller();
    const Entry* owning =
        owner == nullptr
            ? nullptr
            : find({owner->group, owner->kind, seen->key.namespace_name, owner->name, {}});
    if (owning != nullptr && owning->tree != nullptr) anchors = {owning->tree->name()};
  }
  Object kept = *seen;
  std::vector<ConditionList> lists;
  strip(kept, keeps_, lists);
  const bool judged = judged_kind(kept) != nullptr;
  std::shared_ptr<const Ownership> ownership = judged ? owners_of(kept, document) : nullptr;
  Entry& entry = entry_for(kept);
  entry.revision = revision;
  entry.digest = digest;
  entry.generation_of_list = list_generation(kept);
  if (judged) {
    entry.ownership = std::move(ownership);
    entry.stored = list_to_keep(kept, document);
  }
  place(entry, anchors);
  latest_ = &entry;
  return Effect::Changed;
}

// Told while the old state is still there.
std::shared_ptr<const Ownership> TreeIndex::owners_of(const Object& object,
                                                      std::string_view document) {
  std::vector<ManagerTouch> touches;
  std::shared_ptr<const Ownership> ownership = intern(owners_.read(document, &touches));
  if (!on_change_) return ownership;
  const Entry* known = find(object.key);
  on_change_({.before = known == nullptr ? nullptr : &known->object(),
              .owned_before = known == nullptr ? nullptr : known->ownership.get(),
              .after = object,
              .owned = *ownership,
              .touches = touches});
  return ownership;
}

// Its text is new; where it stands is somebody else's to say.
TreeIndex::Entry& TreeIndex::entry_for(const Object& object) {
  OwnedObject owned = own(object, words_);
  bytes_ += owned.bytes;
  const auto known = entries_.find(object.key);
  if (known == entries_.end()) {
    auto entry = std::make_unique<Entry>();
    entry->owned = std::move(owned);
    return **entries_.insert(std::move(entry)).first;
  }
  // The set looks at the key, whose text moves: out and in again.
  auto node = entries_.extract(known);
  bytes_ -= node.value()->owned.bytes;
  node.value()->owned = std::move(owned);
  return **entries_.insert(std::move(node)).position;
}

void TreeIndex::place(Entry& entry, const std::vector<std::string>& anchors) {
  ObjectTree* tree = anchors.empty() ? nullptr : &tree_for(anchors);
  if (!entry.placed || entry.tree != tree) {
    if (entry.placed) unplace(entry);
    entry.placed = true;
    entry.tree = tree;
    (tree == nullptr ? common_ : tree->entries).push_back(&entry);
  }
  if (tree == nullptr) return commons_changed();
  tree->judges = tree->judges || judged_kind(entry.object()) != nullptr;
  mark_dirty(*tree);
}

void TreeIndex::unplace(Entry& entry) {
  entry.placed = false;
  if (entry.tree == nullptr) {
    std::erase(common_, &entry);
    commons_changed();
    return;
  }
  ObjectTree& tree = *entry.tree;
  std::erase(tree.entries, &entry);
  entry.tree = nullptr;
  mark_dirty(tree);
  drop_if_empty(tree);
}

TreeIndex::ObjectTree& TreeIndex::tree_for(const std::vector<std::string>& anchors) {
  ObjectTree* tree = nullptr;
  for (const std::string& anchor : anchors) {
    const auto known = by_anchor_.find(anchor);
    if (known == by_anchor_.end()) continue;
    if (tree == nullptr) {
      tree = known->second;
    } else if (tree != known->second) {
      ObjectTree& other = *known->second;
      const bool larger = tree->entries.size() >= other.entries.size();
      merge(larger ? *tree : other, larger ? other : *tree);
      tree = larger ? tree : &other;
    }
  }
  if (tree == nullptr) tree = trees_.insert(std::make_unique<ObjectTree>()).first->get();
  for (const std::string& anchor : anchors) {
    if (by_anchor_.try_emplace(anchor, tree).second) add_anchor(*tree, anchor);
  }
  return *tree;
}

void TreeIndex::merge(ObjectTree& into, ObjectTree& from) {
  for (Entry* entry : from.entries) entry->tree = &into;
  into.entries.insert(into.entries.end(), from.entries.begin(), from.entries.end());
  into.judges = into.judges || from.judges;
  for (std::string& anchor : from.anchors) {
    by_anchor_[anchor] = &into;
    add_anchor(into, std::move(anchor));
  }
  leave_line(from);
  trees_.erase(trees_.find(&from));
  mark_dirty(into);
}

void TreeIndex::add_anchor(ObjectTree& tree, std::string anchor) {
  tree.anchors.push_back(std::move(anchor));
  if (names_better(tree.anchors.back(), tree.anchors.front())) {
    std::swap(tree.anchors.back(), tree.anchors.front());
  }
}

// Of objects that come and go within a tree that stays: each would leave its own anchor behind.
void TreeIndex::drop_anchor(ObjectTree& tree, const std::string& anchor) {
  const auto known = std::ranges::find(tree.anchors, anchor);
  if (known == tree.anchors.end() || tree.anchors.size() == 1) return;
  tree.anchors.erase(known);
  by_anchor_.erase(anchor);
  std::iter_swap(tree.anchors.begin(), std::ranges::min_element(tree.anchors, names_better));
}

void TreeIndex::drop_if_empty(ObjectTree& tree) {
  if (!tree.entries.empty()) return;
  for (const std::string& anchor : tree.anchors) by_anchor_.erase(anchor);
  leave_line(tree);
  trees_.erase(trees_.find(&tree));
}

void TreeIndex::erase(Entry& entry) {
  if (entry.tree != nullptr) drop_anchor(*entry.tree, anchor_of_itself(entry.object().key));
  unplace(entry);
  if (latest_ == &entry) latest_ = nullptr;
  const auto found = entries_.find(entry.object().key);
  check(found != entries_.end(), "an entry is found by its key");
  auto node = entries_.extract(found);
  bytes_ -= node.value()->owned.bytes;
  if (judged_kind(node.value()->object()) != nullptr) {
    gone_.push_back({std::move(node.value()->owned)});
  }
}

TreeIndex::Effect TreeIndex::remove(std::string_view document, const Home& home) {
  const Object* seen = read(document, home);
  if (seen == nullptr) return Effect::Unreadable;
  const auto known = entries_.find(seen->key);
  if (known == entries_.end()) return Effect::Same;
  Entry& entry = **known;
  const bool another =
      !seen->uid.empty() && !entry.object().uid.empty() && seen->uid != entry.object().uid;
  if (another || revision_of(seen->resource_version) < entry.revision) {
    ++stale_;
    return Effect::Stale;
  }
  erase(entry);
  return Effect::Changed;
}

void TreeIndex::remove(const Key& key) {
  const auto known = entries_.find(key);
  if (known != entries_.end()) erase(**known);
}

void TreeIndex::forget(const Home& home) {
  std::vector<Entry*> leaving;
  if (const ObjectTree* tree = tree_named(tree_of(home))) {
    for (Entry* entry : tree->entries) {
      if (entry->object().key.home == home) leaving.push_back(entry);
    }
  }
  for (Entry* entry : leaving) erase(*entry);
  coverage_.remove(home);
}

bool TreeIndex::Listing::is_of(const ListOf& of) const {
  return group == of.group && kind == of.kind && home == home_text(of.home) &&
         namespace_name == of.namespace_name && about == of.about;
}

bool TreeIndex::Listing::names(const Object& object) const {
  const Key& key = object.key;
  return kind == key.kind && group == key.group && home == home_text(key.home) &&
         (namespace_name.empty() || namespace_name == key.namespace_name) &&
         (about.empty() || object.body["involvedObject"]["kind"].as_string("") == about);
}

void TreeIndex::begin_list(const ListOf& of) {
  std::erase_if(listings_, [&](const Listing& one) { return one.is_of(of); });
  listings_.push_back({std::string(of.group), std::string(of.kind), home_text(of.home),
                       std::string(of.namespace_name), std::string(of.about), next_generation_++});
}

std::uint64_t TreeIndex::list_generation(const Object& object) const {
  std::uint64_t newest = 0;
  for (const Listing& one : listings_) {
    if (one.names(object)) newest = std::max(newest, one.generation);
  }
  return newest;
}

void TreeIndex::end_list(const ListOf& of) {
  const auto listing =
      std::ranges::find_if(listings_, [&](const Listing& one) { return one.is_of(of); });
  if (listing == listings_.end()) return;
  std::vector<Entry*> leaving;
  const auto consider = [&](Entry& entry) {
    const bool named = entry.generation_of_list >= listing->generation;
    if (!named && listing->names(entry.object())) leaving.push_back(&entry);
  };
  if (of.home.is_management()) {
    for (const auto& entry : entries_) consider(*entry);
  } else if (const ObjectTree* tree = tree_named(tree_of(of.home))) {
    for (Entry* entry : tree->entries) consider(*entry);
  }
  for (Entry* entry : leaving) erase(*entry);
  listings_.erase(listing);
}

void TreeIndex::cover(std::string_view group, std::string_view kind, const Home& home) {
  const Key place{.group = group, .kind = kind, .namespace_name = {}, .name = {}, .home = home};
  if (coverage_.covers(place)) return;
  if (home.is_management()) {
    coverage_.add(group, kind);
    return mark_all_dirty();
  }
  coverage_.add(home, group, kind);
  if (ObjectTree* tree = tree_named(tree_of(home))) mark_dirty(*tree);
}

void TreeIndex::cover_in(std::string_view group, std::string_view kind,
                         std::string_view namespace_name) {
  const Key place{
      .group = group, .kind = kind, .namespace_name = namespace_name, .name = {}, .home = {}};
  if (coverage_.covers(place)) return;
  coverage_.add_one(place);
  mark_all_dirty();
}

void TreeIndex::cover_one(const Key& key) {
  if (coverage_.covers(key)) return;
  coverage_.add_one(key);
  Object place;
  place.key = key;
  for (const std::string& anchor : anchors_of(place)) {
    if (ObjectTree* tree = tree_named(anchor)) mark_dirty(*tree);
  }
}

const TreeIndex::Entry* TreeIndex::find(const Key& key) const {
  const auto known = entries_.find(key);
  return known == entries_.end() ? nullptr : known->get();
}

const TreeIndex::Entry* TreeIndex::find(std::string_view document, const Home& home) {
  const Object* seen = read(document, home);
  return seen == nullptr ? nullptr : find(seen->key);
}

void TreeIndex::mark_dirty(ObjectTree& tree) {
  if (!tree.judges || tree.dirty) return;
  tree.dirty = true;
  tree.waiting = dirty_.insert(dirty_.end(), &tree);
}

void TreeIndex::leave_line(ObjectTree& tree) {
  if (!tree.dirty) return;
  tree.dirty = false;
  dirty_.erase(tree.waiting);
}

// Only noted: a list of things that everybody refers to asks for it once for each of them.
void TreeIndex::mark_all_dirty() { all_dirty_ = true; }

void TreeIndex::commons_changed() {
  commons_.reset();
  mark_all_dirty();
}

std::vector<TreeIndex::ObjectTree*> TreeIndex::take_dirty(std::size_t count_max) {
  if (std::exchange(all_dirty_, false)) {
    for (ObjectTree* tree : trees()) mark_dirty(*tree);
  }
  std::vector<ObjectTree*> taken;
  while (taken.size() < count_max && !dirty_.empty()) {
    taken.push_back(dirty_.front());
    leave_line(*taken.back());
  }
  return taken;
}

TreeIndex::ObjectTree* TreeIndex::tree_named(std::string_view anchor) {
  const auto known = by_anchor_.find(anchor);
  return known == by_anchor_.end() ? nullptr : known->second;
}

World TreeIndex::world_of(const ObjectTree& tree) {
  const auto copy = [](const std::vector<Entry*>& entries) {
    std::vector<Object> objects;
    objects.reserve(entries.size());
    for (const Entry* entry : entries) objects.push_back(entry->object());
    return objects;
  };
  if (commons_ == nullptr) {
    commons_ = std::make_unique<World>(copy(common_), std::vector<Arena>{}, Completeness::Partial,
                                       belonging_of_kinds(), Surroundings{.coverage = &coverage_});
  }
  return World(copy(tree.entries), {}, Completeness::Partial, belonging_of_kinds(),
               {.coverage = &coverage_, .commons = commons_.get()});
}

std::vector<TreeIndex::Gone> TreeIndex::take_gone() { return std::exchange(gone_, {}); }

std::vector<TreeIndex::ObjectTree*> TreeIndex::trees() const {
  std::vector<ObjectTree*> all;
  all.reserve(trees_.size());
  for (const auto& tree : trees_) all.push_back(tree.get());
  std::ranges::sort(all, {},
                    [](const ObjectTree* tree) -> const std::string& { return tree->name(); });
  return all;
}

// A fleet has a handful of them; beyond the limit somebody invents types, and each object keeps its
// own.
std::shared_ptr<const Ownership> TreeIndex::intern(Ownership ownership) {
  std::string text = ownership.text();
  const auto known = ownerships_.find(text);
  if (known != ownerships_.end()) return known->second;
  auto made = std::make_shared<const Ownership>(std::move(ownership));
  if (ownerships_.size() < ownerships_max) ownerships_.emplace(std::move(text), made);
  return made;
}

TreeIndex::Figures TreeIndex::figures() const {
  return {.objects = entries_.size(),
          .trees = trees_.size(),
          .common = common_.size(),
          .bytes = bytes_ + words_.bytes(),
          .stale = stale_};
}

}  // namespace telltale
