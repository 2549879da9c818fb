// SPDX-License-Identifier: Apache-2.0
#pragma once

// HTTP/2 on one connection: many requests beside each other, each with its own flow of bytes.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "http/session.h"

namespace telltale::http {

// A peer without authentication gets fewer of them, and small windows: its bodies are not wanted.
inline constexpr std::uint32_t h2_streams_max = 250;
inline constexpr std::uint32_t h2_streams_max_of_strangers = 100;
// Bytes of requests that are not complete yet, all streams together.
inline constexpr std::size_t h2_bodies_bytes_max = std::size_t{32} << 20;
// Of a request that was refused: so much is thrown away, so that clients that read late hear why.
inline constexpr std::size_t h2_discarded_bytes_max = std::size_t{16} << 20;
// A client may break off this many requests before one that it lets finish; then it is sent away.
inline constexpr int h2_resets_max = 500;

std::unique_ptr<Session> make_h2_session(SessionSetup setup);

}  // namespace telltale::http
