// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view group = "rbac.authorization.k8s.io";

std::string binding(std::string_view kind, std::string_view subjects) {
  return format(R"({{"roleRef":{{"apiGroup":"{}","kind":"{}","name":"r"}},"subjects":{}}})", group,
                kind, subjects);
}

TEST(KindRole, SaysWhatMayBeDoneToWhat) {
  EXPECT_THAT(errors_of(validate_role,
                        R"({"rules":[{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}]})"),
              IsEmpty());
  EXPECT_THAT(errors_of(validate_role, R"({"rules":[]})"), IsEmpty());
  EXPECT_THAT(
      errors_of(validate_role, R"({"rules":[{}]})"),
      ElementsAre("rules[0].verbs: Required value: verbs must contain at least one value",
                  "rules[0].apiGroups: Required value: resource rules must supply at least one api "
                  "group",
                  "rules[0].resources: Required value: resource rules must supply at least one "
                  "resource"));
}

TEST(KindRole, KnowsNoPaths) {
  constexpr std::string_view path = R"({"rules":[{"verbs":["get"],"nonResourceURLs":["/x"]}]})";
  EXPECT_THAT(errors_of(validate_role, path),
              ElementsAre(HasSubstr("namespaced rules cannot apply to non-resource URLs")));
  EXPECT_THAT(errors_of(validate_cluster_role, path), IsEmpty());
  EXPECT_THAT(
      errors_of(validate_cluster_role,
                R"({"rules":[{"verbs":["get"],"nonResourceURLs":["/x"],"resources":["pods"]}]})"),
      ElementsAre(HasSubstr("rules cannot apply to both regular resources and non-resource URLs")));
}

TEST(KindClusterRole, GathersOnlyByLabels) {
  EXPECT_THAT(errors_of(validate_cluster_role, R"({"aggregationRule":{}})"),
              ElementsAre(HasSubstr("aggregationRule.clusterRoleSelectors: Required value")));
  EXPECT_THAT(
      errors_of(validate_cluster_role, R"({"aggregationRule":{"clusterRoleSelectors":[{}]}})"),
      IsEmpty());
}

TEST(KindBinding, KnowsItsGroupByItself) {
  EXPECT_EQ(
      prepared(prepare_binding,
               R"({"roleRef":{"kind":"Role","name":"r"},"subjects":[{"kind":"User","name":"u"},
                         {"kind":"ServiceAccount","name":"s"},{"kind":"Group","apiGroup":"x"}]})"),
      R"({"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"r"},)"
      R"("subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"u"},)"
      R"({"kind":"ServiceAccount","name":"s"},{"apiGroup":"x","kind":"Group"}]})");
}

TEST(KindBinding, GivesARoleThatCanBe) {
  EXPECT_THAT(errors_of(validate_role_binding, binding("Role", "[]")), IsEmpty());
  EXPECT_THAT(errors_of(validate_role_binding, binding("ClusterRole", "[]")), IsEmpty());
  EXPECT_THAT(errors_of(validate_cluster_role_binding, binding("ClusterRole", "[]")), IsEmpty());
  EXPECT_THAT(
      errors_of(validate_cluster_role_binding, binding("Role", "[]")),
      ElementsAre("roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\""));
  EXPECT_THAT(errors_of(validate_role_binding, R"({"roleRef":{"kind":"Role","name":""}})"),
              ElementsAre(HasSubstr("roleRef.apiGroup: Unsupported value: \"\""),
                          "roleRef.name: Required value"));
}

TEST(KindBinding, NamesSubjectsThatCanBe) {
  const auto with = [](std::string_view subject) {
    return errors_of(validate_cluster_role_binding,
                     binding("ClusterRole", format("[{}]", subject)));
  };
  EXPECT_THAT(with(R"({"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"u"})"),
              IsEmpty());
  EXPECT_THAT(with(R"({"kind":"User","name":"u"})"),
              ElementsAre("subjects[0].apiGroup: Unsupported value: \"\": supported values: "
                          "\"rbac.authorization.k8s.io\""));
  EXPECT_THAT(with(R"({"kind":"ServiceAccount","name":"s","namespace":"n"})"), IsEmpty());
  EXPECT_THAT(with(R"({"kind":"ServiceAccount","name":"s"})"),
              ElementsAre("subjects[0].namespace: Required value"));
  EXPECT_THAT(with(R"({"kind":"ServiceAccount","name":"S_","namespace":"n"})"), SizeIs(1));
  EXPECT_THAT(with(R"({"kind":"Robot","name":"r"})"),
              ElementsAre(HasSubstr("subjects[0].kind: Unsupported value: \"Robot\"")));
  EXPECT_THAT(with(R"({"kind":"Group","apiGroup":"rbac.authorization.k8s.io","name":""})"),
              ElementsAre("subjects[0].name: Required value"));
  EXPECT_THAT(errors_of(validate_role_binding,
                        binding("Role", R"([{"kind":"ServiceAccount","name":"s"}])")),
              IsEmpty());
}

TEST(KindBinding, NeverChangesItsRole) {
  EXPECT_THAT(errors_of(validate_role_binding, binding("Role", "[]"), binding("ClusterRole", "[]")),
              ElementsAre(HasSubstr("roleRef: Invalid value: ")));
  EXPECT_THAT(errors_of(validate_role_binding, binding("Role", "[]"),
                        binding("Role", R"([{"kind":"User"}])")),
              IsEmpty());
}

}  // namespace
}  // namespace telltale::server
