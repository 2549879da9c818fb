// SPDX-License-Identifier: Apache-2.0
#include "server/crds/check_crd.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "json/print.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using Texts = std::vector<std::string>;
using json::Value;

constexpr Instant prepared_at{std::chrono::seconds{1'800'000'000}};

Value gadgets_crd() {
  return from_json(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"gadgets.ref.example.com"},
    "spec":{"group":"ref.example.com","scope":"Namespaced",
      "names":{"plural":"gadgets","kind":"Gadget","shortNames":["gd"],"categories":["all"]},
      "versions":[{"name":"v1","served":true,"storage":true,
        "schema":{"openAPIV3Schema":{"type":"object","properties":{
          "spec":{"type":"object","properties":{"size":{"type":"integer"}}},
          "status":{"type":"object","properties":{"size":{"type":"integer"}}}}}},
        "subresources":{"status":{},"scale":{"specReplicasPath":".spec.size",
          "statusReplicasPath":".status.size"}},
        "additionalPrinterColumns":[
          {"name":"Size","type":"integer","jsonPath":".spec.size"}]}]}})");
}

Value& part_at(Value& value, const char* pointer) { return value.at_pointer(pointer); }

Texts texts(const schema::FieldErrors& field_errors) {
  Texts out;
  for (const auto& field_error : field_errors) out.push_back(to_text(field_error));
  return out;
}

// A calm definition with one bend.
Texts wrong(const std::function<void(Value&)>& bend, const Value* old = nullptr) {
  Value crd = gadgets_crd();
  bend(crd);
  return texts(prepare_crd(crd, old, prepared_at, {}));
}

Value established() {
  Value crd = gadgets_crd();
  check(prepare_crd(crd, nullptr, prepared_at, {}).empty(), "gadgets are fine");
  return crd;
}

TEST(CheckCrd, AGoodOneIsFilledIn) {
  const Value crd = established();
  EXPECT_EQ(json::print(crd.at_pointer("/spec/names")),
            R"({"categories":["all"],"kind":"Gadget","listKind":"GadgetList","plural":"gadgets",)"
            R"("shortNames":["gd"],"singular":"gadget"})");
  EXPECT_EQ(json::print(crd.at_pointer("/spec/conversion")), R"({"strategy":"None"})");
  EXPECT_EQ(json::print(crd.at_pointer("/status")),
            R"({"acceptedNames":{"categories":["all"],"kind":"Gadget","listKind":"GadgetList",)"
            R"("plural":"gadgets","shortNames":["gd"],"singular":"gadget"},"conditions":[)"
            R"({"lastTransitionTime":"2027-01-15T08:00:00Z","message":"no conflicts found",)"
            R"("reason":"NoConflicts","status":"True","type":"NamesAccepted"},)"
            R"({"lastTransitionTime":"2027-01-15T08:00:00Z",)"
            R"("message":"the initial names have been accepted","reason":"InitialNamesAccepted",)"
            R"("status":"True","type":"Established"}],"storedVersions":["v1"]})");
  EXPECT_TRUE(is_established(crd));
}

TEST(CheckCrd, IsNamedAfterPluralAndGroup) {
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/metadata/name") = "x.ref.example.com"; }),
            Texts{"metadata.name: Invalid value: \"x.ref.example.com\": must be "
                  "spec.names.plural+\".\"+spec.group"});
}

TEST(CheckCrd, GroupAndScope) {
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/scope") = "Global"; }),
            Texts{"spec.scope: Unsupported value: \"Global\": supported values: \"Cluster\", "
                  "\"Namespaced\""});
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec").get_object().erase("scope"); }),
            Texts{"spec.scope: Required value"});
  EXPECT_EQ(wrong([](Value& crd) {
              part_at(crd, "/spec/group") = "ref";
              part_at(crd, "/metadata/name") = "gadgets.ref";
            }),
            Texts{"spec.group: Invalid value: \"ref\": should be a domain with at least one dot"});
}

TEST(CheckCrd, NamesAreLabels) {
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/names/shortNames/0") = "G_D"; }).size(), 1U);
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/names/kind") = "Gad.get"; }).size(), 3U)
      << "the kind, and what is made of it";
  EXPECT_EQ(
      wrong([](Value& crd) { part_at(crd, "/spec/names").get_object()["listKind"] = "Gadget"; }),
      Texts{"spec.names.listKind: Invalid value: \"Gadget\": kind and listKind may not be the "
            "same"});
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/names").get_object().erase("kind"); }),
            (Texts{"spec.names.singular: Required value", "spec.names.kind: Required value",
                   "spec.names.listKind: Required value"}));
}

TEST(CheckCrd, ExactlyOneVersionIsStored) {
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/versions/0/storage") = false; }),
            Texts{"spec.versions: Invalid value: [\"v1\"]: must have exactly one version marked as "
                  "storage version"});
  EXPECT_EQ(wrong([](Value& crd) {
              auto& versions = part_at(crd, "/spec/versions").get_array();
              Value copy = versions[0];
              copy.get_object()["storage"] = false;
              versions.push_back(copy);
            }),
            Texts{"spec.versions: Invalid value: [\"v1\",\"v1\"]: must contain unique version "
                  "names"});
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec").get_object().erase("versions"); }).size(),
            1U);
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/versions/0/name") = "V1"; }).size(), 1U);
}

TEST(CheckCrd, EveryVersionHasAGoodSchema) {
  EXPECT_EQ(
      wrong([](Value& crd) { part_at(crd, "/spec/versions/0").get_object().erase("schema"); }),
      Texts{"spec.versions[0].schema.openAPIV3Schema: Required value"});
  EXPECT_EQ(wrong([](Value& crd) {
              part_at(crd, "/spec/versions/0/schema/openAPIV3Schema/properties/spec")
                  .get_object()
                  .erase("type");
            }),
            Texts{"spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: "
                  "must not be empty for specified object fields"});
  EXPECT_EQ(wrong([](Value& crd) {
              part_at(crd, "/spec/versions/0/schema/openAPIV3Schema").get_object()["oneOf"] =
                  json::ValueList{json::ValueMap()};
            }).size(),
            1U)
      << "a root with a status subresource says nothing about the whole";
}

TEST(CheckCrd, ColumnsAndScale) {
  const char* column = "/spec/versions/0/additionalPrinterColumns/0";
  EXPECT_EQ(
      wrong([&](Value& crd) { part_at(crd, column).get_object()["type"] = "text"; }),
      Texts{"spec.versions[0].additionalPrinterColumns[0].type: Invalid value: \"text\": must "
            "be one of boolean,date,integer,number,string"});
  EXPECT_EQ(wrong([&](Value& crd) { part_at(crd, column).get_object()["jsonPath"] = "spec.size"; }),
            Texts{"spec.versions[0].additionalPrinterColumns[0].JSONPath: Invalid value: "
                  "\"spec.size\": must be a simple json path starting with ."});
  EXPECT_EQ(wrong([&](Value& crd) { part_at(crd, column).get_object().clear(); }).size(), 3U);
  const char* scale = "/spec/versions/0/subresources/scale";
  EXPECT_EQ(wrong([&](Value& crd) {
              part_at(crd, scale).get_object()["specReplicasPath"] = ".status.a";
            }),
            Texts{"spec.versions[0].subresources.scale.specReplicasPath: Invalid value: "
                  "\".status.a\": should be a json path under .spec"});
  EXPECT_EQ(wrong([&](Value& crd) { part_at(crd, scale).get_object().clear(); }).size(), 2U);
}

TEST(CheckCrd, Deprecation) {
  EXPECT_EQ(
      wrong([](Value& crd) {
        part_at(crd, "/spec/versions/0").get_object()["deprecationWarning"] = "old";
      }),
      Texts{"spec.versions[0].deprecationWarning: Invalid value: \"old\": can only be set for "
            "deprecated versions"});
}

TEST(CheckCrd, Conversion) {
  const auto with = [](std::string_view conversion) {
    return wrong([&](Value& crd) {
      part_at(crd, "/spec").get_object()["conversion"] = from_json(conversion);
    });
  };
  EXPECT_EQ(with(R"({"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://h/p"},
                     "conversionReviewVersions":["v1"]}})"),
            Texts{});
  EXPECT_EQ(with(R"({"strategy":"Webhook"})"),
            (Texts{"spec.conversion.webhookClientConfig: Required value: required when strategy is "
                   "set to Webhook",
                   "spec.conversion.conversionReviewVersions: Required value"}));
  EXPECT_EQ(with(R"({"strategy":"Magic"})"),
            Texts{"spec.conversion.strategy: Unsupported value: \"Magic\": supported values: "
                  "\"None\", \"Webhook\""});
  EXPECT_EQ(with(R"({"strategy":"Webhook","webhook":{"clientConfig":{"url":"http://h"},
                     "conversionReviewVersions":["v1","v1"]}})")
                .size(),
            2U);
  EXPECT_EQ(with(R"({"strategy":"Webhook","webhook":{"clientConfig":{"service":{"name":"a",
                     "path":"x"}},"conversionReviewVersions":["v3"]}})")
                .size(),
            3U);
  EXPECT_EQ(with(R"({"strategy":"None","webhook":{"conversionReviewVersions":["v1"]}})").size(),
            1U);
}

TEST(CheckCrd, UpdatesMayNotMoveTheResource) {
  const Value old = established();
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/scope") = "Cluster"; }, &old),
            Texts{"spec.scope: Invalid value: \"Cluster\": field is immutable"});
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/names/kind") = "Gizmo"; }, &old),
            Texts{"spec.names.kind: Invalid value: \"Gizmo\": field is immutable"});
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/group") = "other.example.com"; }, &old),
            Texts{"spec.group: Invalid value: \"other.example.com\": field is immutable"});
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/names/plural") = "things"; }, &old).size(),
            1U);
}

TEST(CheckCrd, StoredVersionsMayNotGo) {
  const Value old = established();
  EXPECT_EQ(wrong([](Value& crd) { part_at(crd, "/spec/versions/0/name") = "v2"; }, &old),
            Texts{"status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 "
                  "was previously a storage version, and must remain in spec.versions until a "
                  "storage migration ensures no data remains persisted in v1 and removes v1 from "
                  "status.storedVersions"});
  Value crd = established();
  part_at(crd, "/status/storedVersions") = json::ValueList();
  EXPECT_EQ(check_crd_status(crd).size(), 1U);
}

TEST(CheckCrd, ANewStorageVersionIsAdded) {
  const Value old = established();
  Value crd = gadgets_crd();
  auto& versions = part_at(crd, "/spec/versions").get_array();
  Value second = versions[0];
  second.get_object()["name"] = "v2";
  versions[0].get_object()["storage"] = false;
  versions.push_back(second);
  EXPECT_EQ(texts(prepare_crd(crd, &old, prepared_at, {})), Texts{});
  EXPECT_EQ(json::print(part_at(crd, "/status/storedVersions")), R"(["v1","v2"])");
}

TEST(CheckCrd, UnknownFieldsAreNotPreservedForGood) {
  EXPECT_EQ(wrong([](Value& crd) {
              part_at(crd, "/spec").get_object()["preserveUnknownFields"] = true;
            }).size(),
            1U);
}

TEST(CheckCrd, ProtectedGroupsNeedApproval) {
  const auto in_group = [](std::string_view annotation) {
    return wrong([&](Value& crd) {
      part_at(crd, "/spec/group") = "x.k8s.io";
      part_at(crd, "/metadata/name") = "gadgets.x.k8s.io";
      part_at(crd, "/metadata").get_object()["annotations"] =
          Value{{"api-approved.kubernetes.io", annotation}};
    });
  };
  EXPECT_EQ(in_group("https://example.com/pull/1"), Texts{});
  EXPECT_EQ(in_group("unapproved, a test"), Texts{});
  EXPECT_EQ(in_group("please").size(), 1U);
  const Texts missing = in_group("");
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_TRUE(missing[0].starts_with(
      "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups"));
}

TEST(CheckCrd, SaysWhatHasNoEffectHere) {
  Value crd = gadgets_crd();
  EXPECT_EQ(crd_warnings(crd), Texts{});
  part_at(crd, "/spec/versions/0/schema/openAPIV3Schema/properties/spec")
      .get_object()["x-kubernetes-validations"] = from_json(R"([{"rule":"self.size > 0"}])");
  EXPECT_EQ(crd_warnings(crd),
            Texts{"spec.versions[0].schema.openAPIV3Schema: x-kubernetes-validations are not "
                  "enforced by this server"});
}

TEST(CheckCrd, SelectableFieldsAreSimpleAndFew) {
  const auto with = [](std::string_view fields) {
    return wrong([&](Value& crd) {
      part_at(crd, "/spec/versions/0").get_object()["selectableFields"] = from_json(fields);
    });
  };
  EXPECT_EQ(with(R"([{"jsonPath":".spec.size"}])"), Texts{});
  EXPECT_EQ(with(R"([{}])"),
            Texts{"spec.versions[0].selectableFields[0].jsonPath: Required value"});
  for (const char* path : {".spec.nobody", "spec.size", ".spec", ".metadata.labels", ".spec[0]"}) {
    EXPECT_EQ(with(format(R"([{{"jsonPath":"{}"}}])", path)).size(), 1U) << path;
  }
  EXPECT_EQ(
      with(R"([{"jsonPath":".spec.size"},{"jsonPath":".spec.size"}])"),
      Texts{"spec.versions[0].selectableFields[1].jsonPath: Duplicate value: \".spec.size\""});
}

TEST(CheckCrd, UnknownWordsOfSchemasArePruned) {
  Value crd = gadgets_crd();
  part_at(crd, "/spec/versions/0/schema/openAPIV3Schema").get_object()["readOnly"] = true;
  EXPECT_EQ(prune_crd_schemas(crd), Texts{"spec.versions[0].schema.openAPIV3Schema.readOnly"});
  EXPECT_EQ(json::print(crd), json::print(gadgets_crd()));
}

TEST(CheckCrd, RubbishIsRefusedNotFallenOver) {
  for (const char* text : {"{}", R"({"spec":5})", R"({"spec":{"names":[],"versions":[1,{}]}})",
                           R"({"spec":{"versions":{},"conversion":7}})", "[]", "null"}) {
    Value crd = from_json(text);
    EXPECT_FALSE(prepare_crd(crd, nullptr, prepared_at, {}).empty()) << text;
    prune_crd_schemas(crd);
    crd_warnings(crd);
  }
}

}  // namespace
}  // namespace telltale::server
