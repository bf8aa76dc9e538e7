// The paper's table, and the tables and figures made beside it, from invented measurements.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "bench/paper/tables.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {
namespace {

// A hundred times as fast as the paper, and staged-load twice that.
double invented(std::string_view kernel, Index n) {
  return paper_seconds(kernel, n) / (kernel == "staged-load" ? 200 : 100);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string line_with(const std::string& text, std::string_view start) {
  for (const std::string& line : lines_of(text)) {
    if (line.rfind(start, 0) == 0) return line;
  }
  return "no line with " + std::string(start);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

using Words = std::vector<std::string>;

void expect_fits(const std::string& text) {
  for (const std::string& line : lines_of(text)) {
    EXPECT_LE(line.size(), 80u) << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
  }
}

TEST(Paper, HasFiftyFiveTimes) {
  int cells = 0;
  for (const Published& column : kPaperColumns) {
    const std::string_view kernel = column.kernel;
    ASSERT_NE(find_kernel(kernel), nullptr) << kernel;
    EXPECT_EQ(find_kernel(kernel)->family, KernelFamily::paper) << kernel;
    for (const Index n : kPaperSizes) cells += paper_seconds(kernel, n) > 0;
  }
  EXPECT_EQ(cells, 4 + 7 + 12 + 15 + 17);
  EXPECT_EQ(kPaperSizes.front(), 1024);
  EXPECT_EQ(kPaperSizes.back(), 17408);
  EXPECT_EQ(paper_seconds("staged-load", 16384), 53.02);
  EXPECT_EQ(paper_seconds("textbook", 4096), 145.2);
  EXPECT_EQ(paper_seconds("textbook", 5120), 0);
  EXPECT_EQ(paper_seconds("harish-narayanan", 7168), 0);
  EXPECT_EQ(paper_seconds("cpu", 4096), 0);
  EXPECT_EQ(paper_seconds("staged-load", 4097), 0);
}

// The time of a kernel grows with n, the time per task hardly: a slip in a digit would show.
TEST(Paper, HasTimesThatGrowAsTheCube) {
  for (const Published& column : kPaperColumns) {
    std::vector<double> per_task;
    for (const Index n : kPaperSizes) {
      const double seconds = paper_seconds(column.kernel, n);
      const double vertices = static_cast<double>(n);
      if (seconds > 0 && n > 2048) per_task.push_back(seconds / (vertices * vertices * vertices));
    }
    const auto [least, most] = std::minmax_element(per_task.begin(), per_task.end());
    EXPECT_LT(*most / *least, 1.4) << column.kernel;
  }
}

TEST(Paper, TimesHaveBlanksWhereThePaperHasThem) {
  const std::string text = times_table("Seconds", paper_seconds);
  expect_fits(text);
  EXPECT_EQ(words_of(line_with(text, " 1024")),
            Words({"1024", "2.405", "0.408", "0.108", "0.0428", "0.0274"}));
  EXPECT_EQ(words_of(line_with(text, " 7168")), Words({"7168", "23.82", "10.9", "4.65"}));
  EXPECT_EQ(words_of(line_with(text, "17408")), Words({"17408", "63.4"}));
  // The numbers stand under their names.
  const std::string head = line_with(text, "    n ");
  const std::string row = line_with(text, "16384");
  for (const auto& [name, number] : {std::pair("katz-kider", "277.8"),
                                     {"optimized-blocked", "126.9"},
                                     {"staged-load", "53.02"}}) {
    EXPECT_EQ(head.find(name) + std::string(name).size(), row.find(number) + 5) << name;
  }
}

TEST(Paper, StepsAreOverTheColumnBefore) {
  const std::string text = steps_table(invented);
  expect_fits(text);
  EXPECT_EQ(words_of(line_with(text, " 4096")), Words({"4096", "5.57x", "5.57x", "5.64x", "5.64x",
                                                       "2.24x", "2.24x", "2.21x", "4.41x"}));
  EXPECT_EQ(words_of(line_with(text, " 7168")),
            Words({"7168", "2.19x", "2.19x", "2.34x", "4.69x"}));
  EXPECT_EQ(text.find("17408"), std::string::npos) << "one column has no step";
}

TEST(Paper, SpeedUpIsOverTheSameColumn) {
  const std::string text = over_paper_table(invented);
  expect_fits(text);
  EXPECT_EQ(words_of(line_with(text, " 1024")),
            Words({"1024", "100x", "100x", "100x", "100x", "200x"}));
}

TEST(Paper, TinyTimesFit) {
  expect_fits(times_table("Seconds", [](std::string_view, Index) { return 0.00012345; }));
  expect_fits(times_table("Seconds", [](std::string_view, Index) { return 1234.5678; }));
}

std::vector<Json> five_kernels() {
  std::vector<Json> all;
  for (const std::string_view kernel : {"harish-narayanan", "katz-kider", "optimized-blocked",
                                        "staged-load", "staged-load-straight"}) {
    Record record;
    record.plan.kernel = find_kernel(kernel);
    record.plan.problem.n = 10000;
    record.plan.block = kernel == "harish-narayanan" ? 1 : 32;
    record.seconds = 2;
    record.tasks_per_second = 5e11;
    record.peak_tasks_per_second = 1e13;
    record.peak_fraction = 0.05;
    record.device = "NVIDIA Invented";
    record.date = "2026-01-01T00:00:00Z";
    all.push_back(analysis_of(record, 4e12, {64, 40, 12288}, {32, 24, 17, 32}));
  }
  return all;
}

TEST(PaperAnalysis, CountsAsThePaperDoes) {
  const auto number = [](const Json& analysis, const char* field) -> double {
    return analysis[field];
  };
  const auto all = five_kernels();
  EXPECT_EQ(number(all[0], "bytes_per_task"), 16);
  EXPECT_EQ(number(all[1], "bytes_per_task"), 0.5);
  EXPECT_DOUBLE_EQ(number(all[0], "implied_bytes_per_second"), 8e12);
  EXPECT_DOUBLE_EQ(number(all[0], "copy_fraction"), 2);
  EXPECT_DOUBLE_EQ(number(all[0], "flops_per_task"), 40);
}

// What the paper derives from its own table, which is that of n = 4096.
TEST(PaperAnalysis, AgreesWithThePublishedTimes) {
  const double tasks = 4096.0 * 4096 * 4096;
  for (const char* kernel : {"harish-narayanan", "katz-kider", "staged-load"}) {
    const Published paper = published(kernel);
    const double rate = tasks / paper_seconds(kernel, 4096);
    EXPECT_NEAR(rate / paper.tasks_per_second, 1, 0.02) << kernel;
    EXPECT_NEAR(933e9 / paper.tasks_per_second / paper.flops_per_task, 1, 0.01) << kernel;
  }
  EXPECT_EQ(published("staged-load-straight").tasks_per_second, 0);
}

TEST(PaperAnalysis, IsATableOfFiveKernels) {
  const std::string text = analysis_table(five_kernels());
  expect_fits(text);
  EXPECT_NE(text.find("NVIDIA Invented"), std::string::npos);
  EXPECT_EQ(words_of(line_with(text, "limited by")),
            Words({"limited", "by", "shared", "shared", "shared", "shared", "shared"}));
  EXPECT_EQ(words_of(line_with(text, "blocks/multiprocessor")),
            Words({"blocks/multiprocessor", "17", "17", "17", "17", "17"}));
  EXPECT_EQ(analysis_table({}), "");
}

TEST(PaperAnalysis, IsARecord) {
  const Json json = five_kernels()[3];
  for (const char* field :
       {"analysis", "n", "tasks_per_second", "bytes_per_task", "implied_bytes_per_second",
        "copy_bytes_per_second", "peak_tasks_per_second", "peak_fraction", "threads", "registers",
        "shared_bytes", "blocks_per_multiprocessor", "limited_by", "device", "version", "date",
        "paper_blocks_per_multiprocessor"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  EXPECT_EQ(json["limited_by"], "shared memory");
  EXPECT_FALSE(five_kernels()[4].contains("paper_tasks_per_second"));
}

}  // namespace
}  // namespace warpath::bench
