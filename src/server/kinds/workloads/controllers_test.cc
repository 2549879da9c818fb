// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "server/kinds/label_selection.h"
#include "server/kinds/words_for_test.h"
#include "server/kinds/workloads/pod_spec.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view deployed = R"({"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},
    "strategy":{"type":"RollingUpdate"},"template":{"metadata":{"labels":{"a":"b"}},
    "spec":{"restartPolicy":"Always","containers":[{"name":"c","image":"i:1"}]}}}})";

TEST(KindDeployment, RollsAQuarterAtATime) {
  json::Value object = from_json(deployed);
  prepare_deployment(object, nullptr);
  EXPECT_EQ(
      json::print(object.at("spec").at("strategy")),
      R"({"rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"},"type":"RollingUpdate"})");
  EXPECT_EQ(
      object.at("spec").at("template").at("spec").at("containers").at(0).at("imagePullPolicy"),
      "IfNotPresent");
  EXPECT_THAT(errors_of(validate_deployment, json::print(object)), IsEmpty());
}

TEST(KindDeployment, SelectsItsOwnPodsForEver) {
  EXPECT_THAT(errors_of(validate_deployment, R"({"spec":{"selector":{"matchLabels":{"a":"c"}},
                  "template":{"metadata":{"labels":{"a":"b"}},"spec":{"restartPolicy":"Always",
                  "containers":[{"name":"c","image":"i"}]}}}})"),
              ElementsAre(HasSubstr("`selector` does not match template `labels`")));
  EXPECT_THAT(errors_of(validate_deployment, deployed, R"({"spec":{"selector":{}}})"),
              ElementsAre(HasSubstr("spec.selector: Invalid value")));
}

TEST(KindDeployment, NeedsContainers) {
  EXPECT_THAT(errors_of(validate_deployment,
                        R"({"spec":{"selector":{"matchLabels":{"a":"b"}},
                          "template":{"metadata":{"labels":{"a":"b"}},
                          "spec":{"restartPolicy":"Always"}}}})"),
              ElementsAre("spec.template.spec.containers: Required value"));
}

TEST(KindDaemonSet, CountsChangesOfItsPods) {
  json::Value object = from_json(deployed);
  prepare_daemon_set(object, nullptr);
  EXPECT_EQ(json::print(object.at("metadata")),
            R"({"annotations":{"deprecated.daemonset.template.generation":"1"}})");
  json::Value changed = object;
  changed.at("spec").at("template").get_object()["x"] = 1;
  prepare_daemon_set(changed, &object);
  EXPECT_EQ(json::print(changed.at("metadata")),
            R"({"annotations":{"deprecated.daemonset.template.generation":"2"}})");
}

TEST(KindStatefulSet, ChangesLittle) {
  EXPECT_THAT(errors_of(validate_stateful_set, deployed, deployed), IsEmpty());
  json::Value other = from_json(deployed);
  other.at("spec").get_object()["serviceName"] = "s";
  EXPECT_THAT(errors_of(validate_stateful_set, json::print(other), deployed),
              ElementsAre(HasSubstr("spec: Forbidden: updates to statefulset spec")));
}

TEST(KindJob, IsKnownByItsUid) {
  json::Value job = from_json(R"({"metadata":{"name":"j","uid":"u"},
      "spec":{"template":{"spec":{"restartPolicy":"Never",
      "containers":[{"name":"c","image":"i"}]}}}})");
  prepare_job(job, nullptr);
  EXPECT_EQ(json::print(job.at("spec").at("selector")),
            R"({"matchLabels":{"batch.kubernetes.io/controller-uid":"u"}})");
  EXPECT_EQ(job.at("spec").at("backoffLimit"), 6);
  EXPECT_EQ(job.at("spec").at("completions"), 1);
  EXPECT_THAT(errors_of(validate_job, json::print(job)), IsEmpty());
  job.at("spec").at("template").at("spec").get_object()["restartPolicy"] = "Always";
  EXPECT_THAT(errors_of(validate_job, json::print(job)),
              ElementsAre(HasSubstr("restartPolicy: Required value")));
}

TEST(KindCronJob, NeedsFiveFields) {
  const auto with = [](std::string_view schedule) {
    return errors_of(validate_cron_job,
                     format(R"({{"spec":{{"schedule":"{}","jobTemplate":{{"spec":{{"template":{{
                       "spec":{{"restartPolicy":"Never",
                       "containers":[{{"name":"c","image":"i"}}]}}}}}}}}}}}})",
                            schedule));
  };
  EXPECT_THAT(with("* * * * *"), IsEmpty());
  EXPECT_THAT(with("@daily"), IsEmpty());
  EXPECT_THAT(with("every day"), ElementsAre(HasSubstr("spec.schedule")));
}

TEST(PodSpec, ChecksContainersVolumesAndPorts) {
  schema::FieldErrors field_errors;
  check_pod_spec(from_json(R"({"volumes":[{"name":"v","emptyDir":{}},{"name":"v","emptyDir":{}}],
      "containers":[{"name":"A","image":""},
                    {"name":"b","image":"i","ports":[{"containerPort":70000}],
                     "volumeMounts":[{"name":"w","mountPath":"/w"}]},
                    {"name":"b","image":"i","imagePullPolicy":"Now"}],"restartPolicy":"Maybe"})"),
                 "spec", field_errors);
  std::vector<std::string> fields;
  for (const schema::FieldError& field_error : field_errors) fields.push_back(field_error.field);
  EXPECT_THAT(fields,
              ElementsAre("spec.volumes[1].name", "spec.containers[0].name",
                          "spec.containers[0].image", "spec.containers[1].ports[0].containerPort",
                          "spec.containers[1].volumeMounts[0].name", "spec.containers[2].name",
                          "spec.containers[2].imagePullPolicy", "spec.restartPolicy"));
}

TEST(PodSpec, TellsHowWellAPodIsServed) {
  const auto quality = [](std::string_view resources) {
    return quality_of(from_json(format(R"({{"containers":[{{"resources":{}}}]}})", resources)));
  };
  EXPECT_EQ(quality("{}"), "BestEffort");
  EXPECT_EQ(quality(R"({"requests":{"cpu":"1"}})"), "Burstable");
  EXPECT_EQ(quality(R"({"limits":{"cpu":"1","memory":"1Gi"}})"), "Guaranteed");
}

TEST(LabelSelection, FollowsEveryOperator) {
  const auto fits = [](std::string_view selector) {
    return selects(from_json(selector), from_json(R"({"a":"b"})").get_object());
  };
  EXPECT_TRUE(fits("{}"));
  EXPECT_TRUE(fits(R"({"matchLabels":{"a":"b"}})"));
  EXPECT_FALSE(fits(R"({"matchLabels":{"a":"c"}})"));
  EXPECT_TRUE(fits(R"({"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]})"));
  EXPECT_FALSE(fits(R"({"matchExpressions":[{"key":"a","operator":"NotIn","values":["b"]}]})"));
  EXPECT_TRUE(fits(R"({"matchExpressions":[{"key":"x","operator":"NotIn","values":["b"]}]})"));
  EXPECT_TRUE(fits(R"({"matchExpressions":[{"key":"a","operator":"Exists"}]})"));
  EXPECT_TRUE(fits(R"({"matchExpressions":[{"key":"x","operator":"DoesNotExist"}]})"));
  EXPECT_EQ(selector_words(from_json(R"({"matchLabels":{"b":"c","a":"b"},
                "matchExpressions":[{"key":"t","operator":"In","values":["y","x"]}]})")),
            "a=b,b=c,t in (x,y)");
  EXPECT_EQ(selector_words(from_json(R"({"a":"b"})")), "a=b");
}

}  // namespace
}  // namespace telltale::server
