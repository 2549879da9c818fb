// SPDX-License-Identifier: Apache-2.0
#include "server/presenter.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/writer.h"
#include "json/yaml_document.h"
#include "schema/shape.h"
#include "server/conversion.h"
#include "server/nesting.h"
#include "server/stored.h"
#include "server/table.h"

namespace telltale::server {
namespace {

// How many objects are held in the version asked for at once, and how long the page of a list may
// take for webhooks that answer, but slowly.
constexpr std::size_t page_step = 500;
constexpr std::chrono::seconds page_time_max{60};

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
  const bool viewed = resource_->habits != nullptr && resource_->habits->to_view != nullptr;
  return !viewed && revision >= resource_->shaped_since && speaks(stored, api_version_);
}

Outcome<store::Bytes> Presenter::finished(Outcome<json::Value> converted_object) const {
  if (!converted_object) return refuse(std::move(converted_object.error()));
  json::Value& object = *converted_object;
  if (resource_->habits != nullptr && resource_->habits->to_view != nullptr) {
    resource_->habits->to_view(object);
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

template <class Tell>
Outcome<void> Presenter::each_whole(std::span<const store::Item> items, Tell tell) const {
  const auto began = clock_.elapsed();
  for (std::size_t start = 0; start < items.size(); start += page_step) {
    const auto some = items.subspan(start, std::min(page_step, items.size() - start));
    if (clock_.elapsed() - began > page_time_max) {
      return refuse(unavailable("the objects could not be converted in time; ask for fewer"));
    }
    const auto wholes = objects(some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (!wholes[i]) return refuse(wholes[i].error());
      tell(*wholes[i], some[i].revision);
    }
  }
  return {};
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

Outcome<std::string> Presenter::table(std::span<const store::Item> items,
                                      const ListMetadata& about) const {
  std::string out = table_head(about, Headers::Wanted);
  bool first = true;
  const auto told = each_whole(items, [&](const store::Bytes& whole, store::Revision) {
    if (!std::exchange(first, false)) out += ',';
    out += row(*whole);
  });
  if (!told) return refuse(told.error());
  return out + "]}";
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

Outcome<std::vector<store::Bytes>> Presenter::list(std::span<const store::Item> items,
                                                   const ListMetadata& about) const {
  if (form_.shape == Form::Shape::Table) {
    auto whole = table(items, about);
    if (!whole) return refuse(whole.error());
    return std::vector{shared(std::move(*whole))};
  }
  const bool metadata = form_.shape == Form::Shape::Metadata;
  const store::Bytes comma = shared(",");
  std::vector<store::Bytes> pieces;
  pieces.reserve(2 * items.size() + 2);
  pieces.push_back(
      shared(metadata ? format(R"({{"apiVersion":"meta.k8s.io/{}","items":[)", form_.table_version)
                      : format(R"({{"apiVersion":"{}","items":[)", api_version_)));
  const auto told = each_whole(items, [&](const store::Bytes& whole, store::Revision revision) {
    if (pieces.size() > 1) pieces.push_back(comma);
    pieces.push_back(shaped(whole, revision));
  });
  if (!told) return refuse(told.error());
  std::string end = format(R"(],"kind":"{}","metadata":)",
                           metadata ? "PartialObjectMetadataList" : resource_->list_kind);
  append_list_metadata(end, about, form_.shape);
  pieces.push_back(shared(std::move(end) + "}"));
  return pieces;
}

}  // namespace telltale::server
