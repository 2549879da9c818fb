// SPDX-License-Identifier: Apache-2.0
#include "client/answer.h"

#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "client/api.h"
#include "json/parse.h"

namespace telltale::client {
namespace {

// A Status is short; a longer answer is a page of some proxy.
constexpr std::size_t status_bytes_max = std::size_t{1} << 20;

std::string status_message(std::string_view body) {
  const auto status = json::parse(body, {.bytes = status_bytes_max});
  if (!status || !status->is_object()) return {};
  const json::Value* kind = status->get_object().if_contains("kind");
  const json::Value* message = status->get_object().if_contains("message");
  const bool is_status = kind != nullptr && kind->is_string() && kind->get_string() == "Status";
  if (!is_status || message == nullptr || !message->is_string()) return {};
  return std::string(message->get_string());
}

std::string shown(std::string_view text) {
  return truncate_utf8(printable(trim(text.substr(0, refusal_bytes_max))), refusal_bytes_max);
}

}  // namespace

http::Response joined(http::Response answer) {
  std::size_t bytes = answer.body.size();
  for (const auto& piece : answer.pieces) bytes += piece->size();
  answer.body.reserve(bytes);
  for (const auto& piece : answer.pieces) answer.body += *piece;
  answer.pieces.clear();
  return answer;
}

std::string refusal_text(const http::Response& answer) {
  const std::string message = status_message(answer.body);
  return shown(message.empty() ? std::string_view(answer.body) : message);
}

Error::Kind kind_of_status(int status) {
  switch (status) {
    case 400:
    case 422:
      return Error::Kind::Invalid;
    case 404:
      return Error::Kind::NotFound;
    case 409:
      return Error::Kind::Conflict;
    case 410:
      return Error::Kind::Gone;
    case 413:
      return Error::Kind::TooLarge;
    case 429:
      return Error::Kind::Unreachable;
    default:
      return status >= 500 ? Error::Kind::Unreachable : Error::Kind::Internal;
  }
}

Result<http::Response> accepted(Result<http::Response> answer, std::string_view target) {
  if (!answer) return answer;
  if (answer->status >= 200 && answer->status < 300) return joined(std::move(*answer));
  const http::Response whole = joined(std::move(*answer));
  const std::string text = refusal_text(whole);
  return fail(kind_of_status(whole.status),
              format("{} answered {}{}{}", target, whole.status, text.empty() ? "" : ": ", text));
}

}  // namespace telltale::client
