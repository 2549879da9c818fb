// SPDX-License-Identifier: Apache-2.0
// Any document must give an object or an error; what comes out must keep the promises that
// the rooms above rely on.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "kube/read_conditions.h"
#include "kube/read_metadata.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

void check_object(const Object& object) {
  check(!object.key.kind.empty() && !object.key.name.empty(), "an object has a kind and a name");
  check(!object.api_version.empty(), "an object has an API version");
  check(object.labels.size() <= labels_max && object.annotations.size() <= annotations_max &&
            object.owners.size() <= owners_max,
        "metadata has limits");
  check(!object.body["metadata"] && object.body["status"]["conditions"].items().empty(),
        "what is typed is not kept twice");
  for (const ConditionList& list : object.condition_lists) {
    check(list.conditions.size() <= conditions_max, "condition lists have limits");
    for (const Condition& condition : list.conditions) {
      check(!condition.type.empty(), "a condition has a type");
    }
  }
}

void try_text(std::string_view text) {
  const std::string_view paths[] = {"spec", "status"};
  const json::Selection selection = select_fields(paths);
  Arena arena;
  ObjectReader reader([&](const json::Header&) -> const json::Selection& { return selection; },
                      arena);
  std::vector<ObjectError> object_errors;
  const json::PaddedCopy copy(text);
  const auto object = reader.read(copy.padded(), {}, object_errors);
  const auto item = reader.read(copy.padded(), {"v1", "Node"}, object_errors);
  if (object) check_object(*object);
  if (item) check_object(*item);
  check(!object || item.has_value(), "defaults never take an object away");
  for (const ObjectError& object_error : object_errors) {
    check(object_error.offset < text.size(), "an error stands inside the document");
  }
}

}  // namespace
}  // namespace telltale

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  telltale::try_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
