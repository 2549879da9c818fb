// SPDX-License-Identifier: Apache-2.0
#pragma once

// What Go's types of Kubernetes' own kinds do to an object on its way through them, by its schema.

#include "json/value.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

// Amounts are written in one way ("1000m" is "1", and a number becomes text), and a text that must
// be there is not there when it is empty: to Go they are the same.
void normalise(json::Value& object, const Structure& structure);

// The object of which nothing was said: what Go holds by value is there and empty. Whoever writes
// below it owns what they write, not the place.
json::Value empty_object(const Structure& structure);

}  // namespace telltale::schema
