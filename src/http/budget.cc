// SPDX-License-Identifier: Apache-2.0
#include "http/budget.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.h"

namespace telltale::http {
namespace {

// Names of those who are gone are forgotten when there are this many.
constexpr std::size_t names_kept = 64;

std::size_t rest_of(std::size_t limit, const std::atomic<std::size_t>& used) {
  return limit - std::min(limit, used.load(std::memory_order_relaxed));
}

// Never above the limit, also while many try at once.
bool add_within(std::atomic<std::size_t>& used, std::size_t bytes, std::size_t limit) {
  std::size_t now = used.load(std::memory_order_relaxed);
  do {
    if (bytes > limit - std::min(limit, now)) return false;
  } while (!used.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
  return true;
}

}  // namespace

struct Budget::Ledger {
  explicit Ledger(std::size_t bytes_max) : all_max(bytes_max) {}

  const std::size_t all_max;
  std::atomic<std::size_t> all = 0;
  std::array<std::atomic<std::size_t>, uses> held{};
  std::array<std::atomic<std::uint64_t>, limits> refused{};

  std::atomic<std::size_t>& of(Use use) { return held[static_cast<std::size_t>(use)]; }
  void refuse(Limit limit) {
    refused[static_cast<std::size_t>(limit)].fetch_add(1, std::memory_order_relaxed);
  }
};

Budget::Budget(const Shares& shares)
    : shares_(shares),
      ledger_(std::make_shared<Ledger>(shares.all)),
      strangers_(std::make_shared<Account>(ledger_, shares.strangers, Limit::Strangers)),
      connections_(std::make_shared<Account>(ledger_, shares.all, Limit::All)),
      forget_at_(names_kept) {}

Budget::Shares Budget::shares_of(std::size_t all) {
  const std::size_t quarter = all / 4;
  return {.all = all, .strangers = std::min(Shares{}.strangers, quarter), .client = quarter};
}

Budget::~Budget() = default;

std::shared_ptr<Budget::Account> Budget::client(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto found = clients_.find(name); found != clients_.end()) {
    if (auto account = found->second.lock()) return account;
  }
  if (clients_.size() >= forget_at_) {
    std::erase_if(clients_, [](const auto& known) { return known.second.expired(); });
    forget_at_ = std::max(names_kept, 2 * clients_.size());
  }
  auto account = std::make_shared<Account>(ledger_, shares_.client, Limit::Client);
  clients_.insert_or_assign(std::string(name), account);
  return account;
}

Budget::Figures Budget::figures() const {
  Figures figures;
  for (std::size_t i = 0; i < uses; ++i) figures.held[i] = ledger_->held[i].load();
  for (std::size_t i = 0; i < limits; ++i) figures.refused[i] = ledger_->refused[i].load();
  figures.all = ledger_->all.load();
  figures.strangers = shares_.strangers - std::min(shares_.strangers, strangers_->left());
  return figures;
}

Budget::Account::Account(std::shared_ptr<Ledger> ledger, std::size_t bytes_max, Limit limit)
    : ledger_(std::move(ledger)), bytes_max_(bytes_max), limit_(limit) {}

bool Budget::Account::take(Use use, std::size_t bytes) {
  if (!add_within(bytes_, bytes, bytes_max_)) {
    ledger_->refuse(limit_);
    return false;
  }
  if (!add_within(ledger_->all, bytes, ledger_->all_max)) {
    bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    ledger_->refuse(Limit::All);
    return false;
  }
  ledger_->of(use).fetch_add(bytes, std::memory_order_relaxed);
  return true;
}

void Budget::Account::take_anyway(Use use, std::size_t bytes) {
  bytes_.fetch_add(bytes, std::memory_order_relaxed);
  ledger_->all.fetch_add(bytes, std::memory_order_relaxed);
  ledger_->of(use).fetch_add(bytes, std::memory_order_relaxed);
}

void Budget::Account::give(Use use, std::size_t bytes) {
  const std::size_t before = bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  check(before >= bytes, "no more is given back than was taken");
  ledger_->all.fetch_sub(bytes, std::memory_order_relaxed);
  ledger_->of(use).fetch_sub(bytes, std::memory_order_relaxed);
}

std::size_t Budget::Account::left() const {
  return std::min(rest_of(bytes_max_, bytes_), rest_of(ledger_->all_max, ledger_->all));
}

void Budget::Account::note_refusal(Limit limit) { ledger_->refuse(limit); }

Hold::Hold(Hold&& other) noexcept
    : account_(std::move(other.account_)),
      use_(other.use_),
      bytes_(std::exchange(other.bytes_, 0)) {}

Hold& Hold::operator=(Hold&& other) noexcept {
  if (this == &other) return *this;
  shrink_to(0);
  account_ = std::move(other.account_);
  use_ = other.use_;
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

bool Hold::resize(std::size_t bytes) {
  if (bytes > bytes_ && account_ && !account_->take(use_, bytes - bytes_)) return false;
  if (bytes < bytes_) shrink_to(bytes);
  bytes_ = bytes;
  return true;
}

void Hold::resize_anyway(std::size_t bytes) {
  if (bytes > bytes_ && account_) account_->take_anyway(use_, bytes - bytes_);
  if (bytes < bytes_) shrink_to(bytes);
  bytes_ = bytes;
}

void Hold::shrink_to(std::size_t bytes) {
  if (account_ && bytes_ > bytes) account_->give(use_, bytes_ - bytes);
  bytes_ = bytes;
}

void Hold::move_to(std::shared_ptr<Budget::Account> account) {
  const std::size_t bytes = bytes_;
  shrink_to(0);
  account_ = std::move(account);
  resize_anyway(bytes);
}

std::size_t Hold::left() const {
  return account_ ? account_->left() : std::numeric_limits<std::size_t>::max();
}

void Hold::note_refusal(Budget::Limit limit) {
  if (account_) account_->note_refusal(limit);
}

}  // namespace telltale::http
