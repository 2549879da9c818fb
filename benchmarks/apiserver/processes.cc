// SPDX-License-Identifier: Apache-2.0
#include "apiserver/processes.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::apiserver {
namespace {

using Watch = std::chrono::steady_clock;

constexpr std::chrono::seconds stop_patience{20};
constexpr std::chrono::milliseconds look_every{20};

}  // namespace

bool wait_for(std::chrono::milliseconds patience, const std::function<bool()>& reached) {
  const auto end = Watch::now() + patience;
  while (!reached()) {
    if (Watch::now() > end) return false;
    std::this_thread::sleep_for(look_every);
  }
  return true;
}

std::string read_text(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Processes::Processes() {
  std::string name = (std::filesystem::temp_directory_path() / "telltale-bench-XXXXXX").string();
  check(mkdtemp(name.data()) != nullptr, "a folder can be made");
  folder_ = name;
}

Processes::~Processes() {
  stop();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Processes::stop() {
  for (const int process : std::views::reverse(processes_)) {
    kill(process, SIGTERM);
    const bool ended =
        wait_for(stop_patience, [process] { return waitpid(process, nullptr, WNOHANG) != 0; });
    if (ended) continue;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
  processes_.clear();
}

void Processes::spawn(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const std::string log = format("{}/log-{}", folder_, processes_.size());
  const int process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // Nobody is left behind when a check fails.
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execvp(words[0], words.data());
    _exit(127);
  }
  processes_.push_back(process);
}

double Processes::status_mib(const char* field) const {
  double sum = 0;
  for (const int process : processes_) {
    const std::string text = read_text(format("/proc/{}/status", process));
    const std::size_t at = text.find(field);
    if (at != std::string::npos) sum += std::strtod(text.c_str() + text.find(':', at) + 1, nullptr);
  }
  return sum / 1024;
}

double Processes::resident_mib() const { return status_mib("VmRSS"); }
double Processes::peak_mib() const { return status_mib("VmHWM"); }

void Processes::forget_peak() const {
  for (const int process : processes_) {
    std::ofstream(format("/proc/{}/clear_refs", process)) << "5";
  }
}

double Processes::cpu_seconds() const {
  double ticks = 0;
  for (const int process : processes_) {
    const std::string text = read_text(format("/proc/{}/stat", process));
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    ticks += user + system;
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace telltale::apiserver
