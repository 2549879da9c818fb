// SPDX-License-Identifier: Apache-2.0
#include "demo/demo.h"

#include <utility>

namespace telltale::demo {

class Demo::Stage {};

Demo::Demo(std::shared_ptr<Stage> stage) : stage_(std::move(stage)) {}
Demo::~Demo() = default;
Result<std::unique_ptr<Demo>> Demo::start(const DemoParts&) {
  return fail(Error::Kind::Internal, "the demonstration is not built yet");
}
DemoFigures Demo::figures() const { return {}; }

}  // namespace telltale::demo
