// warpath: all-pairs shortest paths on the command line.
#include <exception>
#include <new>
#include <vector>

#include <fmt/format.h>

#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/help.hpp"
#include "cli/shell/interrupt.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

int run(int argc, char** argv) {
  const std::vector<cli::Command> commands = cli::commands();
  if (argc < 2) {
    cli::say(cli::program_help(commands));
    return cli::exit_code(ErrorCode::usage);
  }
  if (const cli::Command* command = cli::parse(commands, {argv + 1, argv + argc})) command->run();
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
    cli::end_if_pipe_broke();
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
