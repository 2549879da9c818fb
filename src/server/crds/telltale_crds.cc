// SPDX-License-Identifier: Apache-2.0
#include "server/crds/telltale_crds.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/result.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "schema/members.h"
#include "server/embedded.h"

namespace telltale::server {
namespace {

constexpr std::string_view separator = "\n---\n";

// The lines before the first that is no comment say where the file comes from.
std::string_view without_comments(std::string_view text) {
  while (text.starts_with('#')) text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  return text;
}

std::vector<std::string_view> documents_of(std::string_view file) {
  std::vector<std::string_view> documents;
  std::string_view rest = without_comments(file);
  while (!rest.empty()) {
    const std::size_t end = rest.find(separator);
    const bool is_last = end == std::string_view::npos;
    documents.push_back(is_last ? rest : rest.substr(0, end + 1));
    rest.remove_prefix(is_last ? rest.size() : end + separator.size());
  }
  return documents;
}

// What is part of the program and cannot be read is a bug of the program.
json::Value read(std::string_view yaml) {
  const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(yaml, dump::YamlReader::Wrapping::None);
  check(reader.next() == dump::YamlReader::Step::Document, "an embedded definition is YAML");
  const dump::YamlDocument document = reader.document();
  Result<json::Value> value = json::parse(document.json.text());
  check(value.has_value() && value->is_object(), "an embedded definition is an object");
  return std::move(*value);
}

std::string definition_name(const json::Value& object) {
  const json::ValueMap* metadata = schema::map_of(object.get_object(), "metadata");
  check(metadata != nullptr, "an embedded definition has metadata");
  return schema::text_of(*metadata, "name");
}

}  // namespace

std::vector<TelltaleCrd> telltale_crds() {
  std::vector<TelltaleCrd> crds;
  for (const EmbeddedFile& file : embedded_crds()) {
    for (const std::string_view yaml : documents_of(file.text)) {
      json::Value object = read(yaml);
      std::string name = definition_name(object);
      crds.push_back({.name = std::move(name), .yaml = yaml, .object = std::move(object)});
    }
  }
  std::ranges::sort(crds, {}, &TelltaleCrd::name);
  return crds;
}

}  // namespace telltale::server
