// Measurements as text: a table for people, JSON and CSV for machines.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/measure.hpp"

namespace warpath::cli {

nlohmann::ordered_json to_json(const Record& record);

// The table of people: its head, and one line per record; within 80 columns.
std::string table_head();
std::string table_line(const Record& record);

// An array with one record per line.
std::string json_text(const std::vector<nlohmann::ordered_json>& records);

// The same fields as the JSON, with a head line.
std::string csv_text(const std::vector<nlohmann::ordered_json>& records);

}  // namespace warpath::cli
