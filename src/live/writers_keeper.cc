// SPDX-License-Identifier: Apache-2.0
#include "live/writers_keeper.h"

#include <utility>

#include "client/answer.h"
#include "json/parse.h"
#include "json/value.h"

namespace telltale::live {
namespace {

constexpr std::string_view writers_entry = "writers.json";

std::string text_under(const json::Value& object, std::string_view map, std::string_view name) {
  const json::ValueMap* outer = object.if_object();
  const json::Value* inner = outer == nullptr ? nullptr : outer->if_contains(map);
  const json::ValueMap* members = inner == nullptr ? nullptr : inner->if_object();
  const json::Value* found = members == nullptr ? nullptr : members->if_contains(name);
  const json::ValueString* text = found == nullptr ? nullptr : found->if_string();
  return text == nullptr ? std::string() : std::string(*text);
}

Result<WritersKeeper::Stored> stored_in(Result<http::Response> answer) {
  answer = client::accepted(std::move(answer), "the ConfigMap of writers");
  if (!answer) return fail(answer.error());
  const auto map = json::parse(answer->body);
  if (!map) return fail(map.error());
  return WritersKeeper::Stored{.document = text_under(*map, "data", writers_entry),
                               .resource_version = text_under(*map, "metadata", "resourceVersion")};
}

}  // namespace

void WritersKeeper::load(std::function<void(Result<Stored>)> then) {
  api_.send({.target = config_map_path(namespace_name_, writers_map)},
            [then = std::move(then)](Result<http::Response> answer) {
              auto stored = stored_in(std::move(answer));
              const bool none = !stored && stored.error().kind == Error::Kind::NotFound;
              then(none ? Result<Stored>(Stored{}) : std::move(stored));
            });
}

void WritersKeeper::store(const Stored& next, std::function<void(Result<Stored>)> then) {
  put_entry(api_, home_,
            {.namespace_name = namespace_name_,
             .map = std::string(writers_map),
             .name = std::string(writers_entry),
             .text = next.document,
             .resource_version = next.resource_version},
            [then = std::move(then)](Result<http::Response> answer) {
              then(stored_in(std::move(answer)));
            });
}

}  // namespace telltale::live
