// SPDX-License-Identifier: Apache-2.0
#pragma once

// An answer to people: one sentence as plain text, which no browser takes for anything else.

#include <string_view>

#include "http/message.h"

namespace telltale::live {

http::Response plain_answer(int status, std::string_view sentence);

}  // namespace telltale::live
