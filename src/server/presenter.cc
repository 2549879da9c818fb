// SPDX-License-Identifier: Apache-2.0
#include "server/presenter.h"

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/writer.h"
#include "json/yaml_document.h"
#include "schema/shape.h"
#include "server/conversion.h"
#include "server/stored.h"
#include "server/table.h"

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
  const auto value = json::parse(json_text);
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

Outcome<store::Bytes> Presenter::object(const store::Bytes& stored,
                                        store::Revision revision) const {
  if (stored_as_asked(*stored, revision)) return stored;
  auto value = from_stored(*stored);
  if (!value) return refuse(internal(value.error().detail));
  auto object = converted(std::move(*value), *resource_, version_);
  if (!object) return refuse(object.error());
  if (resource_->habits != nullptr && resource_->habits->to_view != nullptr) {
    resource_->habits->to_view(*object);
    object->get_object()["apiVersion"] = api_version_;
  }
  if (version_.structure && resource_->custom()) {
    schema::prune(*object, *version_.structure, schema::Root::Resource);
    schema::fill_defaults(*object, *version_.structure);
  }
  return shared(to_wire(*object));
}

Outcome<std::string> Presenter::row(const store::Bytes& stored, store::Revision revision) const {
  auto whole = object(stored, revision);
  if (!whole) return refuse(whole.error());
  std::string text =
      format(R"({{"cells":{})", table_cells(*resource_, version_, **whole, clock_.now()));
  text += ",\"object\":";
  switch (include_) {
    case IncludeObject::None:
      text += "null";
      break;
    case IncludeObject::Object:
      text += **whole;
      break;
    case IncludeObject::Metadata:
      text += partial_metadata(**whole, form_.table_version);
      break;
  }
  return text + "}";
}

Outcome<std::string> Presenter::table(std::span<const store::Item> items, const ListMetadata& about,
                                      Headers headers) const {
  std::string out =
      format(R"({{"kind":"Table","apiVersion":"meta.k8s.io/{}","metadata":)", form_.table_version);
  append_list_metadata(out, about, form_.shape);
  out += ",\"columnDefinitions\":";
  out += headers == Headers::Wanted ? column_definitions(version_) : "[]";
  out += ",\"rows\":[";
  for (const store::Item& item : items) {
    auto text = row(item.value, item.revision);
    if (!text) return refuse(text.error());
    if (&item != items.data()) out += ',';
    out += *text;
  }
  return out + "]}";
}

Outcome<store::Bytes> Presenter::one(const store::Bytes& stored, store::Revision revision,
                                     Headers headers) const {
  if (form_.shape == Form::Shape::Object) return object(stored, revision);
  if (form_.shape == Form::Shape::Table) {
    const store::Item item{.key = {}, .value = stored, .revision = revision};
    auto text = table({&item, 1}, {.revision = revision}, headers);
    if (!text) return refuse(text.error());
    return shared(std::move(*text));
  }
  auto whole = object(stored, revision);
  if (!whole) return refuse(whole.error());
  return shared(partial_metadata(**whole, form_.table_version));
}

Outcome<std::vector<store::Bytes>> Presenter::list(std::span<const store::Item> items,
                                                   const ListMetadata& about) const {
  if (form_.shape == Form::Shape::Table) {
    auto whole = table(items, about, Headers::Wanted);
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
  for (const store::Item& item : items) {
    auto text = one(item.value, item.revision);
    if (!text) return refuse(text.error());
    if (&item != items.data()) pieces.push_back(comma);
    pieces.push_back(std::move(*text));
  }
  std::string end = format(R"(],"kind":"{}","metadata":)",
                           metadata ? "PartialObjectMetadataList" : resource_->list_kind);
  append_list_metadata(end, about, form_.shape);
  pieces.push_back(shared(std::move(end) + "}"));
  return pieces;
}

}  // namespace telltale::server
