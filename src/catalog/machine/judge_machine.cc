// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/judge_machine.h"

#include "catalog/controlplane/machine_conditions.h"
#include "catalog/healthcheck/judge_health.h"
#include "catalog/machine/deletion_tables.h"
#include "catalog/machine/lifecycle_tables.h"
#include "catalog/machine/node_health.h"
#include "catalog/machine/node_tables.h"
#include "catalog/machine/ready.h"
#include "catalog/machine/reference_tables.h"

namespace telltale::machine {
namespace {

void judge_references(const Seen& seen, Voice& voice) {
  voice.speak(bootstrap_config_ready_table, seen, [&] {
    return reference::mirror_ready(seen.bootstrap, "BootstrapConfigReady", voice.arena());
  });
  voice.speak(infrastructure_ready_table, seen, [&] {
    return reference::mirror_ready(seen.infrastructure, "InfrastructureReady", voice.arena());
  });
}

void judge_node(const Seen& seen, Voice& voice) {
  voice.speak(node_ready_table, seen, [&] {
    std::string message;
    Condition mirrored = mirror_node_ready(seen.node_conditions, message);
    mirrored.message = voice.arena().keep(message);
    return mirrored;
  });
  voice.speak(node_healthy_table, seen);
}

}  // namespace

Judged judge(const Scene& scene, const Object& machine, Seen& seen, Voice& voice) {
  return judge_unless_paused({.object = &machine}, paused_table, seen, voice, [&](Judged&) {
    judge_references(seen, voice);
    judge_node(seen, voice);
    controlplane::judge_control_plane_machine(seen.plane, voice);
    voice.speak(deleted_table, seen);
    voice.speak(updating_table, seen);
    voice.speak(up_to_date_table, seen);
    healthcheck::judge_health(scene, machine, voice);
    const auto summary =
        voice.speak(ready_table, seen, [&] { return judge_ready(voice, machine, seen); });
    if (summary) seen.ready = &voice.arena().keep(std::span(&*summary, 1)).front();
    voice.speak(available_table, seen);
  });
}

}  // namespace telltale::machine
