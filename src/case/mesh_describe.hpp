// Descriptions that [mesh] and [block.NAME] have in common.
#pragma once
#include <string>

#include "case/keys.hpp"

namespace eddy {

void describe_cluster(Keys& keys, Cluster& cluster,
                      const std::string& what);  // describes the table `cluster`; what: "block.a.top"

}  // namespace eddy
