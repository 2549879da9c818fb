// SPDX-License-Identifier: Apache-2.0
#include "server/writes/writer.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

using namespace std::string_view_literals;

class WriterTest : public testing::Test {
 protected:
  void SetUp() override { server.define_gadgets(); }

  static std::string gadget(std::string_view name) {
    return format("{}/{}", ServerForTest::gadgets, name);
  }
  static std::string configmap(std::string_view name) {
    return format("{}/{}", ServerForTest::configmaps, name);
  }

  ServerForTest server;
};

TEST_F(WriterTest, CreatingFillsInWhatTheServerWrites) {
  const auto made = server.make_gadget("a", R"(,"uid":"mine","selfLink":"x","generation":7,)"
                                            R"("creationTimestamp":null)");
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_EQ(made.text("metadata.namespace"), "default");
  EXPECT_EQ(made.text("metadata.creationTimestamp"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(made.number("metadata.generation"), 1);
  EXPECT_EQ(made.text("metadata.uid").size(), 36U);
  EXPECT_FALSE(made.has("metadata.selfLink"));
  EXPECT_EQ(made.text("spec.color"), "blue");
  EXPECT_EQ(made.version(), format("{}", server.revision()));
  EXPECT_EQ(server.get(gadget("a")).body, made.body);
}

TEST_F(WriterTest, CreatingTwiceIsAClashOfNames) {
  ASSERT_EQ(server.make_gadget("a").code, 201);
  const auto again = server.make_gadget("a");
  EXPECT_EQ(again.refusal(), "409 AlreadyExists");
  EXPECT_EQ(again.text("message"), R"(gadgets.ref.example.com "a" already exists)");
}

TEST_F(WriterTest, CreatingRefusesWhatIsNotMeantForIt) {
  const auto versioned = server.make_gadget("a", R"(,"resourceVersion":"5")");
  EXPECT_EQ(versioned.code, 500);
  EXPECT_EQ(versioned.text("message"),
            "resourceVersion should not be set on objects to be created");
  EXPECT_FALSE(versioned.has("reason"));
  EXPECT_EQ(server.make_gadget("a", R"(,"namespace":"other")").refusal(), "400 BadRequest");
  EXPECT_EQ(server.make_gadget("Upper").refusal(), "422 Invalid");
  EXPECT_EQ(server.make_gadget("a", {}, R"({"size":101})").refusal(), "422 Invalid");
  EXPECT_EQ(server.post(ServerForTest::gadgets, "{").refusal(), "400 BadRequest");
  EXPECT_EQ(server.post(ServerForTest::gadgets, "").refusal(), "400 BadRequest");
  EXPECT_EQ(server.post(ServerForTest::gadgets, "[]").refusal(), "400 BadRequest");
  EXPECT_EQ(server
                .post("/apis/ref.example.com/v1/namespaces/none/gadgets",
                      R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                      R"("metadata":{"name":"a"}})")
                .text("message"),
            R"(namespaces "none" not found)");
  EXPECT_EQ(names_of(server.get(ServerForTest::gadgets).object), "");
}

// One object that clients cannot read would break every list it is in.
TEST_F(WriterTest, MetadataOfWrongTypesIsNeverStored) {
  for (const std::string_view bad :
       {R"(,"labels":{"a":5})", R"(,"labels":"a")", R"(,"annotations":{"a":true})",
        R"(,"finalizers":["example.com/a",7])", R"(,"finalizers":"a")", R"(,"ownerReferences":[3])",
        R"(,"generation":"one")",
        R"(,"ownerReferences":[{"apiVersion":"v1","kind":"A","name":"a","uid":"u",)"
        R"("controller":"yes"}])"}) {
    const auto refused = server.make_gadget("a", bad);
    EXPECT_EQ(refused.refusal(), "400 BadRequest") << bad;
    EXPECT_NE(refused.text("message").find("cannot unmarshal"), std::string::npos) << bad;
  }
  EXPECT_EQ(server.merge(gadget("a"), R"({"metadata":{"labels":{"a":5}}})").code, 404);
  ASSERT_EQ(server.make_gadget("a").code, 201);
  EXPECT_EQ(server.merge(gadget("a"), R"({"metadata":{"labels":{"a":5}}})").code, 422);
}

TEST_F(WriterTest, ANullLabelIsOneWithoutAValue) {
  const auto made = server.make_gadget("a", R"(,"labels":{"x":null},"annotations":null)");
  EXPECT_EQ(made.print("metadata.labels"), R"({"x":""})");
  EXPECT_FALSE(made.has("metadata.annotations"));
}

TEST_F(WriterTest, WritersWithoutAReadableNameAreUnknown) {
  const auto made =
      server.ask("POST", std::string(ServerForTest::configmaps),
                 R"({"metadata":{"name":"a"},"data":{"a":"1"}})", {{"User-Agent", "\xff\xfe/1"}});
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_NE(made.body.find(R"("manager":"unknown")"), std::string::npos) << made.body;
  EXPECT_EQ(server.get(configmap("a")).code, 200);
  EXPECT_EQ(server.put(configmap("a") + "?fieldManager=%FF", made.object).refusal(), "422 Invalid");
}

TEST_F(WriterTest, GeneratedNamesStartWithThePrefix) {
  const auto made =
      server.post(ServerForTest::configmaps, R"({"metadata":{"generateName":"cm-"}})");
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_EQ(made.text("metadata.name").size(), 8U);
  EXPECT_TRUE(made.text("metadata.name").starts_with("cm-"));
  EXPECT_EQ(made.text("metadata.generateName"), "cm-");
  EXPECT_EQ(server.post(ServerForTest::configmaps, R"({"metadata":{}})").refusal(), "422 Invalid");
}

TEST_F(WriterTest, UnknownFieldsAreDroppedWarnedOfOrRefused) {
  const std::string body = R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                           R"("metadata":{"name":"a"},"spec":{"bogus":1},"spec":{"bogus":2}})";
  const std::string target(ServerForTest::gadgets);
  const auto strict = server.post(target + "?fieldValidation=Strict", body);
  EXPECT_EQ(strict.refusal(), "400 BadRequest");
  EXPECT_NE(strict.text("message").find(R"(unknown field "spec.bogus")"), std::string::npos);
  EXPECT_NE(strict.text("message").find(R"(duplicate field "spec")"), std::string::npos);
  const auto warned = server.post(target + "?dryRun=All", body);
  EXPECT_EQ(warned.code, 201);
  EXPECT_TRUE(warned.header("Warning").starts_with("299 - ")) << warned.header("Warning");
  EXPECT_FALSE(warned.has("spec.bogus"));
  EXPECT_EQ(server.post(target + "?fieldValidation=Ignore", body).header("Warning"), "");
  EXPECT_EQ(server.post(target + "?fieldValidation=Loud", body).refusal(), "422 Invalid");
}

TEST_F(WriterTest, WholeNumbersAreIntegersHoweverTheyAreWritten) {
  const auto made = server.make_gadget("a", {}, R"({"size":3.0})");
  EXPECT_EQ(made.print("spec.size"), "3");
  const auto same = server.merge(gadget("a"), R"({"spec":{"size":3.0}})");
  EXPECT_EQ(same.version(), made.version());
}

TEST_F(WriterTest, UpdatesNameTheVersionTheyStartFrom) {
  auto made = server.make_gadget("a");
  json::Value next = made.object;
  make_map(next, "spec")["size"] = 2;
  const auto updated = server.put(gadget("a"), next);
  EXPECT_EQ(updated.code, 200);
  EXPECT_EQ(updated.number("metadata.generation"), 2);
  const auto late = server.put(gadget("a"), next);
  EXPECT_EQ(late.refusal(), "409 Conflict");
  EXPECT_NE(late.text("message").find("the object has been modified"), std::string::npos);
  metadata_of(next).erase("resourceVersion");
  const auto blind = server.put(gadget("a"), next);
  EXPECT_EQ(blind.refusal(), "422 Invalid");
  EXPECT_NE(blind.text("message").find("must be specified for an update"), std::string::npos);
  metadata_of(next)["resourceVersion"] = updated.version();
  metadata_of(next)["uid"] = "another";
  EXPECT_EQ(server.put(gadget("a"), next).refusal(), "409 Conflict");
  metadata_of(next)["name"] = "b";
  EXPECT_EQ(server.put(gadget("a"), next).refusal(), "400 BadRequest");
  EXPECT_EQ(server.put(gadget("b"), next).refusal(), "404 NotFound");
}

TEST_F(WriterTest, ConfigMapsMayBeUpdatedBlindlyAndLeasesCreated) {
  const auto made = server.make_configmap("a");
  EXPECT_EQ(server.put(configmap("a"), R"({"metadata":{"name":"a"},"data":{"b":"2"}})"sv).code,
            200);
  EXPECT_FALSE(server.get(configmap("a")).has("metadata.generation"));
  EXPECT_EQ(server.put(configmap("z"), R"({"metadata":{"name":"z"}})"sv).refusal(), "404 NotFound");
  const std::string lease = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
  EXPECT_EQ(server.put(lease, R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"me"}})"sv).code,
            201);
  EXPECT_EQ(
      server.put(lease, R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"you"}})"sv).code,
      422);
}

TEST_F(WriterTest, WhatChangesNothingIsNotWritten) {
  const auto made = server.make_gadget("a");
  const auto before = server.revision();
  server.advance(Seconds{60});
  EXPECT_EQ(server.put(gadget("a"), made.object).version(), made.version());
  EXPECT_EQ(server.merge(gadget("a"), R"({"spec":{"size":1}})").version(), made.version());
  EXPECT_EQ(server.merge(gadget("a"), "{}").version(), made.version());
  const std::string config =
      R"({"apiVersion":"ref.example.com/v1","kind":"Gadget","spec":{"size":1}})";
  const auto applied = server.apply(gadget("a") + "?fieldManager=me&force=true", config);
  ASSERT_EQ(applied.code, 200) << applied.body;
  server.advance(Seconds{60});
  EXPECT_EQ(server.apply(gadget("a") + "?fieldManager=me", config).version(), applied.version());
  EXPECT_EQ(server.revision(), before + 1);
}

TEST_F(WriterTest, GenerationCountsChangesOfWhatIsDesired) {
  server.make_gadget("a");
  const auto generation = [&](const AnswerForTest& answer) {
    EXPECT_EQ(answer.code, 200) << answer.body;
    return answer.number("metadata.generation");
  };
  EXPECT_EQ(generation(server.merge(gadget("a"), R"({"metadata":{"labels":{"x":"y"}}})")), 1);
  EXPECT_EQ(generation(server.merge(gadget("a"), R"({"status":{"phase":"Up"}})")), 1);
  EXPECT_EQ(generation(server.merge(gadget("a") + "/status", R"({"status":{"phase":"Up"}})")), 1);
  EXPECT_EQ(generation(server.merge(gadget("a"), R"({"spec":{"size":2}})")), 2);
  const auto scaled = server.merge(gadget("a") + "/scale", R"({"spec":{"replicas":3}})");
  EXPECT_EQ(scaled.number("spec.replicas"), 3);
  EXPECT_EQ(generation(server.get(gadget("a"))), 3);
}

TEST_F(WriterTest, TheMainEndpointKeepsTheStatusAndTheStatusEndpointTheRest) {
  auto made = server.post(ServerForTest::gadgets,
                          R"({"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                          R"("metadata":{"name":"a"},"spec":{"size":1},"status":{"phase":"Up"}})");
  EXPECT_FALSE(made.has("status"));
  json::Value next = made.object;
  make_map(next, "status")["phase"] = "Up";
  make_map(next, "spec")["size"] = 9;
  metadata_of(next)["labels"] = json::ValueMap{{"x", "y"}};
  metadata_of(next)["finalizers"] = json::ValueList{"example.com/hold"};
  const auto through_status = server.put(gadget("a") + "/status", next);
  EXPECT_EQ(through_status.code, 200) << through_status.body;
  EXPECT_EQ(through_status.text("status.phase"), "Up");
  EXPECT_EQ(through_status.number("spec.size"), 1);
  EXPECT_FALSE(through_status.has("metadata.labels"));
  EXPECT_FALSE(through_status.has("metadata.finalizers"));
  const auto through_main = server.merge(gadget("a"), R"({"status":null,"spec":{"size":2}})");
  EXPECT_EQ(through_main.text("status.phase"), "Up");
  EXPECT_EQ(through_main.number("spec.size"), 2);
  EXPECT_EQ(server.get(gadget("a") + "/status").body, server.get(gadget("a")).body);
}

TEST_F(WriterTest, ScaleReadsAndWritesReplicas) {
  server.make_gadget("a", {}, R"({"replicas":2})");
  server.merge(gadget("a") + "/status", R"({"status":{"replicas":1,"selector":"x=y"}})");
  auto scale = server.get(gadget("a") + "/scale");
  EXPECT_EQ(scale.text("kind"), "Scale");
  EXPECT_EQ(scale.number("spec.replicas"), 2);
  EXPECT_EQ(scale.number("status.replicas"), 1);
  EXPECT_EQ(scale.text("status.selector"), "x=y");
  make_map(scale.object, "spec")["replicas"] = 5;
  EXPECT_EQ(server.put(gadget("a") + "/scale", scale.object).number("spec.replicas"), 5);
  EXPECT_EQ(server.put(gadget("a") + "/scale", scale.object).refusal(), "409 Conflict");
  EXPECT_EQ(server.merge(gadget("a") + "/scale", R"({"spec":{"replicas":-1}})").code, 422);
  EXPECT_EQ(server.merge(gadget("a") + "/scale", R"({"spec":{"replicas":"x"}})").code, 422);
  EXPECT_EQ(server.merge(gadget("a") + "/scale", R"({"spec":{"replicas":99999999999}})").code, 422);
  EXPECT_EQ(server.get(gadget("z") + "/scale").refusal(), "404 NotFound");
  EXPECT_EQ(server.get(gadget("a")).number("spec.replicas"), 5);
}

TEST_F(WriterTest, PatchesComeInTheTypesThatTheKindTakes) {
  server.make_gadget("a");
  server.make_configmap("a");
  const auto patch = [&](const std::string& target, const std::string& type,
                         const std::string& body) {
    return server.ask("PATCH", target, body, {{"Content-Type", type}});
  };
  EXPECT_EQ(patch(gadget("a"), "application/json-patch+json",
                  R"([{"op":"replace","path":"/spec/size","value":4}])")
                .number("spec.size"),
            4);
  EXPECT_EQ(patch(gadget("a"), "application/json-patch+json",
                  R"([{"op":"test","path":"/spec/size","value":5}])")
                .refusal(),
            "422 Invalid");
  EXPECT_EQ(patch(gadget("a"), "application/json-patch+json", R"({"spec":{}})").code, 400);
  EXPECT_EQ(patch(gadget("a"), "application/strategic-merge-patch+json", "{}").refusal(),
            "415 UnsupportedMediaType");
  EXPECT_EQ(patch(configmap("a"), "application/strategic-merge-patch+json",
                  R"({"data":{"b":"2","$patch":"replace"}})")
                .print("data"),
            R"({"b":"2"})");
  EXPECT_EQ(patch(gadget("a"), "application/json", "{}").code, 415);
  EXPECT_EQ(patch(gadget("a"), "application/merge-patch+json", "7").code, 400);
  EXPECT_EQ(server.merge(gadget("z"), "{}").refusal(), "404 NotFound");
  EXPECT_EQ(server.merge(gadget("a") + "?force=true", "{}").refusal(), "422 Invalid");
}

TEST_F(WriterTest, PatchesKeepWhatTheyMayNotChange) {
  const auto made = server.make_gadget("a");
  EXPECT_EQ(server.merge(gadget("a"), R"({"metadata":{"resourceVersion":"1"}})").refusal(),
            "409 Conflict");
  EXPECT_EQ(server.merge(gadget("a"), R"({"metadata":{"uid":"another"}})").refusal(),
            "422 Invalid");
  EXPECT_EQ(server.merge(gadget("a") + "/status", R"({"metadata":{"uid":"another"}})").code, 200);
  EXPECT_EQ(server.merge(gadget("a"), R"({"metadata":{"name":"b"}})").code, 400);
  const auto patched = server.merge(
      gadget("a"), R"({"metadata":{"creationTimestamp":null,"generation":9,"uid":null}})");
  EXPECT_EQ(patched.text("metadata.uid"), made.text("metadata.uid"));
  EXPECT_EQ(patched.version(), made.version());
}

TEST_F(WriterTest, AVersionIsANumberThatSomeKindsInsistOn) {
  server.make_gadget("a");
  server.make_configmap("a");
  const auto with = [](std::string_view version) {
    return format(R"({{"metadata":{{"resourceVersion":{}}}}})", version);
  };
  for (const std::string_view none : {R"("0")", R"("")", "null"}) {
    EXPECT_EQ(server.merge(gadget("a"), with(none)).refusal(), "422 Invalid") << none;
    EXPECT_EQ(server.merge(configmap("a"), with(none)).code, 200) << none;
  }
  const auto odd = server.merge(gadget("a"), with(R"("abc")"));
  EXPECT_EQ(odd.code, 500);
  EXPECT_EQ(odd.text("message"), R"(strconv.ParseUint: parsing "abc": invalid syntax)");
  EXPECT_EQ(server.merge(configmap("a"), with(R"("abc")")).code, 500);
  EXPECT_EQ(server.make_gadget("b", R"(,"resourceVersion":"abc")").code, 201);
}

TEST_F(WriterTest, APatchThatMakesWhatCannotBeReadIsInvalid) {
  server.make_gadget("a");
  server.make_configmap("a");
  const auto strict =
      server.merge(gadget("a") + "?fieldValidation=Strict", R"({"spec":{"bogus":1}})");
  EXPECT_EQ(strict.refusal(), "422 Invalid");
  EXPECT_EQ(text_at(list_at(strict.object, "details.causes")[0], "field"), "patch");
  EXPECT_NE(strict.text("message").find(R"(unknown field "spec.bogus")"), std::string::npos);
  for (const std::string_view patch :
       {R"({"data":4})", R"({"kind":"Other"})", R"({"metadata":{"labels":4}})"}) {
    const auto refused = server.merge(configmap("a"), patch);
    EXPECT_EQ(refused.refusal(), "422 Invalid") << patch;
    EXPECT_EQ(text_at(list_at(refused.object, "details.causes")[0], "field"), "patch") << patch;
  }
}

TEST_F(WriterTest, OneCustomResourcesPlaceTakesCreationsOfAnyName) {
  const auto made = server.post(gadget("x"), R"({"apiVersion":"ref.example.com/v1",
      "kind":"Gadget","metadata":{"name":"y"},"spec":{"size":1}})");
  EXPECT_EQ(made.code, 201) << made.body;
  EXPECT_EQ(server.get(gadget("y")).code, 200);
  EXPECT_EQ(server.get(gadget("x")).code, 404);
  EXPECT_EQ(server.post(gadget("y") + "/status", "{}").code, 405);
}

TEST_F(WriterTest, TimesOfLeasesHaveSixDigits) {
  const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  const auto lease = [](std::string_view time) {
    return format(R"({{"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
                  R"("metadata":{{"name":"l"}},"spec":{{"renewTime":"{}"}}}})",
                  time);
  };
  const auto coarse = server.post(leases, lease("2026-01-01T00:00:00Z"));
  EXPECT_EQ(coarse.refusal(), "400 BadRequest");
  EXPECT_NE(coarse.text("message").find(R"(cannot parse "Z" as ".000000")"), std::string::npos);
  EXPECT_EQ(server.post(leases, lease("2026-01-01T00:00:00.000000Z")).code, 201);
  const std::string one = leases + "/l";
  EXPECT_EQ(server.merge(one, R"({"spec":{"renewTime":"2026-01-01T00:00:00Z"}})").refusal(),
            "422 Invalid");
  EXPECT_EQ(server.apply(one + "?fieldManager=me&force=true", lease("2026-01-01T00:00:00Z")).code,
            500);
}

TEST_F(WriterTest, AnOldVersionWarnsWhateverIsDone) {
  server.make_gadget("a");
  const std::string old = "/apis/ref.example.com/v1beta1/namespaces/default/gadgets/a";
  EXPECT_NE(server.get(old).header("Warning"), "");
  const auto patched = server.merge(old, R"({"spec":{"size":2}})");
  EXPECT_EQ(patched.text("apiVersion"), "ref.example.com/v1beta1");
  EXPECT_NE(patched.header("Warning"), "");
  EXPECT_EQ(server.get(gadget("a")).number("spec.size"), 2);
}

TEST(WriterOfKinds, WarnsOfWhatNobodyHereObeys) {
  ServerForTest server;
  const auto made = server.post(
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
      R"({"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration",
          "metadata":{"name":"w"},"webhooks":[{"name":"a.example.com","sideEffects":"None",
          "admissionReviewVersions":["v1"],"clientConfig":{"url":"https://a.example.com"}}]})");
  EXPECT_EQ(made.code, 201) << made.body;
  EXPECT_NE(made.header("Warning").find("not enforced"), std::string::npos)
      << made.header("Warning");
}

TEST(WriterOfKinds, GivesPodsWhatNobodyOwns) {
  ServerForTest server;
  constexpr std::string_view pods = "/api/v1/namespaces/default/pods";
  const auto made = server.post(pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},
      "spec":{"containers":[{"name":"c","image":"i"}]}})");
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_EQ(made.number("spec.priority"), 0);
  EXPECT_EQ(list_at(made.object, "spec.tolerations").size(), 2U);
  EXPECT_EQ(made.print("metadata.managedFields").find("f:priority"), std::string::npos);
  EXPECT_EQ(made.print("metadata.managedFields").find("f:tolerations"), std::string::npos);
  const auto refused = server.post(pods, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"q"},
      "spec":{"priorityClassName":"x","containers":[{"name":"c","image":"i"}]}})");
  EXPECT_EQ(refused.refusal(), "403 Forbidden");
}

TEST(WriterOfKinds, ScalesDeploymentsAndTellsTheirSelector) {
  ServerForTest server;
  constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";
  ASSERT_EQ(server
                .post(deployments, R"({"apiVersion":"apps/v1","kind":"Deployment",
                    "metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},
                    "template":{"metadata":{"labels":{"a":"b"}},
                    "spec":{"containers":[{"name":"c","image":"i"}]}}},
                    "status":{"replicas":7}})")
                .code,
            201);
  const std::string one = format("{}/d", deployments);
  EXPECT_EQ(server.merge(one + "/scale", R"({"spec":{"replicas":4}})").code, 200);
  const auto scale = server.get(one + "/scale");
  EXPECT_EQ(scale.text("status.selector"), "a=b");
  EXPECT_EQ(scale.number("spec.replicas"), 4);
  const auto deployment = server.get(one);
  EXPECT_EQ(deployment.number("metadata.generation"), 2);
  EXPECT_EQ(deployment.print("status"), "{}");
}

TEST(WriterOfKinds, RemembersWhoAsksForACertificate) {
  ServerForTest server;
  const auto made =
      server.post("/apis/certificates.k8s.io/v1/certificatesigningrequests",
                  R"({"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest",
          "metadata":{"name":"c"},"spec":{"request":"YQ==","signerName":"example.com/s",
          "usages":["client auth"],"username":"somebody-else"}})");
  ASSERT_EQ(made.code, 201) << made.body;
  EXPECT_NE(made.text("spec.username"), "somebody-else");
  const auto approved = server.merge(
      "/apis/certificates.k8s.io/v1/certificatesigningrequests/c/approval",
      R"({"status":{"conditions":[{"type":"Approved","status":"True","reason":"r"}]}})");
  EXPECT_EQ(approved.code, 200) << approved.body;
  EXPECT_EQ(list_at(approved.object, "status.conditions").size(), 1U);
}

}  // namespace
}  // namespace telltale::server
