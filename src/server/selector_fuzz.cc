// SPDX-License-Identifier: Apache-2.0
// Two lines are a label selector and a field selector, the rest an object: any selectors give a
// filter or a 400, and a filter answers for any bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "server/objects/object_filter.h"

namespace telltale::server {
namespace {

void try_selectors(std::string_view labels, std::string_view fields, std::string_view object) {
  auto behavior = std::make_shared<KindBehavior>();
  behavior->field_labels = {{"type", "type"}, {"involvedObject.name", "involvedObject.name"}};
  const Resource resource{.plural = "events", .behavior = behavior};
  const auto filter = ObjectFilter::make(labels, fields, resource);
  if (!filter) {
    check(filter.error().code == 400 && !filter.error().message.empty(), "a bad selector is a 400");
    return;
  }
  const bool matches = filter->matches(object);
  check(matches == filter->matches(object), "a filter answers the same twice");
  check(!filter->all() || matches, "without requirements everything passes");
}

}  // namespace
}  // namespace telltale::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t first = text.find('\n');
  if (first == std::string_view::npos) return 0;
  const std::size_t second = text.find('\n', first + 1);
  if (second == std::string_view::npos) return 0;
  telltale::server::try_selectors(text.substr(0, first), text.substr(first + 1, second - first - 1),
                                  text.substr(second + 1));
  return 0;
}
