// SPDX-License-Identifier: Apache-2.0
#pragma once

// HTTP/1.1 on one connection: one request after the other, answers whole or in chunks.

#include <memory>

#include "http/session.h"

namespace telltale::http {

std::unique_ptr<Session> make_h1_session(SessionSetup setup);

}  // namespace telltale::http
