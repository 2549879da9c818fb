// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether what a path names is there at all, whoever asks. Authorization goes by the path alone,
// and handlers by the resource; this stands between the two, so that the namespace that somebody
// was let into is the one that is read and written.
//
//   /api/v1/namespaces/team-a/nodes      nowhere: Nodes lie in no namespace
//   /api/v1/namespaces/team-a            there: one Namespace, asked for with rights inside of it
//   /api/v1/configmaps                   there to be listed and watched across namespaces
//   /api/v1/configmaps/a                 nowhere: it lies in some namespace

#include "server/request/call.h"

namespace telltale::server {

// Of a call about objects. What is not there is answered with page_not_found.
bool has_endpoint(const Call& call);

}  // namespace telltale::server
