// SPDX-License-Identifier: Apache-2.0
#pragma once

// The static Pods that kubeadm makes of the parts of a control plane, one of each per Machine, and
// what one of them shows of itself.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "json/tree/tree.h"
#include "observe/world.h"

namespace telltale::controlplane {

struct Component {
  std::string_view name;       // of the Pod, before the Node's name
  std::string_view condition;  // on the Machine
};
// etcd comes last: it counts only where the control plane runs it.
inline constexpr std::array<Component, 4> components{{
    {"kube-apiserver", "APIServerPodHealthy"},
    {"kube-controller-manager", "ControllerManagerPodHealthy"},
    {"kube-scheduler", "SchedulerPodHealthy"},
    {"etcd", "EtcdPodHealthy"},
}};
inline constexpr std::size_t kubernetes_components = 3;

enum class PodPhase : std::uint8_t { Pending, Running, Ended, Unknown };

struct Pod {
  Sight sight = Sight::NotCollected;
  bool readable = true;
  PodPhase phase = PodPhase::Unknown;
  bool scheduled = false;
  bool initialized = false;
  bool ready = false;
  bool waiting = false;        // some container waits to be started
  bool failed_before = false;  // some container ended with an error the last time
  bool terminated = false;     // some container has ended
  json::Tree containers = {};

  constexpr bool runs_well() const {
    return sight == Sight::Present && readable && phase == PodPhase::Running && ready;
  }
};

Pod see_pod(const World& world, const Home& home, std::string_view component,
            std::string_view node_name);

// "CrashLoopBackOff, ErrImagePull": the reasons of all containers that are in this state, which is
// "waiting" or "terminated", in the order of the containers.
std::string container_reasons(const Pod& pod, std::string_view state);

}  // namespace telltale::controlplane
