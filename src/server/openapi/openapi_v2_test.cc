// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/openapi_v2.h"

#include <bit>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "json/print.h"
#include "server/kinds/words_for_test.h"
#include "server/openapi/references_for_test.h"
#include "server/openapi/registry_for_test.h"
#include "server/proto/wire.h"

namespace telltale::server {
namespace {

using openapi::collect_references;
using openapi::small_registry;

// One protobuf message: its fields by number, each as often as it came.
std::multimap<std::uint32_t, WireField> fields_of(std::string_view bytes) {
  std::multimap<std::uint32_t, WireField> fields;
  WireReader reader(bytes);
  for (;;) {
    const auto field = reader.next();
    if (!field) ADD_FAILURE() << "not a message";
    if (!field || !*field) return fields;
    fields.emplace((*field)->number, **field);
  }
}

std::string_view bytes_at(std::string_view message, std::initializer_list<std::uint32_t> path) {
  for (const std::uint32_t number : path) {
    const auto fields = fields_of(message);
    const auto found = fields.find(number);
    if (found == fields.end()) return {};
    message = found->second.bytes;
  }
  return message;
}

// Of a list of Named{name = 1, value = 2}.
std::map<std::string_view, std::string_view> named_at(std::string_view message,
                                                      std::uint32_t number) {
  std::map<std::string_view, std::string_view> named;
  const auto fields = fields_of(message);
  const auto [first, last] = fields.equal_range(number);
  for (auto field = first; field != last; ++field) {
    named.emplace(bytes_at(field->second.bytes, {1}), bytes_at(field->second.bytes, {2}));
  }
  return named;
}

struct Decoded {
  std::string bytes = openapi_v2_protobuf(*small_registry());
  std::map<std::string_view, std::string_view> paths = named_at(bytes_at(bytes, {8}), 2);
  std::map<std::string_view, std::string_view> definitions = named_at(bytes_at(bytes, {9}), 1);

  json::Value extension(std::string_view message, std::uint32_t number,
                        std::string_view name) const {
    return from_json(bytes_at(named_at(message, number).at(name), {2}));
  }
};

TEST(OpenApiV2, HoldsEveryServedVersionInOneDocument) {
  const json::Value document = openapi_v2(*small_registry());
  EXPECT_EQ(document.at("swagger"), json::Value("2.0"));
  const json::ValueMap& definitions = document.at("definitions").get_object();
  for (const char* name :
       {"com.example.ref.v1.Gadget", "com.example.ref.v1beta1.GadgetList",
        "io.k8s.api.core.v1.ConfigMap", "org.example.a.v2.Widget",
        "io.k8s.apimachinery.pkg.apis.meta.v1.Status", "io.k8s.api.autoscaling.v1.Scale"}) {
    EXPECT_TRUE(definitions.contains(name)) << name;
  }
  EXPECT_FALSE(definitions.contains("com.example.ref.v1alpha1.Gadget"));
}

TEST(OpenApiV2, RefersOnlyToWhatIsInTheDocument) {
  const json::Value document = openapi_v2(*small_registry());
  std::set<std::string> references;
  collect_references(document, references);
  EXPECT_FALSE(references.empty());
  for (const std::string& reference : references) {
    const std::string_view prefix = "#/definitions/";
    ASSERT_TRUE(reference.starts_with(prefix)) << reference;
    EXPECT_TRUE(document.at("definitions")
                    .get_object()
                    .contains(std::string_view(reference).substr(prefix.size())))
        << reference;
  }
}

TEST(OpenApiV2, HasBodyAndQueryParametersSideBySide) {
  const json::Value document = openapi_v2(*small_registry());
  const json::Value& parameters = document.at("paths")
                                      .at("/api/v1/namespaces/{namespace}/configmaps")
                                      .at("post")
                                      .at("parameters");
  EXPECT_EQ(parameters.at(0), from_json(R"({"in": "body", "name": "body", "required": true,
      "schema": {"$ref": "#/definitions/io.k8s.api.core.v1.ConfigMap"}})"));
  EXPECT_EQ(parameters.at(1).at("in"), json::Value("query"));
}

TEST(OpenApiV2, ProtobufHoldsTheSamePathsAndDefinitions) {
  const Decoded decoded;
  EXPECT_EQ(bytes_at(decoded.bytes, {1}), "2.0");
  const json::Value document = openapi_v2(*small_registry());
  EXPECT_EQ(decoded.paths.size(), document.at("paths").get_object().size());
  EXPECT_EQ(decoded.definitions.size(), document.at("definitions").get_object().size());
}

TEST(OpenApiV2, ProtobufTellsThatAPatchKnowsDryRun) {
  const Decoded decoded;
  const std::string_view patch = bytes_at(
      decoded.paths.at("/apis/ref.example.com/v1/namespaces/{namespace}/gadgets/{name}"), {8});
  EXPECT_EQ(decoded.extension(patch, 13, "x-kubernetes-group-version-kind"),
            from_json(R"({"group": "ref.example.com", "version": "v1", "kind": "Gadget"})"));
  std::set<std::string_view> names;
  const auto fields = fields_of(patch);
  const auto [first, last] = fields.equal_range(8);
  for (auto field = first; field != last; ++field) {
    // ParametersItem.parameter, .non_body_parameter, .query_parameter_sub_schema, .name
    names.insert(bytes_at(field->second.bytes, {1, 2, 3, 4}));
  }
  EXPECT_TRUE(names.contains("dryRun"));
  EXPECT_TRUE(names.contains("fieldValidation"));
}

TEST(OpenApiV2, ProtobufHoldsSchemas) {
  const Decoded decoded;
  const std::string_view gadget = decoded.definitions.at("com.example.ref.v1.Gadget");
  EXPECT_EQ(bytes_at(gadget, {4}), "A gadget.");
  EXPECT_EQ(bytes_at(gadget, {22, 1}), "object");
  EXPECT_EQ(bytes_at(gadget, {19}), "spec");
  EXPECT_EQ(decoded.extension(gadget, 31, "x-kubernetes-group-version-kind"),
            from_json(R"([{"group": "ref.example.com", "version": "v1", "kind": "Gadget"}])"));
  const auto fields = named_at(bytes_at(gadget, {25}), 1);
  EXPECT_EQ(bytes_at(fields.at("metadata"), {1}),
            "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  const auto spec = named_at(bytes_at(fields.at("spec"), {25}), 1);
  EXPECT_EQ(bytes_at(spec.at("tags"), {23, 1, 22, 1}), "string");
  EXPECT_EQ(bytes_at(spec.at("color"), {5, 2}), "\"blue\"");
  EXPECT_EQ(fields_of(spec.at("color")).count(20), 2U);
  const auto size = fields_of(spec.at("size"));
  ASSERT_EQ(size.count(7), 1U);
  EXPECT_EQ(size.find(7)->second.value, std::bit_cast<std::uint64_t>(100.0));
  EXPECT_EQ(bytes_at(fields.at("status"), {21, 1, 22, 1}), "string");
}

TEST(OpenApiV2, ProtobufTellsThatAnArrayHasItemsEvenWhenNothingIsKnownOfThem) {
  const std::string bytes = openapi_v2_protobuf(
      *openapi::registry_of({openapi::gadgets(R"({"type": "object", "properties": {
          "list": {"type": "array"}}})")}));
  const auto definitions = named_at(bytes_at(bytes, {9}), 1);
  const auto fields = named_at(bytes_at(definitions.at("com.example.ref.v1.Gadget"), {25}), 1);
  const auto items = fields_of(bytes_at(fields.at("list"), {23}));
  EXPECT_EQ(items.count(1), 1U);
}

TEST(OpenApiV2, IsTheSameBytesEveryTime) {
  EXPECT_EQ(openapi_v2_protobuf(*small_registry()), openapi_v2_protobuf(*small_registry()));
}

TEST(OpenApiV2, SurvivesOddSchemas) {
  for (const char* odd :
       {"7", "null", R"({"type": "object", "properties": {"a": 5, "b": {"type": "array",
        "items": "x"}, "c": {"type": "string", "enum": 3, "maxLength": "long", "maximum": "big",
        "default": null, "pattern": 1}}, "required": {"a": 1}})"}) {
    const auto registry = small_registry(odd);
    const std::string bytes = openapi_v2_protobuf(*registry);
    EXPECT_EQ(named_at(bytes_at(bytes, {9}), 1).count("com.example.ref.v1.Gadget"), 1U) << odd;
  }
}

}  // namespace
}  // namespace telltale::server
