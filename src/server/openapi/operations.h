// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can be done with a resource, path by path: the part of an OpenAPI document that is the same
// in every dialect. Clients look here for what a verb accepts: that PATCH knows dryRun and
// fieldValidation, that a kind takes strategic merge patches.

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "server/resource.h"

namespace telltale::server::openapi {

struct Parameter {
  std::string_view name;  // "dryRun"
  std::string_view type;  // string, integer, boolean
  std::string_view description;
};

// Something said of every parameter by its name; what is unknown is a bug.
const Parameter& query_parameter(std::string_view name);

struct Operation {
  std::string_view method;  // "patch"
  std::string_view action;  // "list", as x-kubernetes-action tells it
  std::string description;
  std::string id;
  std::vector<std::string_view> parameters = {};  // in the query
  std::string body = {};                          // the name of its schema; empty: none
  std::vector<std::string_view> consumes = {};    // content types of the body
  std::string answer = {};                        // the name of its schema
  std::vector<int> codes = {};                    // of success
};

struct Path {
  std::string path;                                 // "/api/v1/namespaces/{namespace}/configmaps"
  std::vector<std::string_view> placeholders = {};  // "name", "namespace"
  std::vector<Operation> operations = {};
};

std::vector<Path> paths_of(const Resource& resource, const Version& version);

// What a placeholder stands for: "name of the Gadget".
std::string placeholder_words(std::string_view placeholder, const Resource& resource);
// "OK", "Created", "Accepted"
std::string_view code_words(int code);

}  // namespace telltale::server::openapi
