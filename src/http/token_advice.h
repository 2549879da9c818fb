// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a refusal tells whoever has no token: on this machine where one lies, elsewhere nothing
// about this machine.

#include <string>
#include <string_view>

#include "http/message.h"

namespace telltale::http {

// Whether it comes from this machine, and from nobody who forwards it for others.
bool is_from_here(const Request& request);

// "curl -H "Authorization: Bearer $(cat '/data/token')" http://127.0.0.1:7480/metrics", to be
// pasted. Empty where the path has letters that a shell or a terminal could misread.
std::string curl_with_token(std::string_view token_file, std::string_view url);

}  // namespace telltale::http
