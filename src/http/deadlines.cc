// SPDX-License-Identifier: Apache-2.0
#include "http/deadlines.h"

#include <algorithm>

namespace telltale::http {
namespace {

using Waiting = Session::Stage::Waiting;

std::chrono::nanoseconds time_for(Waiting waiting, const Limits& limits) {
  if (waiting == Waiting::ForNothing) return Deadlines::never;
  // Who has not asked for anything yet gets no more time than a request takes.
  return waiting == Waiting::ForNext ? limits.idle : limits.read;
}

}  // namespace

void Deadlines::update() { earliest_ = std::min(read_, write_).count(); }

void Deadlines::allow(Nanoseconds now, Nanoseconds time) {
  read_ = time == never ? never : now + time;
  update();
}

void Deadlines::enter(Nanoseconds now, const Session::Stage& stage) {
  if (has_stage_ && stage == stage_) return;
  has_stage_ = true;
  stage_ = stage;
  allow(now, time_for(stage.waiting, limits_));
}

void Deadlines::sending(Nanoseconds now, Sending how) {
  if (how == Sending::Free) {
    write_ = never;
  } else if (how == Sending::StuckButMoving || write_ == never) {
    write_ = now + limits_.write;
  }
  update();
}

void Deadlines::stop() {
  read_ = never;
  write_ = never;
  update();
}

bool Deadlines::is_idle() const {
  return has_stage_ && stage_.waiting == Waiting::ForNext && write_ == never;
}

}  // namespace telltale::http
