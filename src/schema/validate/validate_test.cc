// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "schema/shape.h"
#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

// What is wrong with `value` at spec.x, when spec.x has this schema.
Texts wrong(std::string_view schema, std::string_view value) {
  const json::Value openapi = value_of(format(
      R"({{"type":"object","properties":{{"spec":{{"type":"object","properties":{{"x":{}}}}}}}}})",
      schema));
  const json::Value object = value_of(format(R"({{"spec":{{"x":{}}}}})", value));
  return texts(validate(object, *compile(openapi), Root::Resource));
}

struct ValueCase {
  const char* schema;
  const char* value;
  const char* text;  // empty: nothing is wrong
};

void expect_cases(const std::vector<ValueCase>& cases) {
  for (const ValueCase& one : cases) {
    const Texts expected = *one.text == 0 ? Texts{} : Texts{one.text};
    EXPECT_EQ(wrong(one.schema, one.value), expected) << one.schema << " with " << one.value;
  }
}

TEST(Validate, Types) {
  const char* integer = R"({"type":"integer"})";
  expect_cases({
      {integer, "5", ""},
      {integer, "5.0", ""},
      {integer, "9007199254740993", ""},
      {integer, "5.5",
       R"(spec.x: Invalid value: "number": spec.x in body must be of type integer: "number")"},
      {integer, R"("x")",
       R"(spec.x: Invalid value: "string": spec.x in body must be of type integer: "string")"},
      {integer, "null",
       R"(spec.x: Invalid value: "null": spec.x in body must be of type integer: "null")"},
      {R"({"type":"integer","nullable":true})", "null", ""},
      {R"({"type":"number"})", "5", ""},
      {R"({"type":"number"})", "5.5", ""},
      {R"({"type":"number"})", "true",
       R"(spec.x: Invalid value: "boolean": spec.x in body must be of type number: "boolean")"},
      {R"({"type":"string"})", "5",
       R"(spec.x: Invalid value: "integer": spec.x in body must be of type string: "integer")"},
      {R"({"type":"boolean"})", "true", ""},
      {R"({"type":"boolean"})", R"("true")",
       R"(spec.x: Invalid value: "string": spec.x in body must be of type boolean: "string")"},
      {R"({"type":"array","items":{}})", "{}",
       R"(spec.x: Invalid value: "object": spec.x in body must be of type array: "object")"},
      {R"({"type":"object"})", "[]",
       R"(spec.x: Invalid value: "array": spec.x in body must be of type object: "array")"},
      {R"({"x-kubernetes-int-or-string":true})", "5", ""},
      {R"({"x-kubernetes-int-or-string":true})", R"("5%")", ""},
      {R"({"x-kubernetes-int-or-string":true})", "true",
       R"(spec.x: Invalid value: "boolean": spec.x in body must be of )"
       R"(type integer,string: "boolean")"},
      {R"({"x-kubernetes-preserve-unknown-fields":true})", "[null,{}]", ""},
  });
}

TEST(Validate, Numbers) {
  expect_cases({
      {R"({"type":"integer","maximum":100})", "100", ""},
      {R"({"type":"integer","maximum":100})", "101",
       "spec.x: Invalid value: 101: spec.x in body should be less than or equal to 100"},
      {R"({"type":"integer","maximum":100,"exclusiveMaximum":true})", "100",
       "spec.x: Invalid value: 100: spec.x in body should be less than 100"},
      {R"({"type":"integer","minimum":1})", "0",
       "spec.x: Invalid value: 0: spec.x in body should be greater than or equal to 1"},
      {R"({"type":"integer","minimum":1,"exclusiveMinimum":true})", "1",
       "spec.x: Invalid value: 1: spec.x in body should be greater than 1"},
      {R"({"type":"number","maximum":0.5})", "0.75",
       "spec.x: Invalid value: 0.75: spec.x in body should be less than or equal to 0.5"},
      {R"({"type":"integer","multipleOf":3})", "7",
       "spec.x: Invalid value: 7: spec.x in body should be a multiple of 3"},
      {R"({"type":"integer","multipleOf":3})", "9007199254740993", ""},
      {R"({"type":"integer","maximum":9007199254740992})", "9007199254740993",
       "spec.x: Invalid value: 9007199254740993: spec.x in body should be less than or equal to "
       "9007199254740992"},
      {R"({"type":"integer","format":"int32"})", "2147483648",
       "spec.x: Invalid value: 2147483648: Checked value must be of type integer with format int32 "
       "in spec.x"},
      {R"({"type":"integer","format":"int64"})", "9223372036854775807", ""},
      {R"({"type":"integer"})", "9223372036854775808",
       "spec.x: Invalid value: 9.223372036854776e+18: Checked value must be of type integer "
       "(default "
       "format) in spec.x"},
      {R"({"type":"string","maximum":1})", R"("abc")", ""},
  });
}

TEST(Validate, Texts) {
  expect_cases({
      {R"({"type":"string","minLength":3})", R"("ab")",
       R"(spec.x: Invalid value: "ab": spec.x in body should be at least 3 chars long)"},
      {R"({"type":"string","maxLength":3})", R"("abcd")",
       "spec.x: Too long: may not be more than 3 bytes"},
      {R"({"type":"string","maxLength":2})", R"("äö")", ""},
      {R"({"type":"string","pattern":"^[a-z]+$"})", R"("A")",
       R"(spec.x: Invalid value: "A": spec.x in body should match '^[a-z]+$')"},
      {R"({"type":"string","pattern":"b"})", R"("abc")", ""},
      {R"({"type":"string","format":"date-time"})", R"("yesterday")",
       R"(spec.x: Invalid value: "yesterday": spec.x in body must be )"
       R"(of type date-time: "yesterday")"},
      {R"({"type":"string","format":"date-time"})", R"("2026-11-15T06:22:27Z")", ""},
      {R"({"type":"string","format":"whatever"})", R"("yesterday")", ""},
      {R"({"type":"string","format":"date-time"})", "5",
       R"(spec.x: Invalid value: "integer": spec.x in body must be of type string: "integer")"},
  });
}

TEST(Validate, Choices) {
  const char* colours = R"({"type":"string","enum":["red","blue"]})";
  expect_cases({
      {colours, R"("red")", ""},
      {colours, R"("green")",
       R"(spec.x: Unsupported value: "green": supported values: "red", "blue")"},
      {R"({"type":"integer","enum":[1,2.0]})", "2", ""},
      {R"({"type":"integer","enum":[1,2]})", "3",
       R"(spec.x: Unsupported value: 3: supported values: "1", "2")"},
      {R"({"type":"string","nullable":true,"enum":["a",null]})", "null", ""},
      {R"({"type":"string","nullable":true,"enum":["a"]})", "null",
       R"(spec.x: Unsupported value: "null": supported values: "a")"},
  });
  EXPECT_EQ(wrong(colours, "5").size(), 2U) << "the type and the choice are told both";
}

TEST(Validate, Lists) {
  expect_cases({
      {R"({"type":"array","items":{},"maxItems":1})", "[1,2]",
       "spec.x: Too many: 2: must have at most 1 item"},
      {R"({"type":"array","items":{},"minItems":2})", "[1]",
       "spec.x: Invalid value: 1: spec.x in body should have at least 2 items"},
      {R"({"type":"array","items":{"type":"string"}})", R"(["a",1])",
       R"(spec.x[1]: Invalid value: "integer": spec.x[1] in body )"
       R"(must be of type string: "integer")"},
  });
}

TEST(Validate, Maps) {
  expect_cases({
      {R"({"type":"object","required":["a"]})", "{}", "spec.x.a: Required value"},
      {R"({"type":"object","required":["a"]})", R"({"a":null})", ""},
      {R"({"type":"object","minProperties":1})", "{}",
       "spec.x: Invalid value: 0: spec.x in body should have at least 1 properties"},
      {R"({"type":"object","maxProperties":1})", R"({"a":1,"b":2})",
       "spec.x: Too many: 2: must have at most 1 item"},
      {R"({"type":"object","additionalProperties":{"type":"string"}})", R"({"a.b":1})",
       R"(spec.x.a.b: Invalid value: "integer": spec.x.a.b in body )"
       R"(must be of type string: "integer")"},
      {R"({"type":"object","additionalProperties":false})", R"({"a":1})",
       R"(spec.x: Invalid value: "a": spec.x.a in body is a forbidden property)"},
      {R"({"type":"object","properties":{}})", R"({"a":1})", ""},
  });
}

TEST(Validate, LogicalParts) {
  const char* one_of = R"({"type":"object","properties":{"a":{},"b":{}},
                           "oneOf":[{"required":["a"]},{"required":["b"]}]})";
  EXPECT_EQ(wrong(one_of, R"({"a":1})"), Texts{});
  EXPECT_EQ(wrong(one_of, R"({"a":1,"b":1})"),
            Texts{"<nil>: Invalid value: \"\": \"spec.x\" must validate one and only one schema "
                  "(oneOf). Found 2 valid alternatives"});
  EXPECT_EQ(wrong(one_of, "{}"),
            (Texts{"<nil>: Invalid value: \"\": \"spec.x\" must validate one and only one schema "
                   "(oneOf). Found none valid",
                   "spec.x.a: Required value"}));
  EXPECT_EQ(wrong(R"({"type":"integer","anyOf":[{"minimum":10},{"maximum":1}]})", "5").at(0),
            "<nil>: Invalid value: \"\": \"spec.x\" must validate at least one schema (anyOf)");
  EXPECT_EQ(wrong(R"({"type":"integer","anyOf":[{"minimum":10},{"maximum":1}]})", "11"), Texts{});
  EXPECT_EQ(wrong(R"({"type":"integer","allOf":[{"minimum":10},{"maximum":1}]})", "5").back(),
            "<nil>: Invalid value: \"\": \"spec.x\" must validate all the schemas (allOf). None "
            "validated");
  EXPECT_EQ(wrong(R"({"type":"integer","allOf":[{"minimum":1},{"maximum":3}]})", "5").back(),
            "<nil>: Invalid value: \"\": \"spec.x\" must validate all the schemas (allOf)");
  EXPECT_EQ(wrong(R"({"type":"string","not":{"enum":["a"]}})", R"("a")"),
            Texts{"<nil>: Invalid value: \"\": \"spec.x\" must not validate the schema (not)"});
  EXPECT_EQ(wrong(R"({"type":"string","not":{"enum":["a"]}})", R"("b")"), Texts{});
}

TEST(Validate, SetsAndMapsDoNotRepeat) {
  const char* set = R"({"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"})";
  EXPECT_EQ(wrong(set, R"(["a","b"])"), Texts{});
  EXPECT_EQ(wrong(set, R"(["a","b","a","a"])"), Texts{R"(spec.x[2]: Duplicate value: "a")"});
  const char* map = R"({"type":"array","items":{"type":"object","properties":{"name":{},"port":{}}},
      "x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]})";
  EXPECT_EQ(wrong(map, R"([{"name":"a"},{"name":"a","port":1}])"),
            Texts{R"(spec.x[1]: Duplicate value: {"name":"a"})"});
  EXPECT_EQ(wrong(map, R"([{"name":"a"},{"name":"b"}])"), Texts{});
  EXPECT_EQ(wrong(map, R"([{},{"port":1}])"), Texts{"spec.x[1]: Duplicate value: {}"});
  const char* two_keys = R"({"type":"array","items":{"type":"object"},
      "x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name","port"]})";
  EXPECT_EQ(wrong(two_keys, R"([{"name":"a","port":1},{"name":"a","port":2}])"), Texts{});
  EXPECT_EQ(wrong(two_keys, R"([{"name":"a","port":1},{"port":1,"name":"a"}])"),
            Texts{R"(spec.x[1]: Duplicate value: {"name":"a","port":1})"});
  EXPECT_EQ(wrong(R"({"type":"array","items":{},"x-kubernetes-list-type":"map",
                      "x-kubernetes-list-map-keys":["name"]})",
                  "[5]"),
            Texts{"spec.x[0]: Invalid value: 5: must be an object for an array of list-type map"});
}

TEST(Validate, NestedSetsAreFoundInItemsAndMaps) {
  const char* set = R"({"type":"array","items":{},"x-kubernetes-list-type":"set"})";
  EXPECT_EQ(
      wrong(format(R"({{"type":"object","additionalProperties":{}}})", set), R"({"k":[1,1]})"),
      Texts{"spec.x[k][1]: Duplicate value: 1"});
  EXPECT_EQ(wrong(format(R"({{"type":"array","items":{}}})", set), "[[],[2,2]]"),
            Texts{"spec.x[1][1]: Duplicate value: 2"});
}

TEST(Validate, EmbeddedResourcesSayWhatTheyAre) {
  const char* schema = R"({"type":"object","x-kubernetes-embedded-resource":true,
                           "x-kubernetes-preserve-unknown-fields":true})";
  EXPECT_EQ(wrong(schema, R"({"apiVersion":"apps/v1","kind":"Pod","metadata":{"name":"a"}})"),
            Texts{});
  EXPECT_EQ(wrong(schema, "{}"),
            (Texts{"spec.x.apiVersion: Required value", "spec.x.kind: Required value"}));
  EXPECT_EQ(wrong(schema, R"({"apiVersion":"a/b/c","kind":""})"),
            (Texts{"spec.x.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: "
                   "a/b/c",
                   "spec.x.kind: Invalid value: \"\": must not be empty"}));
  EXPECT_EQ(wrong(schema, R"({"apiVersion":"v1","kind":"P_d","metadata":{"name":"a/b"}})").size(),
            2U);
}

TEST(Validate, TellsALimitedNumberOfViolations) {
  std::string list = "[0";
  for (int i = 1; i < 5000; ++i) list += ",0";
  EXPECT_EQ(wrong(R"({"type":"array","items":{"type":"string"}})", list + "]").size(),
            field_errors_max);
}

TEST(Validate, SaysWhatTheRealServerSaidOfABadGadget) {
  const json::Value openapi = value_of(R"({"type":"object","required":["spec"],"properties":{
      "spec":{"type":"object","required":["size"],"properties":{
        "color":{"type":"string","default":"blue","enum":["red","blue"]},
        "size":{"type":"integer","minimum":0,"maximum":100}}}}})");
  const json::Value object = value_of(R"({"spec":{"size":"x","color":"green"}})");
  const FieldErrors field_errors = validate(object, *compile(openapi), Root::Resource);
  EXPECT_EQ(texts(field_errors),
            (Texts{R"(spec.color: Unsupported value: "green": supported values: "red", "blue")",
                   "spec.size: Invalid value: \"string\": spec.size in body must be of type "
                   "integer: \"string\""}));
  EXPECT_EQ(field_errors.at(1).kind, FieldError::Kind::TypeInvalid);
  EXPECT_EQ(texts(validate(value_of("{}"), *compile(openapi), Root::Resource)),
            Texts{"spec: Required value"});
}

TEST(Validate, TheRootHasNoName) {
  EXPECT_EQ(
      texts(validate(value_of("[]"), *compile(value_of(R"({"type":"object"})")), Root::Value)),
      Texts{R"(<nil>: Invalid value: "array":  in body must be of type object: "array")"});
}

}  // namespace
}  // namespace telltale::schema
