// SPDX-License-Identifier: Apache-2.0
// Any bytes as a protobuf body, and as the object of every kind: an error, or an object that is
// JSON. The first byte picks the kind.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/proto/protobuf.h"

using namespace telltale;

namespace {

struct Kind {
  std::string_view api_version;
  std::string_view kind;
};

constexpr std::array kinds{
    Kind{"v1", "Pod"},
    Kind{"v1", "Secret"},
    Kind{"v1", "Node"},
    Kind{"coordination.k8s.io/v1", "Lease"},
    Kind{"events.k8s.io/v1", "Event"},
    Kind{"apiextensions.k8s.io/v1", "CustomResourceDefinition"},
    Kind{"authorization.k8s.io/v1", "SubjectAccessReview"},
    Kind{"v1", "DeleteOptions"},
};

void append_varint(std::string& out, std::size_t value) {
  for (; value > 127; value >>= 7U) out.push_back(static_cast<char>((value & 127U) | 128U));
  out.push_back(static_cast<char>(value));
}

void try_body(std::string_view body, const server::ExpectedKind& expected) {
  const auto object = server::decode_protobuf(body, expected);
  if (!object) return;
  check(json::parse(json::print(*object)).has_value(), "what was decoded is JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view body(reinterpret_cast<const char*>(bytes), size);
  try_body(body, {});
  if (size == 0) return 0;
  const Kind& kind = kinds[bytes[0] % kinds.size()];
  std::string enveloped("k8s\0\x12", 5);
  append_varint(enveloped, size - 1);
  enveloped.append(body.substr(1));
  try_body(enveloped,
           {.api_version = std::string(kind.api_version), .kind = std::string(kind.kind)});
  return 0;
}
