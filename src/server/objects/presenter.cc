// SPDX-License-Identifier: Apache-2.0
#include "server/objects/presenter.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/writer.h"
#include "json/yaml/yaml_document.h"
#include "schema/shape.h"
#include "server/conversion/conversion.h"
#include "server/objects/stored.h"
#include "server/objects/table.h"
#include "server/request/nesting.h"

namespace telltale::server {
namespace {

// The end of the JSON map that begins at `start`; strings are stepped over.
std::size_t end_of_map(std::string_view bytes, std::size_t start) {
  std::size_t depth = 0;
  for (std::size_t i = start; i < bytes.size(); ++i) {
    if (bytes[i] == '"') {
      for (++i; i < bytes.size() && bytes[i] != '"'; ++i) i += bytes[i] == '\\' ? 1 : 0;
    } else if (bytes[i] == '{') {
      ++depth;
    } else if (bytes[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return bytes.size();
}

// Only lists of whole objects say that they do not go on.
void append_list_metadata(std::string& out, const ListMetadata& about, Form::Shape shape) {
  out += format(R"({{"resourceVersion":"{}")", about.revision);
  if (shape == Form::Shape::Object || !about.continue_token.empty()) {
    out += format(R"(,"continue":"{}")", about.continue_token);
  }
  if (about.remaining) out += format(",\"remainingItemCount\":{}", *about.remaining);
  out += '}';
}

store::Bytes shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

std::string partial_metadata(std::string_view object, std::string_view version) {
  return format(R"({{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/{}","metadata":{}}})",
                version, raw_metadata(object));
}

}  // namespace

std::string_view raw_metadata(std::string_view bytes) {
  constexpr std::string_view mark = "\"metadata\":{";
  // Only apiVersion and kind stand before it, and they hold no quotes.
  const std::size_t at = bytes.find(mark);
  if (at == std::string_view::npos) return "{}";
  const std::size_t start = at + mark.size() - 1;
  return bytes.substr(start, end_of_map(bytes, start) - start);
}

std::string encoded(std::string json_text, const Form& form) {
  if (form.encoding == Form::Encoding::Json) return json_text;
  const auto value = json::parse(json_text, served_limits);
  return value ? json::yaml_document(*value) : json_text;
}

Presenter::Presenter(std::shared_ptr<const Resource> resource, const Version& version, Form form,
                     IncludeObject include, const Clock& clock)
    : resource_(std::move(resource)),
      version_(version),
      form_(std::move(form)),
      include_(include),
      clock_(clock),
      api_version_(resource_->api_version(version.name)) {}

bool Presenter::blocks() const { return conversion_blocks(*resource_); }

std::string Presenter::sharing_key() const {
  // Rows hold ages, but all watchers are told at the same moment.
  return format("{}/{}/{}/{}/{}", resource_->qualified(), version_.name,
                static_cast<int>(form_.shape), form_.table_version, static_cast<int>(include_));
}

bool Presenter::stored_as_asked(std::string_view stored, store::Revision revision) const {
  const bool viewed = resource_->behavior != nullptr && resource_->behavior->to_view != nullptr;
  return !viewed && revision >= resource_->shaped_since && speaks(stored, api_version_);
}

Outcome<store::Bytes> Presenter::finished(Outcome<json::Value> converted_object) const {
  if (!converted_object) return refuse(std::move(converted_object.error()));
  json::Value& object = *converted_object;
  if (resource_->behavior != nullptr && resource_->behavior->to_view != nullptr) {
    resource_->behavior->to_view(object);
    object.get_object()["apiVersion"] = api_version_;
  }
  if (version_.structure && resource_->custom()) {
    schema::prune(object, *version_.structure, schema::Root::Resource);
    schema::fill_defaults(object, *version_.structure);
  }
  return shared(to_wire(object));
}

Outcome<store::Bytes> Presenter::object(const store::Bytes& stored,
                                        store::Revision revision) const {
  if (stored_as_asked(*stored, revision)) return stored;
  auto value = from_stored(*stored);
  if (!value) return refuse(internal(value.error().detail));
  return finished(converted(std::move(*value), *resource_, version_));
}

std::vector<Outcome<store::Bytes>> Presenter::objects(std::span<const store::Item> items) const {
  std::vector<Outcome<store::Bytes>> wholes(items.size());
  std::vector<std::size_t> places;
  std::vector<json::Value> values;
  std::size_t bytes = 0;
  const auto review = [&] {
    auto done = converted_each(std::exchange(values, {}), *resource_, version_);
    for (std::size_t i = 0; i < places.size(); ++i)
      wholes[places[i]] = finished(std::move(done[i]));
    places.clear();
    bytes = 0;
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const store::Item& item = items[i];
    if (!blocks() || stored_as_asked(*item.value, item.revision)) {
      wholes[i] = object(item.value, item.revision);
      continue;
    }
    auto value = from_stored(*item.value);
    if (!value) {
      wholes[i] = refuse(internal(value.error().detail));
      continue;
    }
    if (values.size() == review_objects_max || bytes + item.value->size() > review_bytes_max) {
      review();
    }
    places.push_back(i);
    values.push_back(std::move(*value));
    bytes += item.value->size();
  }
  review();
  return wholes;
}

std::string Presenter::row(std::string_view whole) const {
  std::string text =
      format(R"({{"cells":{})", table_cells(*resource_, version_, whole, clock_.now()));
  text += ",\"object\":";
  switch (include_) {
    case IncludeObject::None:
      text += "null";
      break;
    case IncludeObject::Object:
      text += whole;
      break;
    case IncludeObject::Metadata:
      text += partial_metadata(whole, form_.table_version);
      break;
  }
  return text + "}";
}

std::string Presenter::table_head(const ListMetadata& about, Headers headers) const {
  std::string out =
      format(R"({{"kind":"Table","apiVersion":"meta.k8s.io/{}","metadata":)", form_.table_version);
  append_list_metadata(out, about, form_.shape);
  out += ",\"columnDefinitions\":";
  out += headers == Headers::Wanted ? column_definitions(version_) : "[]";
  return out + ",\"rows\":[";
}

store::Bytes Presenter::shaped(const store::Bytes& whole, store::Revision revision,
                               Headers headers) const {
  switch (form_.shape) {
    case Form::Shape::Object:
      break;
    case Form::Shape::Table:
      return shared(table_head({.revision = revision}, headers) + row(*whole) + "]}");
    case Form::Shape::Metadata:
      return shared(partial_metadata(*whole, form_.table_version));
  }
  return whole;
}

Outcome<store::Bytes> Presenter::one(const store::Bytes& stored, store::Revision revision,
                                     Headers headers) const {
  const auto whole = object(stored, revision);
  if (!whole) return refuse(whole.error());
  return shaped(*whole, revision, headers);
}

Presenter::Frame Presenter::frame(const ListMetadata& about) const {
  if (form_.shape == Form::Shape::Table) {
    return {.head = table_head(about, Headers::Wanted), .tail = "]}"};
  }
  const bool metadata = form_.shape == Form::Shape::Metadata;
  std::string tail = format(R"(],"kind":"{}","metadata":)",
                            metadata ? "PartialObjectMetadataList" : resource_->list_kind);
  append_list_metadata(tail, about, form_.shape);
  return {.head = metadata
                      ? format(R"({{"apiVersion":"meta.k8s.io/{}","items":[)", form_.table_version)
                      : format(R"({{"apiVersion":"{}","items":[)", api_version_),
          .tail = std::move(tail) + "}"};
}

store::Bytes Presenter::element(const store::Bytes& whole, store::Revision revision) const {
  return form_.shape == Form::Shape::Table ? shared(row(*whole)) : shaped(whole, revision);
}

}  // namespace telltale::server
