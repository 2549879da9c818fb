// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many bytes may be held for peers, the whole process together: requests on their way in,
// answers on their way out, connections. Strangers share a small part, and one client gets a part
// at most, so that no client takes what others need. What does not fit is refused at once; no
// thread waits here.
//
//   Budget budget;
//   Hold body(budget.client("alice"), Budget::Use::Requests);
//   if (!body.grow(bytes.size())) return refuse(429);
//
// Safe to share between threads, except a Hold, which has one owner. Accounts and Holds may outlive
// their Budget. A piece that several answers share is counted for each of them: what is held is
// never more than what is counted.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace telltale::http {

class Budget {
 public:
  enum class Use : std::uint8_t { Connections, Requests, Answers };
  static constexpr std::size_t uses = 3;
  // Whose part was used up when something was refused.
  enum class Limit : std::uint8_t { Strangers, Client, All, Stream };
  static constexpr std::size_t limits = 4;

  struct Shares {
    std::size_t all = std::size_t{512} << 20;
    std::size_t strangers = std::size_t{16} << 20;  // all of them together
    std::size_t client = std::size_t{128} << 20;    // each
  };
  // Of a budget of so many bytes: a quarter for one client, at most 16 MiB and at most a quarter
  // for strangers.
  static Shares shares_of(std::size_t all);
  struct Figures {
    std::array<std::size_t, uses> held{};
    std::array<std::uint64_t, limits> refused{};
    std::size_t all = 0;
    std::size_t strangers = 0;
  };
  class Account;

  Budget() : Budget(Shares{}) {}
  explicit Budget(const Shares& shares);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Of peers that are not authenticated.
  const std::shared_ptr<Account>& strangers() const { return strangers_; }
  // What connections cost by themselves; their number has its own limit.
  const std::shared_ptr<Account>& connections() const { return connections_; }
  // Of an authenticated client; the same account for the same name, as long as it is held.
  std::shared_ptr<Account> client(std::string_view name);
  Figures figures() const;

 private:
  struct Ledger;
  const Shares shares_;
  std::shared_ptr<Ledger> ledger_;
  std::shared_ptr<Account> strangers_;
  std::shared_ptr<Account> connections_;
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<Account>, std::less<>> clients_;
  std::size_t forget_at_;
};

class Budget::Account {
 public:
  Account(std::shared_ptr<Ledger> ledger, std::size_t bytes_max, Limit limit);

  [[nodiscard]] bool take(Use use, std::size_t bytes);
  void take_anyway(Use use, std::size_t bytes);
  void give(Use use, std::size_t bytes);
  // What could be taken now, all limits considered.
  std::size_t left() const;
  // Counts a refusal by a limit of the account itself.
  void note_refusal(Limit limit);

 private:
  const std::shared_ptr<Ledger> ledger_;
  const std::size_t bytes_max_;
  const Limit limit_;
  std::atomic<std::size_t> bytes_ = 0;
};

// Bytes that are held, until they are let go. Without an account nothing is counted or refused.
class Hold {
 public:
  Hold() = default;
  Hold(std::shared_ptr<Budget::Account> account, Budget::Use use)
      : account_(std::move(account)), use_(use) {}
  Hold(Hold&& other) noexcept;
  Hold& operator=(Hold&& other) noexcept;
  ~Hold() { shrink_to(0); }

  std::size_t bytes() const { return bytes_; }
  // False when there is not so much left; then everything is as it was. Less always fits.
  [[nodiscard]] bool resize(std::size_t bytes);
  [[nodiscard]] bool grow(std::size_t more) { return resize(bytes_ + more); }
  void resize_anyway(std::size_t bytes);
  void release() { shrink_to(0); }
  // From now on they count for another account, whether it has so much left or not.
  void move_to(std::shared_ptr<Budget::Account> account);
  std::size_t left() const;
  void note_refusal(Budget::Limit limit);

 private:
  void shrink_to(std::size_t bytes);

  std::shared_ptr<Budget::Account> account_;
  Budget::Use use_ = Budget::Use::Answers;
  std::size_t bytes_ = 0;
};

}  // namespace telltale::http
