// SPDX-License-Identifier: Apache-2.0
#pragma once

// Requests that somebody who means harm would send: for every type of body the shapes that make
// careless algorithms quadratic, at any size. Each is refused or carried out; how long that takes
// per byte must not grow with the size (api_server_hostile_test.cc, benchmarks/hostile_bench.cc).

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "server/server_for_test.h"

namespace telltale::server::hostile {

struct Attack {
  std::string_view name;
  std::string_view content_type;  // of the request that is measured
  // What lies there before, and the body that is sent; both of about so many bytes.
  std::function<void(ServerForTest&, std::size_t bytes)> prepare = {};
  std::function<std::string(std::size_t bytes)> body;
  std::string_view method = "POST";
  std::string_view target = ServerForTest::configmaps;
};

// The head, then pieces with commas between them until there are so many bytes, then the tail.
inline std::string filled(std::string_view head, std::string_view tail, std::size_t bytes,
                          const std::function<std::string(std::size_t)>& piece) {
  std::string text(head);
  for (std::size_t i = 0; text.size() + tail.size() < bytes; ++i) {
    if (i > 0) text += ',';
    text += piece(i);
  }
  return text.append(tail);
}

inline std::string long_name(std::size_t bytes) { return std::string(bytes, 'n'); }

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view yaml_type = "application/yaml";
inline constexpr std::string_view merge_type = "application/merge-patch+json";
inline constexpr std::string_view json_patch_type = "application/json-patch+json";
inline constexpr std::string_view strategic_type = "application/strategic-merge-patch+json";
inline constexpr std::string_view apply_type = "application/apply-patch+yaml";
inline constexpr std::string_view protobuf_type = "application/vnd.kubernetes.protobuf";

inline constexpr std::string_view bins = "/apis/ref.example.com/v1/namespaces/default/bins";
inline constexpr std::string_view bin = "/apis/ref.example.com/v1/namespaces/default/bins/a";
inline constexpr std::string_view pods = "/api/v1/namespaces/default/pods";
inline constexpr std::string_view pod = "/api/v1/namespaces/default/pods/a";
inline constexpr std::string_view configmap = "/api/v1/namespaces/default/configmaps/a";

inline constexpr std::string_view bins_definition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "bins.ref.example.com"},
  "spec": {"group": "ref.example.com", "scope": "Namespaced",
    "names": {"plural": "bins", "kind": "Bin"},
    "versions": [{"name": "v1", "served": true, "storage": true,
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
          "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
          "map": {"type": "object", "additionalProperties":
            {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}},
          "known": {"type": "object", "additionalProperties":
            {"type": "object", "properties": {"x": {"type": "string"}}}},
          "set": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
          "items": {"type": "array", "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "required": ["k"],
              "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}}}}}}}}]}})json";

inline void define_bins(ServerForTest& server) {
  check(server.post(ServerForTest::definitions, bins_definition).code == 201, "bins are defined");
}
inline std::string bin_head(std::string_view field) {
  return format(R"({{"apiVersion":"ref.example.com/v1","kind":"Bin","metadata":{{"name":"a"}},)"
                R"("spec":{{"{}":)",
                field);
}

inline void must_be(const AnswerForTest& answer, int code) {
  check(answer.code == code, answer.body.substr(0, 300));
}

// Half of the bytes are there before, half are sent.
inline void make_big_bin(ServerForTest& server, std::size_t bytes) {
  define_bins(server);
  must_be(server.post(bins, filled(bin_head("items") + "[", "]}}", bytes,
                                   [](std::size_t i) { return format(R"({{"k":"k{}"}})", i); })),
          201);
}
inline void make_big_pod(ServerForTest& server, std::size_t bytes) {
  must_be(server.post(pods, filled(R"({"metadata":{"name":"a"},"spec":{"containers":[)"
                                   R"({"name":"a","image":"i","env":[)",
                                   "]}]}}", bytes,
                                   [](std::size_t i) { return format(R"({{"name":"e{}"}})", i); })),
          201);
}
inline void make_labelled(ServerForTest& server, std::size_t bytes) {
  must_be(server.post(ServerForTest::configmaps,
                      filled(R"({"metadata":{"name":"a","labels":{)", "}}}", bytes,
                             [](std::size_t i) { return format(R"("l{}":"v")", i); })),
          201);
}

inline std::string labelled(std::size_t bytes, std::string_view value) {
  return filled(R"({"metadata":{"name":"a","labels":{)", "}}}", bytes,
                [&](std::size_t i) { return format(R"("l{}":"{}")", i, value); });
}

inline std::vector<Attack> json_attacks() {
  const auto into_bins = [](ServerForTest& server, std::size_t) { define_bins(server); };
  return {
      {"bad labels",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a","labels":{)", "}}}", n,
                       [](std::size_t i) { return format(R"("?{}":"")", i); });
       }},
      {"good labels", json_type, {}, [](std::size_t n) { return labelled(n, "v"); }},
      {"bad annotations",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a","annotations":{)", "}}}", n,
                       [](std::size_t i) { return format(R"("?{}":"")", i); });
       }},
      {"bad finalizers",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a","finalizers":[)", "]}}", n,
                       [](std::size_t i) { return format(R"("?{}")", i); });
       }},
      {"many owners",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a","ownerReferences":[)", "]}}", n,
                       [](std::size_t i) { return format(R"({{"uid":"{}"}})", i); });
       }},
      {"unknown metadata",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a",)", "}}", n,
                       [](std::size_t i) { return format(R"("u{}":1)", i); });
       },
       "POST",
       "/api/v1/namespaces/default/configmaps?fieldValidation=Strict"},
      {"repeated members",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a"},"data":{)", "}}", n,
                       [](std::size_t) { return std::string(R"("a":"1")"); });
       }},
      {"repeated below a long name", json_type, into_bins,
       [](std::size_t n) {
         return filled(format(R"({}{{"{}":{{)", bin_head("any"), long_name(n / 2)), "}}}}", n,
                       [](std::size_t) { return std::string(R"("a":{"b":1,"b":1})"); });
       },
       "POST", bins},
      {"bad values below a long name", json_type, into_bins,
       [](std::size_t n) {
         return filled(format(R"({}{{"{}":{{)", bin_head("map"), long_name(n / 2)), "}}}}", n,
                       [](std::size_t i) { return format(R"("k{}":-1)", i); });
       },
       "POST", bins},
      {"good values below a long name", json_type, into_bins,
       [](std::size_t n) {
         return filled(format(R"({}{{"{}":{{)", bin_head("map"), long_name(n / 2)), "}}}}", n,
                       [](std::size_t i) { return format(R"("k{}":1)", i); });
       },
       "POST", bins},
      {"unknown fields below a long name", json_type, into_bins,
       [](std::size_t n) {
         return filled(format(R"({}{{"{}":{{)", bin_head("known"), long_name(n / 2)), "}}}}", n,
                       [](std::size_t i) { return format(R"("k{}":1)", i); });
       },
       "POST", bins},
      {"one item many times", json_type, into_bins,
       [](std::size_t n) {
         return filled(bin_head("items") + "[", "]}}", n,
                       [](std::size_t) { return std::string(R"({"k":"a"})"); });
       },
       "POST", bins},
      {"a large set", json_type, into_bins,
       [](std::size_t n) {
         return filled(bin_head("set") + "[", "]}}", n,
                       [](std::size_t i) { return format(R"("{}")", i); });
       },
       "POST", bins},
      {"deep towers", json_type, into_bins,
       [](std::size_t n) {
         return filled(bin_head("any") + R"({"a":[)", "]}}}", n,
                       [](std::size_t) { return std::string(60, '[') + std::string(60, ']'); });
       },
       "POST", bins},
      {"a definition of many fields",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"apiVersion":"apiextensions.k8s.io/v1",)"
                       R"("kind":"CustomResourceDefinition","metadata":{"name":"as.b.c"},)"
                       R"("spec":{"group":"b.c","scope":"Namespaced",)"
                       R"("names":{"plural":"as","kind":"A"},"versions":[{"name":"v1",)"
                       R"("served":true,"storage":true,"schema":{"openAPIV3Schema":)"
                       R"({"type":"object","properties":{)",
                       "}}}}]}}", n,
                       [](std::size_t i) { return format(R"("p{}":{{"type":"string"}})", i); });
       },
       "POST",
       ServerForTest::definitions},
      {"a definition of many bad fields",
       json_type,
       {},
       [](std::size_t n) {
         return filled(format(R"({{"apiVersion":"apiextensions.k8s.io/v1",)"
                              R"("kind":"CustomResourceDefinition","metadata":{{"name":"as.b.c"}},)"
                              R"("spec":{{"group":"b.c","scope":"Namespaced",)"
                              R"("names":{{"plural":"as","kind":"A"}},"versions":[{{"name":"v1",)"
                              R"("served":true,"storage":true,"schema":{{"openAPIV3Schema":)"
                              R"({{"type":"object","properties":{{"{}":{{"properties":{{)",
                              long_name(n / 2)),
                       "}}}}}}]}}", n, [](std::size_t i) { return format(R"("p{}":{{}})", i); });
       },
       "POST",
       ServerForTest::definitions},
      {"a definition of many versions",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"apiVersion":"apiextensions.k8s.io/v1",)"
                       R"("kind":"CustomResourceDefinition","metadata":{"name":"as.b.c"},)"
                       R"("spec":{"group":"b.c","scope":"Namespaced",)"
                       R"("names":{"plural":"as","kind":"A"},"versions":[)",
                       "]}}", n, [](std::size_t i) {
                         return format(R"({{"name":"v{}","served":true,"storage":{},"schema":)"
                                       R"({{"openAPIV3Schema":{{"type":"object"}}}}}})",
                                       i + 1, i == 0);
                       });
       },
       "POST",
       ServerForTest::definitions},
      {"a role of many rules",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a"},"rules":[)", "]}", n, [](std::size_t i) {
           return format(R"({{"apiGroups":[""],"resources":["r{}"],"verbs":["get"]}})", i);
         });
       },
       "POST",
       "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles"},
      {"a review of many groups",
       json_type,
       {},
       [](std::size_t n) {
         return filled(R"({"spec":{"user":"u","resourceAttributes":{"verb":"get"},"groups":[)",
                       "]}}", n, [](std::size_t i) { return format(R"("g{}")", i); });
       },
       "POST",
       "/apis/authorization.k8s.io/v1/subjectaccessreviews"},
      {"a deletion with many options", json_type,
       [](ServerForTest& server, std::size_t) { server.make_configmap("a"); },
       [](std::size_t n) {
         return filled(R"({"dryRun":[)", "]}", n,
                       [](std::size_t) { return std::string(R"("All")"); });
       },
       "DELETE", configmap},
      {"many entries of managedFields", json_type, make_labelled,
       [](std::size_t n) {
         return filled(R"({"metadata":{"name":"a","labels":{"x":"y"},"managedFields":[)", "]}}", n,
                       [](std::size_t i) {
                         return format(R"({{"manager":"m{}","operation":"Apply",)"
                                       R"("apiVersion":"v1","fieldsType":"FieldsV1",)"
                                       R"("fieldsV1":{{"f:metadata":{{"f:labels":{{)"
                                       R"("f:l{}":{{}}}}}}}}}})",
                                       i, i);
                       });
       },
       "PUT", configmap},
  };
}

inline std::vector<Attack> yaml_attacks() {
  return {
      {"bad labels in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         std::string text = "metadata:\n  name: a\n  labels:\n";
         for (std::size_t i = 0; text.size() < n; ++i) text += format("    \"?{}\": v\n", i);
         return text;
       }},
      {"flow lists in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         return filled("metadata: {name: a}\ndata: {a: [", "]}\n", n,
                       [](std::size_t) { return std::string(60, '[') + std::string(60, ']'); });
       }},
      {"aliases in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         std::string text = "metadata: {name: a}\nx: &a [1]\ny:\n";
         while (text.size() < n) text += "- *a\n";
         return text;
       }},
      {"anchors in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         std::string text = "metadata: {name: a}\ny:\n";
         for (std::size_t i = 0; text.size() < n; ++i) text += format("- &a{} 1\n- *a{}\n", i, i);
         return text;
       }},
      {"comments and blanks in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         std::string text = "metadata: {name: a}\n";
         while (text.size() < n) text += "#\n\n";
         return text;
       }},
      {"one long scalar in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         std::string text = "metadata: {name: a}\ndata:\n  a: |\n";
         while (text.size() < n) text += "    x\n";
         return text;
       }},
      {"one folded scalar in YAML",
       yaml_type,
       {},
       [](std::size_t n) {
         std::string text = "metadata: {name: a}\ndata:\n  a:\n";
         while (text.size() < n) text += "    x\n";
         return text;
       }},
  };
}

inline std::vector<Attack> patch_attacks() {
  const auto labels_in = [](std::string_view value) {
    return [value](std::size_t n) {
      return filled(R"({"metadata":{"labels":{)", "}}}", n,
                    [&](std::size_t i) { return format(R"("l{}":{})", i, value); });
    };
  };
  const auto operations = [](std::string_view operation) {
    return [operation](std::size_t n) {
      // Ten thousand operations are all that is taken.
      const std::size_t bytes = std::min<std::size_t>(n, 9'900 * (operation.size() + 1));
      return filled("[", "]", bytes, [&](std::size_t) { return std::string(operation); });
    };
  };
  const auto env = [](std::string_view item) {
    return [item](std::size_t n) {
      return filled(R"({"spec":{"containers":[{"name":"a","env":[)", "]}]}}", n,
                    [&](std::size_t i) { return format(fmt::runtime(item), i); });
    };
  };
  return {
      {"a merge of many labels", merge_type, make_labelled, labels_in(R"("w")"), "PATCH",
       configmap},
      {"a merge that takes labels away", merge_type, make_labelled, labels_in("null"), "PATCH",
       configmap},
      {"a merge of bad labels", merge_type, make_labelled, labels_in(R"("?")"), "PATCH", configmap},
      {"operations at the front of a list", json_patch_type, make_big_bin,
       operations(R"({"op":"add","path":"/spec/items/0","value":{"k":"z"}})"), "PATCH", bin},
      {"removals at the front of a list", json_patch_type, make_big_bin,
       operations(R"({"op":"remove","path":"/spec/items/0"})"), "PATCH", bin},
      {"moves within a list", json_patch_type, make_big_bin,
       operations(R"({"op":"move","from":"/spec/items/0","path":"/spec/items/9"})"), "PATCH", bin},
      {"copies of a list", json_patch_type, make_big_bin,
       operations(R"({"op":"copy","from":"/spec/items","path":"/spec/any"})"), "PATCH", bin},
      {"tests of a list", json_patch_type, make_big_bin,
       operations(R"({"op":"test","path":"/spec/items/0","value":{"k":"k0"}})"), "PATCH", bin},
      {"a strategic merge of many items", strategic_type, make_big_pod, env(R"({{"name":"f{}"}})"),
       "PATCH", pod},
      {"a strategic merge that deletes", strategic_type, make_big_pod,
       env(R"({{"name":"e{}","$patch":"delete"}})"), "PATCH", pod},
      {"a strategic merge that deletes nothing", strategic_type, make_big_pod,
       env(R"({{"name":"g{}","$patch":"delete"}})"), "PATCH", pod},
      {"one item merged again and again", strategic_type, make_big_pod,
       [](std::size_t n) {
         return filled(R"({"spec":{"containers":[)", "]}}", n, [](std::size_t) {
           return std::string(R"({"name":"a","env":[{"name":"q"}]})");
         });
       },
       "PATCH", pod},
      {"an order for many items", strategic_type, make_big_pod,
       [](std::size_t n) {
         return filled(R"({"spec":{"containers":[{"name":"a","$setElementOrder/env":[)", "]}]}}", n,
                       [](std::size_t i) { return format(R"({{"name":"e{}"}})", i); });
       },
       "PATCH", pod},
      {"keys to retain", strategic_type, make_labelled,
       [](std::size_t n) {
         return filled(R"({"metadata":{"labels":{"$retainKeys":[)", "]}}}", n,
                       [](std::size_t i) { return format(R"("l{}")", i); });
       },
       "PATCH", configmap},
  };
}

inline std::vector<Attack> apply_attacks() {
  // A thousand managers, each with a label of its own.
  const auto many_managers = [](ServerForTest& server, std::size_t) {
    std::string entries;
    for (int i = 0; i < 900; ++i) {
      entries += format(R"({}{{"manager":"m{}","operation":"Apply","apiVersion":"v1",)"
                        R"("fieldsType":"FieldsV1","fieldsV1":{{"f:metadata":{{"f:labels":{{)"
                        R"("f:l{}":{{}}}}}}}}}})",
                        i == 0 ? "" : ",", i, i);
    }
    must_be(server.post(ServerForTest::configmaps,
                        format(R"({{"metadata":{{"name":"a","labels":{{"l1":"v"}},)"
                               R"("managedFields":[{}]}}}})",
                               entries)),
            201);
  };
  const auto owned_by_another = [](ServerForTest& server, std::size_t n) {
    must_be(server.apply(format("{}?fieldManager=other", configmap),
                         filled(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a",)"
                                R"("labels":{)",
                                "}}}", n, [](std::size_t i) { return format(R"("l{}":"v")", i); })),
            201);
  };
  const auto labels = [](std::size_t n) {
    return filled(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{)",
                  "}}}", n, [](std::size_t i) { return format(R"("l{}":"w")", i); });
  };
  constexpr std::string_view target = "/api/v1/namespaces/default/configmaps/a?fieldManager=me";
  constexpr std::string_view bin_target =
      "/apis/ref.example.com/v1/namespaces/default/bins/a?fieldManager=me&force=true";
  return {
      {"many fields applied", apply_type, {}, labels, "PATCH", target},
      {"many fields beside many managers", apply_type, many_managers, labels, "PATCH", target},
      {"many conflicts", apply_type, owned_by_another, labels, "PATCH", target},
      {"many items applied", apply_type, make_big_bin,
       [](std::size_t n) {
         return filled(bin_head("items") + "[", "]}}", n,
                       [](std::size_t i) { return format(R"({{"k":"n{}"}})", i); });
       },
       "PATCH", bin_target},
      {"one item applied many times", apply_type, make_big_bin,
       [](std::size_t n) {
         return filled(bin_head("items") + "[", "]}}", n,
                       [](std::size_t) { return std::string(R"({"k":"n"})"); });
       },
       "PATCH", bin_target},
      {"applied below a long name", apply_type, make_big_bin,
       [](std::size_t n) {
         return filled(format(R"({}{{"{}":{{)", bin_head("map"), long_name(n / 2)), "}}}}", n,
                       [](std::size_t i) { return format(R"("k{}":1)", i); });
       },
       "PATCH", bin_target},
      {"unknown fields applied", apply_type, make_big_bin,
       [](std::size_t n) {
         return filled(format(R"({}{{"{}":{{)", bin_head("known"), long_name(n / 2)), "}}}}", n,
                       [](std::size_t i) { return format(R"("k{}":1)", i); });
       },
       "PATCH", bin_target},
  };
}

// A message of protobuf: tag, length, content.
inline std::string proto_field(unsigned number, std::string_view content) {
  std::string out;
  const auto varint = [&](std::size_t value) {
    for (; value >= 0x80; value >>= 7U) out += static_cast<char>(0x80 | (value & 0x7F));
    out += static_cast<char>(value);
  };
  varint(number << 3U | 2U);
  varint(content.size());
  return out.append(content);
}
inline std::string proto_configmap(std::string_view object) {
  const std::string type = proto_field(1, "v1") + proto_field(2, "ConfigMap");
  return std::string("k8s\0", 4) + proto_field(1, type) + proto_field(2, object);
}

inline std::vector<Attack> protobuf_attacks() {
  return {
      {"bad labels in protobuf",
       protobuf_type,
       {},
       [](std::size_t n) {
         std::string metadata = proto_field(1, "a");
         for (std::size_t i = 0; metadata.size() < n; ++i) {
           metadata += proto_field(11, proto_field(1, format("l{}", i)) + proto_field(2, "?"));
         }
         return proto_configmap(proto_field(1, metadata));
       }},
      {"repeated metadata in protobuf",
       protobuf_type,
       {},
       [](std::size_t n) {
         std::string object;
         for (std::size_t i = 0; object.size() < n; ++i) {
           object += proto_field(
               1, proto_field(1, "a") +
                      proto_field(11, proto_field(1, format("l{}", i)) + proto_field(2, "v")));
         }
         return proto_configmap(object);
       }},
      {"unknown fields in protobuf",
       protobuf_type,
       {},
       [](std::size_t n) {
         std::string object = proto_field(1, proto_field(1, "a"));
         while (object.size() < n) object += proto_field(200, "x");
         return proto_configmap(object);
       }},
  };
}

inline std::vector<Attack> all_attacks() {
  std::vector<Attack> attacks = json_attacks();
  for (auto more : {yaml_attacks(), patch_attacks(), apply_attacks(), protobuf_attacks()}) {
    attacks.insert(attacks.end(), more.begin(), more.end());
  }
  return attacks;
}

inline AnswerForTest send(ServerForTest& server, const Attack& attack, std::string body) {
  return server.ask(std::string(attack.method), std::string(attack.target), std::move(body),
                    {{"Content-Type", std::string(attack.content_type)}});
}

}  // namespace telltale::server::hostile
