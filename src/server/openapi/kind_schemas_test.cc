// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/kind_schemas.h"

#include <gtest/gtest.h>

#include "json/print.h"
#include "server/kinds/words_for_test.h"
#include "server/openapi/registry_for_test.h"

namespace telltale::server::openapi {
namespace {

json::Value gadget(Dialect dialect) {
  const Resource resource = gadgets();
  return kind_schemas(resource, resource.versions.front(), dialect).at("com.example.ref.v1.Gadget");
}

json::Value published_text(std::string_view schema, Dialect dialect) {
  return published(from_json(schema), dialect);
}

TEST(OpenApiKinds, RefersToTheSharedMetadataWhateverTheSchemaSays) {
  EXPECT_EQ(gadget(Dialect::V3).at_pointer("/properties/metadata/allOf/0/$ref"),
            json::Value("#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"));
  EXPECT_EQ(gadget(Dialect::V2).at_pointer("/properties/metadata/$ref"),
            json::Value("#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"));
}

TEST(OpenApiKinds, NameTheirGroupVersionAndKindInAList) {
  EXPECT_EQ(gadget(Dialect::V3).at("x-kubernetes-group-version-kind"),
            from_json(R"([{"group": "ref.example.com", "version": "v1", "kind": "Gadget"}])"));
}

TEST(OpenApiKinds, HaveAListThatRefersToThem) {
  const Resource resource = gadgets();
  const json::ValueMap schemas = kind_schemas(resource, resource.versions.front(), Dialect::V3);
  const json::Value& list = schemas.at("com.example.ref.v1.GadgetList");
  EXPECT_EQ(list.at_pointer("/properties/items/items/$ref"),
            json::Value("#/components/schemas/com.example.ref.v1.Gadget"));
  EXPECT_EQ(list.at_pointer("/x-kubernetes-group-version-kind/0/kind"), json::Value("GadgetList"));
}

TEST(OpenApiKinds, HaveNoListWhenTheyAreNeverStored) {
  const Resource resource = reviews();
  EXPECT_EQ(kind_schemas(resource, resource.versions.front(), Dialect::V3).size(), 1U);
}

TEST(OpenApiKinds, KeepTheirSchemaInVersion3) {
  const json::Value schema = gadget(Dialect::V3);
  const json::Value given = from_json(gadget_schema);
  for (const char* field : {"size", "color", "port", "maybe", "free", "tags", "one"}) {
    const json::Value& fields = schema.at("properties").at("spec").at("properties");
    EXPECT_EQ(fields.at(field), given.at("properties").at("spec").at("properties").at(field));
  }
}

TEST(OpenApiKinds, TellWhatEveryEmbeddedResourceHas) {
  const json::Value schema = gadget(Dialect::V3);
  const json::Value& fields = schema.at_pointer("/properties/spec/properties/template/properties");
  EXPECT_TRUE(fields.get_object().contains("metadata"));
  EXPECT_TRUE(fields.get_object().contains("kind"));
  EXPECT_TRUE(fields.get_object().contains("spec"));
}

TEST(OpenApiKinds, SayNothingOfFieldsWithoutASchema) {
  const Resource resource = widgets();
  const json::ValueMap schemas = kind_schemas(resource, resource.versions.front(), Dialect::V2);
  EXPECT_FALSE(schemas.at("org.example.a.v2.Widget").get_object().contains("properties"));
}

TEST(OpenApiKinds, SayNothingOfFieldsInVersion2WhenAllAreAllowed) {
  const Resource resource = gadgets(R"({"type": "object", "description": "Any.",
      "x-kubernetes-preserve-unknown-fields": true,
      "properties": {"spec": {"type": "object"}}})");
  const Version& version = resource.versions.front();
  const json::ValueMap old = kind_schemas(resource, version, Dialect::V2);
  EXPECT_FALSE(old.at("com.example.ref.v1.Gadget").get_object().contains("properties"));
  EXPECT_EQ(old.at("com.example.ref.v1.Gadget").at("description"), json::Value("Any."));
  const json::ValueMap current = kind_schemas(resource, version, Dialect::V3);
  EXPECT_TRUE(
      current.at("com.example.ref.v1.Gadget").at("properties").get_object().contains("spec"));
}

TEST(OpenApiKinds, LoseInVersion2WhatSwaggerDoesNotKnow) {
  EXPECT_EQ(published_text(R"({"type": "string", "oneOf": [{"pattern": "^a"}], "anyOf": [],
                               "allOf": [], "not": {}, "$ref": "#/x", "title": "T"})",
                           Dialect::V2),
            from_json(R"({"type": "string", "title": "T"})"));
}

TEST(OpenApiKinds, SayLittleInVersion2WhereNullOrAnythingIsAllowed) {
  EXPECT_EQ(published_text(R"({"type": "object", "nullable": true, "description": "D",
                               "properties": {"a": {"type": "string"}}})",
                           Dialect::V2),
            from_json(R"({"description": "D"})"));
  EXPECT_EQ(published_text(R"({"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                               "properties": {"a": {"type": "string"}}})",
                           Dialect::V2),
            from_json(R"({"type": "object", "x-kubernetes-preserve-unknown-fields": true})"));
  EXPECT_EQ(published_text(R"({"x-kubernetes-preserve-unknown-fields": true})", Dialect::V2),
            from_json(R"({"x-kubernetes-preserve-unknown-fields": true})"));
  EXPECT_EQ(
      published_text(R"({"type": "string", "x-kubernetes-int-or-string": true})", Dialect::V2),
      from_json(R"({"x-kubernetes-int-or-string": true})"));
}

TEST(OpenApiKinds, TellTheItemsOfEveryArrayInVersion2) {
  EXPECT_EQ(published_text(R"({"type": "array"})", Dialect::V2),
            from_json(R"({"type": "array", "items": {}})"));
}

TEST(OpenApiKinds, AreAFreeMapInVersion2WithToldAndOtherFields) {
  EXPECT_EQ(published_text(R"({"type": "object", "properties": {"a": {"type": "string"}},
                               "additionalProperties": true})",
                           Dialect::V2),
            from_json(R"({"type": "object"})"));
}

TEST(OpenApiKinds, SurviveSchemasThatAreNone) {
  for (const char* odd :
       {"null", "5", "[]", R"({"type": 5})", R"({"type": ["string"]})", R"({"properties": []})",
        R"({"type": "object", "properties": {"a": null, "b": [], "c": {"items": 7}}})",
        R"({"type": "array", "items": [{}]})", R"({"type": "object", "required": 3})",
        R"({"x-kubernetes-embedded-resource": true, "properties": 1})",
        R"({"nullable": "yes", "additionalProperties": []})"}) {
    for (const Dialect dialect : {Dialect::V2, Dialect::V3}) {
      EXPECT_TRUE(published_text(odd, dialect).is_object()) << odd;
    }
    EXPECT_FALSE(tells_every_field(from_json(odd))) << odd;
  }
}

TEST(OpenApiKinds, EndInSilenceWhenASchemaIsTooDeep) {
  json::Value schema = from_json(R"({"type": "string", "description": "deepest"})");
  for (int level = 0; level < 1000; ++level) {
    schema = json::ValueMap{{"type", "array"}, {"items", std::move(schema)}};
  }
  for (const Dialect dialect : {Dialect::V2, Dialect::V3}) {
    EXPECT_EQ(json::print(published(schema, dialect)).find("deepest"), std::string::npos);
  }
}

TEST(OpenApiKinds, TellEveryFieldUnlessSomethingIsFree) {
  EXPECT_TRUE(tells_every_field(from_json(configmap_schema)));
  EXPECT_FALSE(tells_every_field(from_json(gadget_schema)));
  EXPECT_FALSE(tells_every_field(from_json(R"({"type": "object"})")));
  EXPECT_FALSE(tells_every_field(from_json(R"({"type": "object", "properties": {
      "spec": {"type": "array", "items": {"type": "object"}}}})")));
}

}  // namespace
}  // namespace telltale::server::openapi
