#include "bench/iostream_readers.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <vector>

namespace warpath::bench {

Graph read_words(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  Index vertices = 0;
  Index promised = 0;
  std::vector<Arc<std::int32_t>> arcs;
  while (file >> word) {
    if (word == "c") {
      std::getline(file, word);
    } else if (word == "p") {
      file >> word >> vertices >> promised;
    } else {
      Arc<std::int32_t> arc;
      file >> arc.from >> arc.to >> arc.weight;
      --arc.from, --arc.to;
      arcs.push_back(arc);
    }
  }
  return Graph::from_arcs<std::int32_t>(vertices, arcs);
}

Graph read_lines(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  Index vertices = 0;
  std::vector<Arc<std::int32_t>> arcs;
  while (std::getline(file, text)) {
    std::istringstream line(text);
    std::string word;
    line >> word;
    if (word == "p") {
      line >> word >> vertices;
    } else if (word == "a") {
      Arc<std::int32_t> arc;
      line >> arc.from >> arc.to >> arc.weight;
      --arc.from, --arc.to;
      arcs.push_back(arc);
    }
  }
  return Graph::from_arcs<std::int32_t>(vertices, arcs);
}

}  // namespace warpath::bench
