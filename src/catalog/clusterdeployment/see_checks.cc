// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/see_checks.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/clusterdeployment/grouped_reason.h"
#include "catalog/groups.h"

namespace telltale::clusterdeployment {
namespace {

constexpr std::string_view credentials_fail = "Platform credentials failed authentication check";

// An old condition that was True for trouble.
Finding read_old(const Observing& at, std::string_view type) {
  const Condition* old = at.condition(type);
  if (is(old, Status::False)) return {.check = Check::Passes, .source = type};
  if (!is(old, Status::True)) return {};
  return {.check = Check::Fails,
          .text = at.texts.keep(shown(old->message)),
          .source = type,
          .since = old->last_transition};
}

void see_credentials(const Observing& at) {
  Finding& finding = at.seen.checks.credentials;
  finding = read_old(at, "AuthenticationFailure");
  if (finding.check != Check::Fails || finding.text.starts_with(credentials_fail)) return;
  const std::string_view separator = finding.text.empty() ? "" : ": ";
  finding.text = at.texts.keep(format("{}{}{}", credentials_fail, separator, finding.text));
}

// Which ClusterImageSet is asked for. Only Hive's own way can do without one.
std::string_view image_set_name(const Observing& at) {
  if (!at.seen.install_path) return at.spec()["provisioning"]["imageSetRef"]["name"].as_string("");
  const Object* install = at.seen.install.object;
  if (install == nullptr) return {};
  return install->body["spec"]["imageSetRef"]["name"].as_string("");
}

void see_image_set(const Observing& at) {
  Finding& finding = at.seen.checks.image_set;
  const std::string_view name = image_set_name(at);
  const Sight sight =
      name.empty() ? Sight::NotCollected
                   : at.context.world.find({hive_group, "ClusterImageSet", {}, name, {}}).sight;
  if (sight == Sight::NotCollected) {
    finding = read_old(at, "ClusterImageSetNotFound");
    if (finding.check == Check::Unseen && at.seen.provisioning && name.empty()) {
      finding = {.check = Check::Passes, .source = "spec.provisioning"};
    }
    return;
  }
  finding.source = "ClusterImageSet";
  finding.check = sight == Sight::Present ? Check::Passes : Check::Fails;
  if (finding.check == Check::Passes) return;
  finding.text = at.texts.keep(format("ClusterImageSet {} does not exist", name));
}

// Two old conditions about one thing; the one that says which step failed lends its reason.
void see_images(const Observing& at) {
  const Finding resolution = read_old(at, "InstallerImageResolutionFailed");
  const Finding resolved = read_old(at, "InstallImagesNotResolved");
  Finding& finding = at.seen.checks.images;
  if (resolution.check == Check::Fails) {
    finding = resolution;
  } else if (resolved.check == Check::Fails) {
    finding = resolved;
    const std::string_view step = at.condition("InstallImagesNotResolved")->reason;
    finding.text = at.texts.keep(with_reason(step, finding.text));
  } else {
    finding = resolved.check == Check::Passes ? resolved : resolution;
  }
}

bool dns_is_well(const Observing& at) {
  const Check dns = at.seen.checks.dns.check;
  if (dns == Check::Unseen) return !at.spec()["manageDNS"].as_bool(false);
  return dns == Check::Passes;
}

// The checks that old conditions tell about have all been passed.
bool early_checks_pass(const Observing& at) {
  const Checks& checks = at.seen.checks;
  return dns_is_well(at) && checks.credentials.check == Check::Passes &&
         checks.image_set.check != Check::Fails && checks.images.check == Check::Passes;
}

bool stored_says(const Observing& at, std::string_view reason) {
  const Condition* stored = at.seen.stored.requirements;
  return is(stored, Status::False) && stored->reason == reason;
}

// Hive looks for the install config last: before that, its absence is no trouble yet.
void see_install_config_ref(const Observing& at) {
  if (!at.seen.provisioning) return;
  Finding& finding = at.seen.checks.install_config_ref;
  const json::Tree ref = at.spec()["provisioning"]["installConfigSecretRef"];
  if (ref.is(json::Tree::Type::Map)) {
    finding = {.check = Check::Passes, .source = "spec.provisioning"};
    return;
  }
  const bool reached = early_checks_pass(at) && !at.seen.attempted;
  if (!reached && !stored_says(at, "InstallConfigRefNotSet")) return;
  finding = {.check = Check::Fails,
             .text = "spec.provisioning.installConfigSecretRef is not set",
             .source = "spec.provisioning"};
}

// Whether Hive has started an attempt since the problem was noted; it never does so with one.
bool attempt_began_since(const Observing& at, Instant noted) {
  const World& world = at.context.world;
  const auto all = of_kind(world, world.belonging_to(at.deployment), "ClusterProvision");
  return std::ranges::any_of(
      all, [&](std::uint32_t index) { return world.objects()[index].created > noted; });
}

// A problem that was noted stands until something shows that it is over.
void hold(const Observing& at, const NamedCheck& named) {
  Finding& finding = at.seen.checks.*named.finding;
  const Condition& stored = *at.seen.stored.requirements;
  if (finding.check == Check::Unseen) {
    const bool over = attempt_began_since(at, stored.last_transition);
    finding = {.check = over ? Check::Passes : Check::Fails,
               .text = stored.message,
               .source = over ? "ClusterProvision" : "RequirementsMet",
               .since = stored.last_transition};
    if (!over && named.finding == &Checks::dns) at.seen.dns_trouble = DnsTrouble::Failing;
  }
  if (finding.check != Check::Passes) return;
  at.seen.resolved = clear_if_ours(&stored, named.reason, at.seen.install.requirements);
}

void weigh_stored_problem(const Observing& at) {
  const Condition* stored = at.seen.stored.requirements;
  const Owner owner = owner_of(stored, at.seen.install.requirements);
  if (owner == Owner::Other) {
    at.seen.other_problem = !attempt_began_since(at, stored->last_transition);
  }
  if (owner != Owner::Deployment) return;
  for (const NamedCheck& named : named_checks) {
    if (named.reason == stored->reason) hold(at, named);
  }
}

void pass_all(Checks& checks) {
  for (const NamedCheck& named : named_checks) {
    checks.*named.finding = {.check = Check::Passes, .source = "spec.installed"};
  }
}

}  // namespace

void see_checks(const Observing& at) {
  Seen& seen = at.seen;
  if (seen.installed) {
    // Whatever ails it now is not about getting installed.
    pass_all(seen.checks);
  } else {
    see_dns(at);
    see_credentials(at);
    see_image_set(at);
    see_images(at);
    see_install_config_ref(at);
  }
  weigh_stored_problem(at);
  const Checks& checks = seen.checks;
  const bool passed = !seen.installed && early_checks_pass(at) &&
                      checks.install_config_ref.check == Check::Passes &&
                      checks.install_config.check != Check::Fails &&
                      checks.customization.check != Check::Fails;
  seen.came_far = seen.provisioning && (seen.attempted || passed);
}

}  // namespace telltale::clusterdeployment
