// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Leases of one namespace as an API server serves them: it can be down, and it can refuse.
//
//   LeaseApiForTest leases;
//   transport.always([&](const client::Outgoing& outgoing) { return leases.serve(outgoing); });

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "json/parse.h"
#include "reconcile/leases/lease_document.h"
#include "reconcile/leases/lease_world_for_test.h"

namespace telltale::live {

inline constexpr std::string_view leases_path =
    "/apis/coordination.k8s.io/v1/namespaces/telltale-system/leases";

class LeaseApiForTest {
 public:
  Result<http::Response> serve(const client::Outgoing& outgoing) {
    asked_.push_back(format("{} {}", outgoing.method, outgoing.target));
    if (is_down_) return fail(Error::Kind::Unreachable, "nobody answers");
    if (status_ != 0) return client::refusal(status_, "Forbidden", "leases are forbidden");
    return respond(server_.serve(request_of(outgoing)), outgoing);
  }

  LeaseServerForTest& server() { return server_; }
  const std::vector<std::string>& asked() const { return asked_; }
  void go_down() { is_down_ = true; }
  void come_back() { is_down_ = false; }
  void refuse_with(int status) { status_ = status; }

 private:
  static LeaseRequest request_of(const client::Outgoing& outgoing) {
    using What = LeaseRequest::What;
    const std::string_view rest = std::string_view(outgoing.target).substr(leases_path.size());
    LeaseRequest request{.name = std::string(rest.substr(rest.empty() ? 0 : 1))};
    if (outgoing.method == "GET") request.what = rest.starts_with('?') ? What::List : What::Read;
    if (outgoing.method == "DELETE") {
      request.what = What::Delete;
      const auto options = json::parse(outgoing.body);
      request.record.resource_version =
          options->at_pointer("/preconditions/resourceVersion").as_string();
    }
    if (outgoing.method != "POST" && outgoing.method != "PUT") return request;
    const auto lease = read_lease(outgoing.body);
    request.what = outgoing.method == "POST" ? What::Create : What::Update;
    request.name = lease->name;
    request.record = lease->record;
    return request;
  }
  static std::string document_of(const NamedLease& lease) {
    return lease_document({.namespace_name = "n", .name = lease.name, .write = lease.record.write},
                          lease.record);
  }
  static http::Response respond(const LeaseAnswer& answer, const client::Outgoing& outgoing) {
    if (!answer && answer.error().kind == Error::Kind::Conflict) {
      return client::refusal(409, "Conflict", "changed");
    }
    if (outgoing.target.find('?') != std::string::npos) {
      std::string items;
      for (const NamedLease& lease : *answer) {
        items += items.empty() ? "" : ",";
        items += document_of(lease);
      }
      return client::json_answer(200, format(R"({{"kind":"LeaseList","items":[{}]}})", items));
    }
    if (!answer || answer->empty()) {
      if (outgoing.method == "DELETE" && answer) return client::json_answer(200, "{}");
      return client::refusal(404, "NotFound", "not found");
    }
    return client::json_answer(200, document_of(answer->front()));
  }

  LeaseServerForTest server_;
  std::vector<std::string> asked_;
  bool is_down_ = false;
  int status_ = 0;
};

}  // namespace telltale::live
