// SPDX-License-Identifier: Apache-2.0
#pragma once

// The single pieces of the server's own work. Each looks at what is there and does what is due;
// doing it twice does nothing more. Belongs to one thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/clock.h"
#include "base/entropy.h"
#include "server/access/identity/trust.h"
#include "server/crds/definitions.h"
#include "server/lifecycle/gone_uids.h"
#include "server/lifecycle/owner_index.h"
#include "server/logical_clusters.h"
#include "server/objects/live_object.h"
#include "server/objects/remover.h"
#include "store/store.h"

namespace telltale::server {

class Tasks {
 public:
  struct Parts {
    store::Store& store;
    const Clock& clock;
    Entropy& entropy;
    Definitions& definitions;
    LogicalClusters& clusters;
    const Trust& trust;
    std::string url;
  };

  explicit Tasks(Parts parts) : parts_(std::move(parts)), remover_(parts_.store, parts_.clock) {}

  // Deletes the object if none of its owners is there, or one waits for it to go; drops references
  // to owners that are gone while others are there. An owner of that name whose uid was never here
  // counts as there: it was applied from the same manifests, which bring uids of another cluster.
  void collect(const std::string& key, const OwnerIndex& index);
  // An object of this uid was deleted.
  void note_gone(std::string_view uid) { gone_.add(uid); }
  // Deletes the dependents of an owner that waits for them, and lets it go when they are gone.
  void finish_foreground(const std::string& key, const OwnerIndex& index);
  // Cuts the references of the dependents, then lets the owner go.
  void finish_orphan(const std::string& key, const OwnerIndex& index);
  // Deletes what lies in a namespace that is ending, and the namespace when it is empty.
  void empty_namespace(const std::string& key);
  // Deletes the objects of a definition that is ending, and the definition when none is left.
  void empty_definition(const std::string& key);
  // Namespaces, kubeconfig and status of a logical cluster. A Secret of others that has the name of
  // its kubeconfig stays as it is, and a condition says so.
  void serve_cluster(const std::string& key);
  std::vector<std::string> cluster_keys() const;
  // The roles that name API groups, for groups that came with a definition.
  void ensure_roles();
  // Everything of a logical cluster that is no more. What was written after `until` belongs to its
  // successor of the same name.
  void erase_home(const std::string& home, store::Revision until);
  bool is_home_of_nobody(std::string_view home) const;
  // Gives an address back that no Service has.
  void free_address(const std::string& key);
  // The keys of the addresses of a Service, as it was stored.
  std::vector<std::string> addresses_of(const std::string& key, const store::Bytes& stored) const;
  // Deletes an Event that nobody touched since.
  void expire(const std::string& key, store::Revision revision);

  // What the task is about; nothing when it is not served.
  std::optional<Place> place_of(const std::string& key) const;

 private:
  // Whose the Secret of that name is.
  enum class Kubeconfig { Missing, OfCluster, OfOthers };
  Kubeconfig refresh_kubeconfig(const Place& cluster, std::string_view uid,
                                const json::Value& data);
  // Whether the reference, on the dependent of that key, is one to this owner.
  bool refers(const Owner& reference, std::string_view dependent, const Place& owner) const;
  std::vector<std::string> dependents_of(const Place& owner, std::string_view uid,
                                         const OwnerIndex& index) const;
  enum class Presence { There, Gone, Unknown };
  Presence presence_of(const Owner& owner, const Place& dependent, bool& waits) const;
  // What an owner is, as far as its dependents are concerned; known for one `collect`.
  struct OwnerState {
    bool there = false;
    bool readable = false;
    bool waits = false;
    std::string uid = {};
  };
  const OwnerState& state_of(const Place& place) const;
  // Changes the stored object; tries again when others write.
  template <class Change>
  void edit(const Place& place, Change change);
  void let_go(const Place& place, std::string_view finalizer);
  bool delete_all(const std::string& prefix);

  Parts parts_;
  Remover remover_;
  GoneUids gone_;
  mutable absl::flat_hash_map<std::string, OwnerState> owner_states_;
};

}  // namespace telltale::server
