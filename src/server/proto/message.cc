// SPDX-License-Identifier: Apache-2.0
#include "server/proto/message.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "base/check.h"
#include "base/text.h"
#include "server/proto/message_text.h"

namespace telltale::server {
namespace {

struct TypeWord {
  std::string_view word;
  Field::Type type;
};

constexpr std::array type_words{
    TypeWord{"bytes", Field::Type::Bytes},       TypeWord{"bool", Field::Type::Bool},
    TypeWord{"int", Field::Type::Int},           TypeWord{"double", Field::Type::Double},
    TypeWord{"time", Field::Type::Time},         TypeWord{"microtime", Field::Type::MicroTime},
    TypeWord{"quantity", Field::Type::Quantity}, TypeWord{"intorstring", Field::Type::IntOrString},
    TypeWord{"json", Field::Type::Json},         TypeWord{"strings", Field::Type::Strings},
};

struct KindMessage {
  std::string_view api_version;
  std::string_view kind;
  std::string_view message = kind;
};

constexpr std::array kind_messages{
    KindMessage{"v1", "Binding"},
    KindMessage{"v1", "ConfigMap"},
    KindMessage{"v1", "Endpoints"},
    KindMessage{"v1", "Event"},
    KindMessage{"v1", "LimitRange"},
    KindMessage{"v1", "Namespace"},
    KindMessage{"v1", "Node"},
    KindMessage{"v1", "Pod"},
    KindMessage{"v1", "ResourceQuota"},
    KindMessage{"v1", "Secret"},
    KindMessage{"v1", "Service"},
    KindMessage{"v1", "ServiceAccount"},
    KindMessage{"events.k8s.io/v1", "Event", "events.Event"},
    KindMessage{"coordination.k8s.io/v1", "Lease"},
    KindMessage{"authentication.k8s.io/v1", "SelfSubjectReview"},
    KindMessage{"authentication.k8s.io/v1", "TokenRequest"},
    KindMessage{"authentication.k8s.io/v1", "TokenReview"},
    KindMessage{"authorization.k8s.io/v1", "LocalSubjectAccessReview"},
    KindMessage{"authorization.k8s.io/v1", "SelfSubjectAccessReview"},
    KindMessage{"authorization.k8s.io/v1", "SelfSubjectRulesReview"},
    KindMessage{"authorization.k8s.io/v1", "SubjectAccessReview"},
    KindMessage{"rbac.authorization.k8s.io/v1", "ClusterRole"},
    KindMessage{"rbac.authorization.k8s.io/v1", "ClusterRoleBinding"},
    KindMessage{"rbac.authorization.k8s.io/v1", "Role"},
    KindMessage{"rbac.authorization.k8s.io/v1", "RoleBinding"},
    KindMessage{"apiextensions.k8s.io/v1", "CustomResourceDefinition"},
    KindMessage{"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration"},
    KindMessage{"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"},
    KindMessage{"autoscaling/v1", "Scale"},
    KindMessage{"policy/v1", "Eviction"},
};

using MessagesByName = std::map<std::string, Message, std::less<>>;

// Takes what `text` ends with off its end.
bool took_off(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

Field::Empty take_empty(std::string_view& word) {
  if (took_off(word, "*")) return Field::Empty::Kept;
  if (took_off(word, "!")) return Field::Empty::Always;
  return Field::Empty::Omitted;
}

Field::Many take_many(std::string_view& word) {
  if (took_off(word, "[]")) return Field::Many::List;
  if (took_off(word, "{}")) return Field::Many::Map;
  return Field::Many::One;
}

void set_type(Field& field, std::string_view word, const MessagesByName& messages) {
  const auto* known = std::ranges::find(type_words, word, &TypeWord::word);
  if (known != type_words.end()) {
    field.type = known->type;
    return;
  }
  const auto message = messages.find(word);
  check(message != messages.end(), "a field is of a type or a message that is there");
  field.type = Field::Type::Message;
  field.message = &message->second;
}

Field field_of_word(std::string_view word, const MessagesByName& messages) {
  Field field;
  field.empty = take_empty(word);
  if (const std::size_t colon = word.find(':'); colon != std::string_view::npos) {
    set_type(field, word.substr(colon + 1), messages);
    word = word.substr(0, colon);
  }
  field.many = take_many(word);
  const std::size_t equals = word.find('=');
  check(equals != std::string_view::npos, "a field has a number");
  field.name = word.substr(0, equals);
  const std::string_view number = word.substr(equals + 1);
  const auto read = std::from_chars(number.data(), number.data() + number.size(), field.number);
  check(read.ec == std::errc{} && field.number > 0, "a field has a number");
  return field;
}

// The name of a message, and its fields as words.
struct Written {
  std::string name;
  bool choice = false;
  std::vector<std::string_view> words = {};
};

void take_words(std::string_view line, std::vector<std::string_view>& words) {
  for (const std::string_view word : split(line, ' '))
    if (!word.empty()) words.push_back(word);
}

std::vector<Written> written_messages() {
  std::vector<Written> all;
  for (const std::string_view text :
       {core_messages(), pod_messages(), group_messages(), kind_messages_text()}) {
    for (const std::string_view line : split(text, '\n')) {
      if (line.empty()) continue;
      if (!line.starts_with(' ')) {
        std::string_view name = line.substr(0, line.find(' '));
        const bool choice = took_off(name, "?");
        all.push_back({.name = std::string(name), .choice = choice});
      }
      take_words(line, all.back().words);
      if (!line.starts_with(' ')) all.back().words.erase(all.back().words.begin());
    }
  }
  return all;
}

MessagesByName read_messages() {
  const std::vector<Written> all = written_messages();
  MessagesByName messages;
  for (const Written& written : all) {
    const bool is_new =
        messages.emplace(written.name, Message{.name = written.name, .choice = written.choice})
            .second;
    check(is_new, "a message is written once");
  }
  for (const Written& written : all)
    for (const std::string_view word : written.words)
      messages.find(written.name)->second.fields.push_back(field_of_word(word, messages));
  return messages;
}

const MessagesByName& all_messages() {
  static const MessagesByName messages = read_messages();
  return messages;
}

const Message* message_named(std::string_view name) {
  const auto found = all_messages().find(name);
  check(found != all_messages().end(), "a kind has a message");
  return &found->second;
}

// Messages that are not written by hand are called as their group and kind: "apps.Deployment". Of
// the core group only those are kinds that have metadata.
const Message* generated_message(std::string_view api_version, std::string_view kind) {
  const std::size_t slash = api_version.find('/');
  const bool core = slash == std::string_view::npos;
  const std::string_view version = core ? api_version : api_version.substr(slash + 1);
  const std::string_view group = core ? std::string_view{} : api_version.substr(0, slash);
  if (version != "v1" && api_version != "autoscaling/v2") return nullptr;
  const std::string name =
      core ? std::string(kind) : format("{}.{}", group.substr(0, group.find('.')), kind);
  const auto found = all_messages().find(name);
  if (found == all_messages().end()) return nullptr;
  const Field* first = found->second.field(1);
  return first != nullptr && first->name == "metadata" ? &found->second : nullptr;
}

}  // namespace

const Field* Message::field(std::uint32_t number) const {
  const auto found = std::ranges::find(fields, number, &Field::number);
  return found == fields.end() ? nullptr : &*found;
}

const Message* message_of_kind(std::string_view api_version, std::string_view kind) {
  if (kind == "DeleteOptions") return message_named(kind);
  const auto* found = std::ranges::find_if(kind_messages, [&](const KindMessage& known) {
    return known.api_version == api_version && known.kind == kind;
  });
  return found == kind_messages.end() ? generated_message(api_version, kind)
                                      : message_named(found->message);
}

}  // namespace telltale::server
