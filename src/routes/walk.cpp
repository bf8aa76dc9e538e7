#include "routes/walk.hpp"

#include <algorithm>

#include "base/dispatch.hpp"
#include "routes/tree.hpp"
#include "warpath/error.hpp"

namespace warpath::routes {

template <class S>
Vertex Walker<S>::before(Vertex v) const {
  if (!tree_.empty()) return tree_[at(v)];
  const T distance = distances_[at(v)];
  const auto links = links_.into(v);
  if (std::any_of(links.begin(), links.end(), [&](const Link<T>& link) {
        return link.vertex == source_ && is_best_path<S>(link.weight, distance);
      })) {
    return source_;
  }
  Vertex nearest = -1;
  T best = S::no_path();
  for (const Link<T>& link : links) {
    const T there = distances_[at(link.vertex)];
    if (there == S::no_path()) continue;
    const T sum = S::extend(there, link.weight);
    if (!S::is_better(distance, sum)) return link.vertex;
    if (!S::is_better(sum, best)) continue;
    best = sum;
    nearest = link.vertex;
  }
  if (nearest < 0) throw Error(ErrorCode::internal, "there are distances that no path leads to");
  return nearest;
}

template <class S>
void Walker<S>::find_tree() {
  std::vector<Vertex> tree(distances_.size(), -1);
  for (Vertex v = 0; v < links_.vertices(); ++v) {
    if (v != source_ && distances_[at(v)] != S::no_path()) tree[at(v)] = before(v);
  }
  if (!make_tree<S>(links_, source_, distances_.data(), tree.data())) {
    throw Error(ErrorCode::internal, "there are distances that no path leads to");
  }
  tree_ = std::move(tree);
}

template <class S>
std::vector<Index> Walker<S>::route(Vertex to) {
  if (distances_[at(to)] == S::no_path()) return {};
  std::vector<Index> vertices{to};
  while (vertices.back() != source_) {
    vertices.push_back(before(static_cast<Vertex>(vertices.back())));
    if (vertices.size() <= distances_.size()) continue;
    find_tree();
    return route(to);
  }
  std::reverse(vertices.begin(), vertices.end());
  return vertices;
}

#define WARPATH_INSTANTIATE(S) template class Walker<S>;
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
