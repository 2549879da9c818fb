// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `telltale store` asks of a running server, since nobody else can open its file meanwhile:
//
//   POST /telltale/store/check     looks whether everything is there as it was written
//   POST /telltale/store/compact   forgets history and gives its space back
//   POST /telltale/store/rotate-key  makes a new data key and seals everything with it
//   POST /telltale/store/backup    a page of everything, Secrets sealed (store/snapshot.h);
//                                  ?at=REVISION&after=KEY for those that follow
//
// No role but cluster-admin lets anybody post to paths, whatever it lets them read.

#include "http/message.h"
#include "server/request/call.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::store {
class KeyKeeper;
}  // namespace telltale::store

namespace telltale::server {

bool is_store_path(const Route& route);
// May take its time: not on a thread of the http server.
// `keys`: null where nothing is sealed.
Outcome<http::Response> answer_store(const Call& call, store::Store& store, store::KeyKeeper* keys);

}  // namespace telltale::server
