// What the descriptions of [mesh] and [block.NAME] share.
#pragma once
#include <string>

#include "case/keys.hpp"

namespace eddy {

void describe_cluster(Keys& keys, Cluster& cluster,
                      const std::string& what);  // the table `cluster`; what: "block.a.top"

}  // namespace eddy
