// SPDX-License-Identifier: Apache-2.0
#include "convert/conversion.h"

#include <utility>

#include "base/text.h"
#include "convert/merge.h"
#include "convert/move.h"
#include "convert/spelling.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "json/print.h"
#include "kube/object.h"

namespace telltale::convert {
namespace {

constexpr std::string_view version_text(Version version) {
  return version == Version::V1Beta1 ? "v1beta1" : "v1beta2";
}

json::Value without_metadata(const json::Value& object) {
  json::Value copy = object;
  copy.get_object().erase("metadata");
  return copy;
}

// An annotation's name has dots in it, so it is no path.
json::ValueMap* annotations_of(json::Value& object) {
  return find_map(object, "metadata.annotations");
}

const json::Value* annotation(const json::Value& object, std::string_view name) {
  const json::Value* annotations = find(object, "metadata.annotations");
  const json::ValueMap* map = annotations == nullptr ? nullptr : annotations->if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

void erase_annotation(json::Value& object, std::string_view name) {
  json::ValueMap* annotations = annotations_of(object);
  if (annotations == nullptr) return;
  annotations->erase(name);
  if (annotations->empty()) find_map(object, "metadata")->erase("annotations");
}

// One conversion of one object of a known kind.
class Converter {
 public:
  Converter(const KindFields& kind, DialectName dialect, Warnings& warnings)
      : kind_(kind), dialect_(dialect), warnings_(warnings) {}

  void go_up(json::Value& object) {
    const json::Value spoke = object;
    const std::optional<json::Value> remembered = recall(object, Version::V1Beta2);
    move_up(object, kind_, dialect_, warnings_);
    if (remembered) restore(object, *remembered, Version::V1Beta2);
    json::Value again = object;
    Warnings unheard;
    move_down(again, kind_, dialect_, unheard);
    if (!say_the_same(again, spoke, kind_, dialect_)) remember(object, spoke, spoke_annotation);
  }

  void go_down(json::Value& object) {
    const std::optional<json::Value> remembered = recall(object, Version::V1Beta1);
    const json::Value hub = object;
    Warnings unheard;
    move_down(object, kind_, dialect_, remembered ? unheard : warnings_);
    if (remembered) restore(object, *remembered, Version::V1Beta1);
    if (kind_.annotated == Annotated::Yes) remember(object, hub, hub_annotation);
  }

 private:
  // What the annotation says about the object in the version it is about to have.
  std::optional<json::Value> recall(json::Value& object, Version version) {
    const std::string_view name = version == Version::V1Beta2 ? hub_annotation : spoke_annotation;
    const json::Value* text = annotation(object, name);
    if (text == nullptr) return std::nullopt;
    Result<json::Value> remembered = read(*text, version);
    if (!remembered) {
      warnings_.push_back(
          format("the annotation {} was not used and stays: {}", name, remembered.error().detail));
      return std::nullopt;
    }
    erase_annotation(object, name);
    respell(*remembered, kind_.kind, version, dialect_);
    return std::move(*remembered);
  }

  Result<json::Value> read(const json::Value& text, Version version) const {
    if (!text.is_string()) return fail(Error::Kind::Invalid, "it is not a text");
    const json::ValueString& bytes = text.get_string();
    Result<json::Value> value = json::parse(bytes, {.bytes = annotation_bytes_max});
    if (!value) return fail(value.error());
    const std::string api_version = format("{}/{}", kind_.group, version_text(version));
    const bool is_ours = value->is_object() && text_at(*value, "apiVersion") == api_version &&
                         text_at(*value, "kind") == kind_.kind;
    if (is_ours) return value;
    return fail(Error::Kind::Invalid, format("it holds no {} of {}", kind_.kind, api_version));
  }

  void restore(json::Value& object, const json::Value& remembered, Version version) const {
    json::Value base = remembered;
    if (const json::Value* metadata = find(object, "metadata")) {
      base.get_object()["metadata"] = *metadata;
    }
    Warnings unheard;
    if (version == Version::V1Beta2) {
      move_down(base, kind_, dialect_, unheard);
      move_up(base, kind_, dialect_, unheard);
    } else {
      move_up(base, kind_, dialect_, unheard);
      move_down(base, kind_, dialect_, unheard);
    }
    json::Value theirs = remembered;
    json::ValueMap& map = theirs.get_object();
    map.erase("metadata");
    for (const std::string_view same : {"metadata", "apiVersion", "kind"}) {
      const json::Value* value = find(object, same);
      if (value == nullptr) continue;
      map[same] = *value;
      base.get_object()[same] = *value;
    }
    object = *merge({.base = &base, .ours = &object, .remembered = &theirs});
  }

  void remember(json::Value& object, const json::Value& other, std::string_view name) {
    std::string text = json::print(without_metadata(other));
    json::ValueMap& map = object.get_object();
    json::Value value = json::ValueString(text);
    const bool fits = text.size() <= annotation_bytes_max;
    json::Value& metadata = map["metadata"];
    if (metadata.is_null()) metadata = json::ValueMap();
    json::ValueMap* fields = metadata.if_object();
    if (fits && fields != nullptr) {
      json::Value& annotations = (*fields)["annotations"];
      if (annotations.is_null()) annotations = json::ValueMap();
      if (annotations.is_object()) {
        annotations.get_object()[name] = std::move(value);
        return;
      }
    }
    warnings_.push_back(format("the annotation {} was not written: {}; what {} cannot say is lost",
                               name, fits ? "metadata holds no annotations" : "it is too large",
                               name == hub_annotation ? "v1beta1" : "v1beta2"));
  }

  const KindFields& kind_;
  DialectName dialect_;
  Warnings& warnings_;
};

struct Subject {
  const KindFields* kind = nullptr;  // nothing: the same in every version
  Version version = Version::V1Beta2;
};

Result<Subject> recognise(const json::Value& object) {
  const std::string_view api_version = text_at(object, "apiVersion");
  const std::string_view kind = text_at(object, "kind");
  if (api_version.empty() || kind.empty()) {
    return fail(Error::Kind::Invalid, "expected an object with apiVersion and kind");
  }
  const KindFields* fields = find_kind_fields(group_of(api_version), kind);
  if (fields == nullptr) return Subject{};
  const std::string_view version = version_of(api_version);
  if (version == "v1beta1") return Subject{fields, Version::V1Beta1};
  if (version == "v1beta2") return Subject{fields, Version::V1Beta2};
  return fail(Error::Kind::Invalid,
              format("{} {} has version {}; expected v1beta1 or v1beta2", fields->kind,
                     printable(text_at(object, "metadata.name")), printable(version)));
}

// An object that shows no dialect may still remember one.
DialectName dialect_of(const json::Value& object, const Subject& subject) {
  const std::string_view kind = subject.kind->kind;
  if (const auto spoken = spoken_dialect(object, kind, subject.version)) return *spoken;
  const bool is_spoke = subject.version == Version::V1Beta1;
  const json::Value* text = annotation(object, is_spoke ? hub_annotation : spoke_annotation);
  if (text == nullptr || !text->is_string()) return DialectName::Proposal;
  const Result<json::Value> other =
      json::parse(text->get_string(), {.bytes = annotation_bytes_max});
  if (!other) return DialectName::Proposal;
  return spoken_dialect(*other, kind, is_spoke ? Version::V1Beta2 : Version::V1Beta1)
      .value_or(DialectName::Proposal);
}

void finish_removal(json::Value& object, const Subject& subject, DialectName dialect) {
  drop_compatibility(object, subject.kind->kind, dialect);
  erase_annotation(object, spoke_annotation);
}

}  // namespace

Result<Converted> convert_object(const json::Value& object, const Conversion& conversion) {
  const Result<Subject> subject = recognise(object);
  if (!subject) return fail(subject.error());
  Converted converted{.object = object};
  if (subject->kind == nullptr) return converted;

  const Version to = conversion.to == Stage::V1Beta1 ? Version::V1Beta1 : Version::V1Beta2;
  const DialectName dialect =
      conversion.dialect ? *conversion.dialect : dialect_of(object, *subject);
  const bool stays = to == subject->version;
  if (!stays || conversion.dialect) {
    respell(converted.object, subject->kind->kind, subject->version, dialect);
  }
  if (!stays) {
    Converter converter(*subject->kind, dialect, converted.warnings);
    to == Version::V1Beta2 ? converter.go_up(converted.object)
                           : converter.go_down(converted.object);
    converted.object.get_object()["apiVersion"] =
        json::ValueString(format("{}/{}", subject->kind->group, version_text(to)));
  }
  if (conversion.to == Stage::V1Beta2AfterRemoval) {
    finish_removal(converted.object, *subject, dialect);
  }
  return converted;
}

}  // namespace telltale::convert
