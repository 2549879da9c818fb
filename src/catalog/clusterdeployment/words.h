// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a ClusterDeployment may use.

#include <string>

#include "catalog/clusterdeployment/seen.h"
#include "table/words.h"

namespace telltale::clusterdeployment {

template <Finding Checks::* finding>
void put_finding(const Seen& seen, std::string& out) {
  out += (seen.checks.*finding).text;
}

inline constexpr Word<Seen> all_words[] = {
    {"dns", put_finding<&Checks::dns>},
    {"credentials", put_finding<&Checks::credentials>},
    {"image_set", put_finding<&Checks::image_set>},
    {"images", put_finding<&Checks::images>},
    {"install_config_ref", put_finding<&Checks::install_config_ref>},
    {"install_config", put_finding<&Checks::install_config>},
    {"customization", put_finding<&Checks::customization>},
    {"launch", [](const Seen& seen, std::string& out) { out += seen.launch_text; }},
    {"success",
     [](const Seen& seen, std::string& out) {
       out += seen.provision.empty() ? "Provisioning" : "Provision ";
       out += seen.provision;
       out += " succeeded";
     }},
    {"hindrance", [](const Seen& seen, std::string& out) { out += seen.deprovision_hindrance; }},
    {"provision", [](const Seen& seen, std::string& out) { out += seen.provision; }},
    {"install",
     [](const Seen& seen, std::string& out) {
       out += seen.install.kind;
       out += ' ';
       out += seen.install.name;
     }},
};

}  // namespace telltale::clusterdeployment
