// warpath: all-pairs shortest paths on the command line.
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

constexpr const char* kDescription =
    "Warpath computes all-pairs shortest paths: every distance of a weighted graph.\n"
    "\n"
    "Examples:\n"
    "  warpath generate road -n 4096 -o city.gr   make a road-like graph\n"
    "  warpath solve city.gr -o dist.npy          all distances, for numpy.load\n"
    "  warpath solve city.gr --json               the summary for a script\n"
    "  warpath solve big.gr --dry-run             the plan, its bytes, its time\n"
    "  warpath bench --sizes 1024,4096            how fast it is here\n"
    "  warpath info                               machine, kernels, formats\n";

constexpr const char* kFooter =
    "Exit codes: 0 ok, 1 internal error, 2 usage, 3 bad input or file,\n"
    "4 negative cycle, 5 does not fit, 6 device unavailable, 7 verification failed,\n"
    "130 interrupted. Help for one subcommand: warpath solve --help";

// Answers what CLI11 found: a call for help, or a mistake on the command line.
int answer(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    program.exit(error);
    return 0;
  }
  std::string command = "warpath";
  for (const CLI::App* used : program.get_subcommands()) command += " " + used->get_name();
  cli::complain(error.what(), fmt::format("see {} --help", command));
  return cli::exit_code(ErrorCode::usage);
}

// CLI11 would only say that a subcommand is missing.
void check_subcommand(const CLI::App& program, const std::string& word) {
  std::vector<std::string_view> known;
  for (const CLI::App* command : program.get_subcommands({})) {
    known.push_back(command->get_name());
    if (command->get_name() == word) return;
  }
  if (!word.starts_with('-')) cli::unknown_word("subcommand", word, known);
}

int run(int argc, char** argv) {
  CLI::App program(kDescription, "warpath");
  cli::style(program);
  program.set_version_flag("--version", fmt::format("warpath {}", version()));
  program.require_subcommand(1);
  cli::add_solve(program);
  cli::add_generate(program);
  cli::add_bench(program);
  cli::add_info(program);
  program.footer(kFooter);  // last, so that subcommands do not inherit it
  if (argc < 2) {
    fmt::print(stderr, "{}", program.help());
    return cli::exit_code(ErrorCode::usage);
  }
  check_subcommand(program, argv[1]);
  try {
    program.parse(argc, argv);  // runs the subcommand
  } catch (const CLI::ParseError& error) {
    return answer(program, error);
  }
  cli::finish_output();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  cli::catch_signals();
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) {
      cli::complain("interrupted");
      return cli::interrupted_exit_code();
    }
    cli::complain(error.happened(), error.remedy());
    return cli::exit_code(error.code());
  } catch (const std::bad_alloc&) {
    cli::complain("not enough memory", "close other programs, or take a smaller graph");
    return cli::exit_code(ErrorCode::does_not_fit);
  } catch (const std::exception& error) {
    cli::complain(error.what(), "this is a bug in Warpath; please report it");
    return cli::exit_code(ErrorCode::internal);
  }
}
