// SPDX-License-Identifier: Apache-2.0
#include "http/token_advice.h"

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "http/url.h"

namespace telltale::http {

bool is_from_here(const Request& request) {
  for (const std::string_view name : {"Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"}) {
    if (request.header(name)) return false;
  }
  const Result<Url> peer = parse_url(format("http://{}", request.peer));
  return peer && is_loopback(*peer);
}

std::string curl_with_token(std::string_view token_file, std::string_view url) {
  std::error_code error;
  const std::string path = std::filesystem::absolute(token_file, error).string();
  if (error || path.contains('\'') || printable(path) != path) return {};
  return format("curl -H \"Authorization: Bearer $(cat '{}')\" {}", path, url);
}

}  // namespace telltale::http
