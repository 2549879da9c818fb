// SPDX-License-Identifier: Apache-2.0
#include "live/stored/config_map.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "json/print.h"
#include "json/value.h"
#include "report/status/ownership.h"

namespace telltale::live {
namespace {

constexpr int map_missing = 404;
constexpr int map_there = 409;

// PATCH; where there is no map POST; where there is no namespace make it and POST again; where
// somebody was faster PATCH again.
class EntryPutting : public std::enable_shared_from_this<EntryPutting> {
 public:
  using Then = std::function<void(Result<http::Response>)>;

  EntryPutting(client::Api& api, OwnNamespace& home, ConfigMapEntry entry, Then then)
      : api_(api), home_(home), entry_(std::move(entry)), then_(std::move(then)) {}

  void patch(bool is_last) {
    json::ValueMap body{{"data", data()}};
    if (!entry_.resource_version.empty() && !is_last) {
      body["metadata"] = json::ValueMap{{"resourceVersion", entry_.resource_version}};
    }
    send("PATCH", config_map_path(entry_.namespace_name, entry_.map),
         "application/merge-patch+json", json::print(body),
         [is_last](EntryPutting& self, Result<http::Response> answer) {
           const bool missing = answer && answer->status == map_missing;
           if (missing && !is_last) return self.create(false);
           self.then_(std::move(answer));
         });
  }

 private:
  json::ValueMap data() const {
    json::ValueMap data{{entry_.name, entry_.text}};
    for (const auto& [name, text] : entry_.more) data[name] = text;
    return data;
  }

  void create(bool is_second) {
    const json::ValueMap map{
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", json::ValueMap{{"name", entry_.map}, {"namespace", entry_.namespace_name}}},
        {"data", data()}};
    send("POST", config_map_path(entry_.namespace_name), "application/json", json::print(map),
         [is_second](EntryPutting& self, Result<http::Response> answer) {
           if (answer && answer->status == map_there) return self.patch(true);
           const bool homeless = answer && answer->status == map_missing && !is_second;
           if (!homeless) return self.then_(std::move(answer));
           self.home_.make(
               [kept = self.shared_from_this(), answer = std::move(answer)](bool made) mutable {
                 made ? kept->create(true) : kept->then_(std::move(answer));
               });
         });
  }

  template <class Go>
  void send(std::string method, const std::string& path, std::string content_type, std::string body,
            Go go) {
    api_.send({.method = std::move(method),
               .target = format("{}?fieldManager={}", path, field_manager),
               .headers = {{"Content-Type", std::move(content_type)}},
               .body = std::move(body)},
              [self = shared_from_this(), go](Result<http::Response> answer) {
                go(*self, std::move(answer));
              });
  }

  client::Api& api_;
  OwnNamespace& home_;
  ConfigMapEntry entry_;
  Then then_;
};

}  // namespace

std::string config_map_path(std::string_view namespace_name, std::string_view name) {
  const std::string path = format("/api/v1/namespaces/{}/configmaps", namespace_name);
  return name.empty() ? path : format("{}/{}", path, name);
}

void put_entry(client::Api& api, OwnNamespace& home, const ConfigMapEntry& entry,
               std::function<void(Result<http::Response>)> then) {
  std::make_shared<EntryPutting>(api, home, entry, std::move(then))->patch(false);
}

}  // namespace telltale::live
