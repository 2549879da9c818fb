// SPDX-License-Identifier: Apache-2.0
#pragma once

// Create, update, patch and apply. Every write goes the same way: the object that should be is made
// from the request and the object that is, brought into shape, judged, and stored against the
// revision it was made from. A write that changes nothing is not made.

#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/entropy.h"
#include "http/message.h"
#include "server/objects/live_object.h"
#include "server/request/call.h"
#include "server/request/incoming.h"
#include "server/request/status_error.h"
#include "server/writes/service_addresses.h"
#include "store/store.h"

namespace telltale::server {

// What only the state of the server can say of an object that is about to be written: is its
// namespace there, may this user grant that, is this definition one. May change the object.
using Admit = std::function<Outcome<void>(Call& call, json::Value& object, const json::Value* old)>;

// What must be there when a create is answered, besides the object itself, which is stored.
using Complete = std::function<Outcome<void>(const Place& place, store::Revision revision)>;

// What the server itself gives an object just before it is stored, owned by nobody, and takes back
// when it is not stored after all.
struct ObjectToFill {
  Call& call;
  const Place& place;
  json::Value& object;
  const json::Value* old = nullptr;  // null on create
  bool dry_run = false;
};
using FillServerFields =
    std::function<Outcome<ServiceAddresses::Claim>(const ObjectToFill& to_fill)>;

class Writer {
 public:
  Writer(store::Store& store, const Clock& clock, Entropy& entropy, Admit admit,
         FillServerFields fill_server_fields, Complete complete)
      : store_(store),
        clock_(clock),
        entropy_(entropy),
        admit_(std::move(admit)),
        fill_server_fields_(std::move(fill_server_fields)),
        complete_(std::move(complete)) {}

  Outcome<http::Response> create(Call& call) const;
  Outcome<http::Response> update(Call& call) const;
  Outcome<http::Response> patch(Call& call) const;
  Outcome<http::Response> get_scale(const Call& call) const;

  struct Draft;  // one write on its way: writer_draft.h

 private:
  Outcome<Draft> draft_of(Call& call, std::string_view options_kind) const;
  Outcome<std::optional<Live>> load_live(const Draft& draft) const;
  Outcome<void> take_update(Draft& draft, const json::Value& body) const;
  Outcome<void> take_patch(Draft& draft, const Body& body, BodyType type) const;
  Outcome<void> take_scale_patch(Draft& draft, const json::Value& patch, BodyType type) const;
  Outcome<void> take_apply(Draft& draft, const json::Value& given) const;
  Outcome<http::Response> finish_create(Draft& draft) const;
  Outcome<http::Response> finish_update(Draft& draft) const;
  Outcome<http::Response> create_under_some_name(Draft& draft) const;
  Outcome<http::Response> answer(const Draft& draft, const store::Item& item, int status) const;
  Outcome<http::Response> answer_unsaved(const Draft& draft, int status) const;
  void bring_into_shape(Draft& draft, const json::Value* old) const;
  void record_owner(Draft& draft) const;
  void settle_update(Draft& draft) const;
  void count_generation(Draft& draft) const;

  store::Store& store_;
  const Clock& clock_;
  Entropy& entropy_;
  Admit admit_;
  FillServerFields fill_server_fields_;
  Complete complete_;
};

}  // namespace telltale::server
