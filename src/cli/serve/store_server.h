// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `telltale store` asks of the server that runs on a data folder
// (server/objects/store_paths.h): only it can open its file.

#include <memory>
#include <string>

#include "base/result.h"
#include "cli/screen/streams.h"
#include "cli/source/connect.h"
#include "store/sealing/key_keeper.h"
#include "store/store.h"

namespace telltale::cli {

class StoreServer {
 public:
  // As the administrator whose kubeconfig lies in the folder.
  [[nodiscard]] static Result<StoreServer> find(const std::string& data_folder,
                                                const Streams& streams);

  struct Answer {
    store::Checked checked = {};
    store::DiskFigures disk = {};
  };
  [[nodiscard]] Result<Answer> check();
  [[nodiscard]] Result<Answer> compact();
  [[nodiscard]] Result<store::KeyKeeper::Standing> rotate_key();
  // Made wholly, checked, or not at all.
  [[nodiscard]] Result<store::Checked> back_up(const std::string& file);

 private:
  explicit StoreServer(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  [[nodiscard]] Result<std::string> post(const std::string& target);
  [[nodiscard]] Result<Answer> figures(const std::string& target);
  [[nodiscard]] Result<store::Checked> back_up_once(const std::string& file);

  std::unique_ptr<Connection> connection_;
};

}  // namespace telltale::cli
