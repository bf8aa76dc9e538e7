// What is measured of every vertex, as a table.
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "io/output.hpp"
#include "io/row_writer.hpp"
#include "io/table.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

void check_measures(const std::string& path, const Naming& naming, const WriteOptions& options) {
  check_labels(naming.labels);
  const bool table = options.format.empty()
                         ? unpacked_name(path).ends_with(".csv") || is_stream(path)
                         : options.format == "csv";
  if (!table) {
    throw Error(ErrorCode::usage, fmt::format("{} does not end in .csv", path),
                "what is measured of every vertex is written as a table (.csv)");
  }
  check_writable(path, options.force);
}

void write_measures(const std::string& path, const Measures& measures, const Naming& naming,
                    const WriteOptions& options) {
  check_measures(path, naming, options);
  const auto fields = csv_fields(naming, static_cast<Index>(measures.reached.size()));
  const bool single = measures.statistics.plan.problem.weight == WeightType::float32;
  Output output(path, options.force, options.progress);
  output.write("vertex,reached,eccentricity,closeness\n");
  std::string line;
  for (std::size_t v = 0; v < fields.size(); ++v) {
    line = fmt::format("{},{},", fields[v], measures.reached[v]);
    const double farthest = measures.eccentricity[v];
    if (measures.reached[v] > 0) {
      // The digits that the distance itself would have.
      if (single) {
        append_number(line, static_cast<float>(farthest));
      } else {
        append_number(line, farthest);
      }
    }
    line += ',';
    append_number(line, measures.closeness[v]);
    line += '\n';
    output.write(line);
  }
  output.commit();
}

}  // namespace warpath::io
