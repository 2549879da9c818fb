// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/lifecycle.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>

#include "base/text.h"
#include "server/lifecycle/expiry.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"

namespace telltale::server {
namespace {

// More changes than this are not kept: everything is looked at instead.
constexpr std::size_t inbox_max = 100'000;
// An owner may be created after what it owns, by somebody who goes through a file: nothing is taken
// for ownerless before nothing new came for a while. On a server that never rests it ends here.
constexpr Seconds owner_grace{5};
constexpr Seconds owner_patience{300};

enum class Work : std::uint8_t {
  Collect,
  Foreground,
  Orphan,
  EmptyNamespace,
  EmptyDefinition,
  EraseHome,  // before its successor is served
  ServeCluster,
  EnsureRoles,
  FreeAddress,
};

struct Job {
  Work work;
  std::string key;
  store::Revision until = 0;
  auto operator<=>(const Job&) const = default;
};

// An object whose owners may not be there.
struct Suspect {
  std::string key;
  Instant since;
};

bool is_event(const KeyParts& parts) { return parts.group.empty() && parts.plural == "events"; }
bool is_event_key(std::string_view key) {
  const auto parts = parts_of(key);
  return parts && is_event(*parts);
}
bool is_namespace_key(const KeyParts& parts) {
  return parts.group.empty() && parts.plural == "namespaces";
}
bool is_definition_key(const KeyParts& parts) {
  return parts.group == "apiextensions.k8s.io" && parts.plural == "customresourcedefinitions";
}
// The logical cluster whose kubeconfig such a Secret is, or would be; nothing for other objects.
std::optional<std::string> cluster_of_kubeconfig(const KeyParts& parts) {
  constexpr std::string_view ending = "-kubeconfig";
  const bool is_one = parts.home == management_home && parts.group.empty() &&
                      parts.plural == "secrets" && parts.name.ends_with(ending);
  if (!is_one) return std::nullopt;
  return format("{}/{}/{}/{}/{}", parts.home, logical_clusters_group, logical_clusters_plural,
                parts.namespace_name, parts.name.substr(0, parts.name.size() - ending.size()));
}
bool is_service_key(const KeyParts& parts) {
  return parts.group.empty() && parts.plural == "services";
}
bool is_address_key(std::string_view key) {
  const auto parts = parts_of(key);
  return parts && parts->group == "networking.k8s.io" && parts->plural == "ipaddresses";
}
bool is_cluster(const KeyParts& parts) {
  return parts.group == logical_clusters_group && parts.plural == logical_clusters_plural;
}

}  // namespace

// The inbox is shared with the store's thread; everything else belongs to the working thread.
class Lifecycle::Rounds {
 public:
  explicit Rounds(Tasks::Parts parts)
      : store_(parts.store), clock_(parts.clock), tasks_(std::move(parts)) {
    subscription_ = store_.present().subscribe(
        [this](std::span<const store::Change> changes) { receive(changes); });
  }

  void start() {
    thread_ = std::thread([this] { work(); });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void wake() {
    {
      const std::lock_guard lock(mutex_);
      woken_ = true;
    }
    wake_.notify_one();
  }

  void serve_clusters() {
    {
      const std::lock_guard lock(mutex_);
      look_at_clusters_ = true;
      woken_ = true;
    }
    wake_.notify_one();
  }

  std::uint64_t thrown() const { return thrown_; }

  void run_once() {
    bool again = true;
    while (again) {
      take_inbox();
      take_due();
      again = !jobs_.empty();
      for (const Job& job : std::exchange(jobs_, {})) try_job(job);
    }
  }

 private:
  void receive(std::span<const store::Change> changes) {
    {
      const std::lock_guard lock(mutex_);
      if (inbox_.size() + changes.size() > inbox_max) {
        look_at_everything_ = true;
        inbox_.clear();
      }
      if (!look_at_everything_) inbox_.insert(inbox_.end(), changes.begin(), changes.end());
    }
    wake_.notify_one();
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
      lock.unlock();
      run_once();
      lock.lock();
      wake_.wait(lock, [&] { return ending_ || woken_ || look_at_everything_ || !inbox_.empty(); });
      woken_ = false;
    }
  }

  void take_inbox() {
    std::deque<store::Change> changes;
    bool everything = false;
    bool clusters = false;
    {
      const std::lock_guard lock(mutex_);
      changes.swap(inbox_);
      everything = std::exchange(look_at_everything_, false);
      clusters = std::exchange(look_at_clusters_, false);
    }
    if (clusters) {
      for (const std::string& key : tasks_.cluster_keys()) jobs_.insert({Work::ServeCluster, key});
    }
    if (everything) {
      // What was not heard may have been a deletion: nothing that is known counts any more.
      forget_everything();
      const auto page = store_.present().list({.prefix = {}});
      if (page) {
        for (const store::Item& item : page->items) look(item.key, item.value, item.revision);
      }
    }
    for (const store::Change& change : changes) {
      if (change.value) {
        if (!change.before && !is_event_key(change.key)) last_arrival_ = clock_.now();
        if (change.before) look_at_addresses(change.key, change.before);
        look(change.key, change.value, change.revision);
      } else {
        mourn(change.key, change.before, change.revision);
      }
    }
  }

  // A Service changed or went: what it had may be nobody's now.
  void look_at_addresses(const std::string& key, const store::Bytes& before) {
    const auto parts = parts_of(key);
    if (!parts || !is_service_key(*parts)) return;
    for (std::string& address : tasks_.addresses_of(key, before)) {
      jobs_.insert({Work::FreeAddress, std::move(address)});
    }
  }

  void forget_everything() {
    index_ = {};
    expiry_ = {};
    foreground_.clear();
    ending_namespaces_.clear();
    ending_definitions_.clear();
  }

  // Owners that wait for what belongs to them look again.
  void wake_waiting(const std::vector<std::string>& owners) {
    for (const std::string& uid : owners) {
      const auto waits = foreground_.find(uid);
      if (waits != foreground_.end()) jobs_.insert({Work::Foreground, waits->second});
    }
  }

  // An object that is there: what it asks of us.
  void look(const std::string& key, const store::Bytes& stored, store::Revision revision) {
    const auto parts = parts_of(key);
    if (!parts) return;
    // Read first: whoever comes to that home after the question is newer than this.
    const store::Revision until = store_.present().revision();
    if (tasks_.is_home_of_nobody(parts->home)) {
      jobs_.insert({Work::EraseHome, std::string(parts->home), until});
    }
    if (is_event(*parts)) expiry_.touch(key, revision, clock_.now() + event_lifetime);
    if (is_cluster(*parts)) jobs_.insert({Work::ServeCluster, key});
    // Taken for a Service that is about to be stored, or left over from one that never was.
    if (is_address_key(key)) {
      later_.emplace(clock_.now() + owner_grace, Suspect{key, clock_.now()});
    }
    if (is_definition_key(*parts)) jobs_.insert({Work::EnsureRoles, {}});
    // Nearly nothing has owners or is being deleted; those words must stand in it then.
    const bool owned = stored->find("\"ownerReferences\":[") != std::string::npos;
    const bool deleting = stored->find("\"deletionTimestamp\":") != std::string::npos;
    const std::vector<std::string> before = index_.owners_uids(key);
    wake_waiting(before);
    if (!owned) index_.set(key, {});
    if (!owned && !deleting) return;
    const auto object = from_stored(*stored);
    if (!object) return;
    const std::vector<Owner> owners = owners_of(*object);
    index_.set(key, owners);
    if (index_.owners_uids(key) != before && !owners.empty()) {
      later_.emplace(clock_.now() + owner_grace, Suspect{key, clock_.now()});
    }
    if (is_deleting(*object)) look_at_ending(key, *parts, *object);
  }

  void look_at_ending(const std::string& key, const KeyParts& parts, const json::Value& object) {
    if (has_finalizer(object, foreground_finalizer)) {
      foreground_[std::string(text_at(object, "metadata.uid"))] = key;
      jobs_.insert({Work::Foreground, key});
    }
    if (has_finalizer(object, orphan_finalizer)) jobs_.insert({Work::Orphan, key});
    if (is_namespace_key(parts)) {
      ending_namespaces_.insert(key);
      jobs_.insert({Work::EmptyNamespace, key});
    }
    if (is_definition_key(parts)) {
      ending_definitions_.insert(key);
      jobs_.insert({Work::EmptyDefinition, key});
    }
  }

  // Of the management cluster.
  bool is_ending_namespace(std::string_view name) const {
    return std::ranges::any_of(ending_namespaces_, [&](const std::string& key) {
      const auto parts = parts_of(key);
      return parts && parts->home == management_home && parts->name == name;
    });
  }

  // An object that is gone: who waited for that.
  void mourn(const std::string& key, const store::Bytes& before, store::Revision revision) {
    const auto parts = parts_of(key);
    if (!parts || !before) return;
    if (is_cluster(*parts)) {
      jobs_.insert(
          {Work::EraseHome, home_of_cluster(parts->namespace_name, parts->name), revision});
    }
    const auto cluster = cluster_of_kubeconfig(*parts);
    if (cluster && !is_ending_namespace(parts->namespace_name)) {
      jobs_.insert({Work::ServeCluster, *cluster});
    }
    look_at_addresses(key, before);
    expiry_.forget(key);
    wake_waiting(index_.owners_uids(key));
    index_.set(key, {});
    ending_namespaces_.erase(key);
    ending_definitions_.erase(key);
    for (const std::string& ending : ending_namespaces_) {
      jobs_.insert({Work::EmptyNamespace, ending});
    }
    for (const std::string& ending : ending_definitions_) {
      jobs_.insert({Work::EmptyDefinition, ending});
    }
    const auto object = from_stored(*before);
    if (!object) return;
    const std::string uid(text_at(*object, "metadata.uid"));
    foreground_.erase(uid);
    tasks_.note_gone(uid);
    for (const std::string& dependent : index_.dependents_of(uid)) {
      jobs_.insert({Work::Collect, dependent});
    }
  }

  void take_due() {
    const Instant now = clock_.now();
    while (!later_.empty() && later_.begin()->first <= now) {
      Suspect suspect = std::move(later_.extract(later_.begin()).mapped());
      if (now < last_arrival_ + owner_grace && now < suspect.since + owner_patience) {
        later_.emplace(last_arrival_ + owner_grace, std::move(suspect));
      } else {
        const Work work = is_address_key(suspect.key) ? Work::FreeAddress : Work::Collect;
        jobs_.insert({work, std::move(suspect.key)});
      }
    }
    while (const auto expired = expiry_.take(now)) tasks_.expire(expired->key, expired->revision);
  }

  // What is wrong with one object must not end the server, nor its work on the others.
  void try_job(const Job& job) {
    try {
      do_job(job);
    } catch (...) {
      ++thrown_;
    }
  }

  void do_job(const Job& job) {
    switch (job.work) {
      case Work::Collect:
        return tasks_.collect(job.key, index_);
      case Work::Foreground:
        return tasks_.finish_foreground(job.key, index_);
      case Work::Orphan:
        return tasks_.finish_orphan(job.key, index_);
      case Work::EmptyNamespace:
        return tasks_.empty_namespace(job.key);
      case Work::EmptyDefinition:
        return tasks_.empty_definition(job.key);
      case Work::ServeCluster:
        return tasks_.serve_cluster(job.key);
      case Work::EnsureRoles:
        return tasks_.ensure_roles();
      case Work::FreeAddress:
        return tasks_.free_address(job.key);
      case Work::EraseHome:
        return tasks_.erase_home(job.key, job.until);
    }
  }

  store::Store& store_;
  const Clock& clock_;
  Tasks tasks_;
  OwnerIndex index_;
  std::set<Job> jobs_;
  std::multimap<Instant, Suspect> later_;
  Instant last_arrival_;
  Expiry expiry_;
  std::map<std::string, std::string> foreground_;  // uid of an owner that waits -> its key
  std::set<std::string> ending_namespaces_;
  std::set<std::string> ending_definitions_;
  std::atomic<std::uint64_t> thrown_ = 0;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<store::Change> inbox_;
  bool look_at_everything_ = true;
  bool look_at_clusters_ = false;
  bool woken_ = false;
  bool ending_ = false;
  std::thread thread_;
  store::CurrentState::Subscription subscription_;
};

Lifecycle::Lifecycle(Tasks::Parts parts) : rounds_(std::make_unique<Rounds>(std::move(parts))) {}
Lifecycle::~Lifecycle() { stop(); }
void Lifecycle::start() { rounds_->start(); }
void Lifecycle::stop() { rounds_->stop(); }
void Lifecycle::wake() { rounds_->wake(); }
void Lifecycle::serve_clusters() { rounds_->serve_clusters(); }
void Lifecycle::run_once() { rounds_->run_once(); }
std::uint64_t Lifecycle::thrown() const { return rounds_->thrown(); }

}  // namespace telltale::server
