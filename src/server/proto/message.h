// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the messages of Kubernetes' API look like: their field numbers, their names in JSON, and
// which of them JSON shows when they are empty. The messages are data, one line each:
//
//   ContainerPort name=1 hostPort=2:int containerPort=3:int! protocol=4 hostIP=5
//
// A field is name=number, then [] for a list or {} for a map with text keys, then :type (text when
// none is said), then `*` when an empty value is kept because it was said (a pointer in Go) or `!`
// when it is always shown. A field named `.` lies flat in its parent. A message with a `?` behind
// its name is a choice: its JSON is the value of the last of its fields that is there.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::server {

struct Message;

struct Field {
  enum class Type : std::uint8_t {
    String,
    Bytes,  // base64 in JSON
    Bool,
    Int,
    Double,
    Time,
    MicroTime,
    Quantity,
    IntOrString,
    Json,     // a message around JSON text
    Strings,  // a message around a list of texts
    Message,
  };
  enum class Many : std::uint8_t { One, List, Map };
  enum class Empty : std::uint8_t { Omitted, Kept, Always };

  std::uint32_t number = 0;
  std::string name = {};
  Type type = Type::String;
  Many many = Many::One;
  Empty empty = Empty::Omitted;
  const Message* message = nullptr;

  bool flat() const { return name == "."; }
};

struct Message {
  std::string name;
  bool choice = false;
  std::vector<Field> fields = {};

  const Field* field(std::uint32_t number) const;  // null when it is not known
};

// The message that a kind is sent as; null for kinds that have none here. DeleteOptions belong to
// every group.
const Message* message_of_kind(std::string_view api_version, std::string_view kind);

}  // namespace telltale::server
