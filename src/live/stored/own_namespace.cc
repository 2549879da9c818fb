// SPDX-License-Identifier: Apache-2.0
#include "live/stored/own_namespace.h"

#include <utility>

#include "base/text.h"
#include "client/answer.h"
#include "json/print.h"
#include "json/value.h"
#include "report/status/ownership.h"

namespace telltale::live {
namespace {

constexpr int already_there = 409;
constexpr int created = 201;

}  // namespace

void OwnNamespace::make(std::function<void(bool)> then) {
  {
    const std::lock_guard lock(mutex_);
    if (is_refused_) return then(false);
  }
  const json::ValueMap object{
      {"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::ValueMap{{"name", name_}}}};
  api_.send({.method = "POST",
             .target = format("/api/v1/namespaces?fieldManager={}", field_manager),
             .headers = {{"Content-Type", "application/json"}},
             .body = json::print(object)},
            [this, then = std::move(then)](Result<http::Response> answer) {
              if (answer && answer->status == already_there) return then(true);
              if (answer && answer->status == created) {
                say(format("made the namespace {}", name_));
                return then(true);
              }
              const bool refused = answer.has_value();
              const std::string why =
                  client::accepted(std::move(answer), "the namespace").error().detail;
              {
                const std::lock_guard lock(mutex_);
                is_refused_ = refused;
              }
              say(
                  format("the namespace {} is not there and cannot be made; what has to be "
                         "remembered is kept in this process until it is: {}",
                         name_, why));
              then(false);
            });
}

void OwnNamespace::lacks(std::string_view what, std::string_view why) {
  say(format("{} in the namespace {} cannot be stored; it is kept in this process meanwhile: {}",
             what, name_, why));
}

void OwnNamespace::say(std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    if (said_ == line) return;
    said_ = line;
  }
  if (on_log_) on_log_(line);
}

}  // namespace telltale::live
