// SPDX-License-Identifier: Apache-2.0
#pragma once

// The JSON value that can be changed: for patches, defaults and edits. What is only read is a Tree.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

namespace telltale::json {

using Value = boost::json::value;
using ValueMap = boost::json::object;
using ValueList = boost::json::array;
using ValueString = boost::json::string;

}  // namespace telltale::json
