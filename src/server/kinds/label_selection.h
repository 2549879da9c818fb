// SPDX-License-Identifier: Apache-2.0
#pragma once

// LabelSelectors as they stand in objects, held against labels.

#include <string>

#include "json/value.h"

namespace telltale::server {

// An empty selector selects everything.
bool selects(const json::Value& selector, const json::ValueMap& labels);
// "app=web,tier in (a,b)", as /scale tells it; for a plain map of labels, too.
std::string selector_words(const json::Value& selector);

}  // namespace telltale::server
