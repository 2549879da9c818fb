// SPDX-License-Identifier: Apache-2.0
#include "live/fleet_loader.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "fleet/fleet.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::bench {
namespace {

constexpr std::size_t clusters_at_once = 20;
constexpr int ranks = 5;

// Owners are made first: their UIDs are the server's to give.
int rank_of(std::string_view kind) {
  if (kind == "Cluster") return 0;
  if (kind == "KubeadmControlPlane" || kind == "MachineDeployment") return 1;
  if (kind == "MachineSet") return 2;
  return kind == "Machine" ? 3 : 4;
}

std::string text_at(const json::Value& value, std::string_view pointer) {
  boost::system::error_code missing;
  const json::Value* found = value.find_pointer(pointer, missing);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

struct Manifest {
  json::Value object = {};
  json::Value status = {};
  std::string kind = {};
  std::string collection = {};
  std::string name = {};
  std::string uid = {};  // as generated

  std::string path() const { return collection + "/" + name; }
};

Manifest read_manifest(std::string_view line) {
  Manifest made{.object = *json::parse(line)};
  json::ValueMap& object = made.object.as_object();
  made.kind = text_at(made.object, "/kind");
  made.name = text_at(made.object, "/metadata/name");
  made.uid = text_at(made.object, "/metadata/uid");
  std::string plural = made.kind + "s";
  std::ranges::transform(plural, plural.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  made.collection = format("/apis/{}/namespaces/{}/{}", text_at(made.object, "/apiVersion"),
                           text_at(made.object, "/metadata/namespace"), plural);
  json::ValueMap& metadata = object["metadata"].as_object();
  for (const char* given : {"uid", "resourceVersion", "managedFields", "creationTimestamp"}) {
    metadata.erase(given);
  }
  if (json::Value* status = object.if_contains("status")) {
    made.status = std::move(*status);
    object.erase("status");
  }
  if (rank_of(made.kind) < ranks - 1 && made.status.is_object()) {
    for (const char* list : {"conditions", "deprecated", "v1beta2"}) {
      made.status.as_object().erase(list);
    }
  }
  return made;
}

void expect(const apiserver::Answer& answer, int status, const std::string& path) {
  if (answer.status == status) return;
  std::fprintf(stderr, "%s: %d %.*s\n", path.c_str(), answer.status,
               static_cast<int>(answer.body.size()), answer.body.data());
  check(answer.status == status, "the server takes a generated fleet");
}

class Loader {
 public:
  explicit Loader(Clients& clients) : clients_(clients) {}

  void add(std::string_view line) {
    Manifest manifest = read_manifest(line);
    const bool in_workload = manifest.kind == "Node" || manifest.kind == "RemoteConnection";
    if (in_workload) return;
    make_namespace(text_at(manifest.object, "/metadata/namespace"));
    const bool ends_cluster = manifest.kind == "Cluster";
    if (manifest.kind == "DockerMachine") loaded_.infrastructure.push_back(manifest.path());
    manifests_.push_back(std::move(manifest));
    if (ends_cluster && ++clusters_ % clusters_at_once == 0) send();
  }

  LoadedFleet finish() {
    send();
    return std::move(loaded_);
  }

 private:
  void make_namespace(const std::string& name) {
    if (!namespaces_.insert(name).second) return;
    const std::string body =
        format(R"({{"apiVersion":"v1","kind":"Namespace","metadata":{{"name":"{}"}}}})", name);
    clients_.flood(
        1,
        [&](std::size_t) {
          return request_text(clients_.target(), "POST", "/api/v1/namespaces", "application/json",
                              body);
        },
        [&](std::size_t, const apiserver::Answer& answer) { expect(answer, 201, name); });
  }

  void send() {
    for (int rank = 0; rank < ranks; ++rank) create(rank);
    write_status();
    loaded_.objects += manifests_.size();
    manifests_.clear();
    uids_.clear();
  }

  void create(int rank) {
    std::vector<Manifest*> some;
    for (Manifest& one : manifests_) {
      if (rank_of(one.kind) == rank) some.push_back(&one);
    }
    clients_.flood(
        some.size(),
        [&](std::size_t index) {
          Manifest& one = *some[index];
          correct_owners(one);
          return request_text(clients_.target(), "POST", one.collection, "application/json",
                              json::print(one.object));
        },
        [&](std::size_t index, const apiserver::Answer& answer) {
          expect(answer, 201, some[index]->path());
          if (rank < ranks - 1) learn_uid(*some[index], answer.body);
        });
  }

  void learn_uid(const Manifest& made, std::string_view body) {
    // Behind the owners' stands its own.
    constexpr std::string_view mark = "\"uid\":\"";
    const std::size_t at = body.rfind(mark);
    check(at != std::string_view::npos, "what is created has a UID");
    const std::string_view rest = body.substr(at + mark.size());
    uids_[made.uid] = rest.substr(0, rest.find('"'));
  }

  void correct_owners(Manifest& one) {
    json::Value* owners =
        one.object.as_object()["metadata"].as_object().if_contains("ownerReferences");
    if (owners == nullptr) return;
    for (json::Value& owner : owners->as_array()) {
      const auto known = uids_.find(text_at(owner, "/uid"));
      check(known != uids_.end(), "an owner is made before what it owns");
      owner.as_object()["uid"] = known->second;
    }
  }

  void write_status() {
    std::vector<const Manifest*> some;
    for (const Manifest& one : manifests_) {
      if (one.status.is_object()) some.push_back(&one);
    }
    clients_.flood(
        some.size(),
        [&](std::size_t index) {
          return request_text(clients_.target(), "PATCH", some[index]->path() + "/status",
                              "application/merge-patch+json",
                              format(R"({{"status":{}}})", json::print(some[index]->status)));
        },
        [&](std::size_t index, const apiserver::Answer& answer) {
          expect(answer, 200, some[index]->path());
        });
  }

  Clients& clients_;
  std::vector<Manifest> manifests_;
  std::unordered_map<std::string, std::string> uids_;  // as generated, as given
  std::set<std::string> namespaces_;
  std::size_t clusters_ = 0;
  LoadedFleet loaded_;
};

}  // namespace

LoadedFleet load_fleet(Clients& clients, const FleetSize& size) {
  Loader loader(clients);
  fleet::write_fleet(
      {.clusters = size.clusters, .machines = size.machines_each, .format = fleet::Format::Ndjson},
      [&](std::string_view chunk) {
        for (const std::string_view line : split(chunk, '\n')) {
          if (!line.empty()) loader.add(line);
        }
      });
  return loader.finish();
}

}  // namespace telltale::bench
