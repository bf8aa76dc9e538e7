// warpath: all-pairs shortest paths on the command line.
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/too_narrow.hpp"
#include "cli/input/names.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/help.hpp"
#include "cli/shell/interrupt.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

void run(const std::vector<cli::Command>& commands, const std::vector<std::string>& words) {
  if (const cli::Command* command = cli::parse(commands, words)) command->run();
  cli::finish_output();
}

// Tells people, and scripts that have asked for it; the exit code.
int report(const Error& error, bool json) {
  const bool cancelled = error.code() == ErrorCode::cancelled;
  const int status = cancelled ? cli::interrupted_exit_code() : cli::exit_code(error.code());
  // Whoever names a type is told the name of the next.
  const auto* narrow = dynamic_cast<const TooNarrow*>(&error);
  if (const auto wider = narrow != nullptr ? wider_than(narrow->type()) : std::nullopt) {
    const std::string flag = "--weights " + std::string(to_string(*wider));
    return report(Error(error.code(), error.happened(), "compute in a wider type: " + flag), json);
  }
  cli::complain(error.happened(), error.remedy());
  if (!json) return status;
  const auto* named = dynamic_cast<const cli::NamedCycle*>(&error);
  try {
    cli::print_json(cli::error_json(error, status, named != nullptr ? named->json() : Json()));
    cli::finish_output();
  } catch (const Error&) {
    // Nobody reads that either.
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  cli::catch_signals();
  bool json = false;
  try {
    const std::vector<cli::Command> commands = cli::commands();
    if (argc < 2) {
      cli::say(cli::program_help(commands));
      return cli::exit_code(ErrorCode::usage);
    }
    const std::vector<std::string> words(argv + 1, argv + argc);
    json = cli::wants_json(commands, words);
    run(commands, words);
    return 0;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) {
      return report(Error(error.code(), "interrupted"), json);
    }
    cli::end_if_pipe_broke();
    return report(error, json);
  } catch (const std::bad_alloc&) {
    return report(Error(ErrorCode::does_not_fit, "not enough memory",
                        "close other programs, or take a smaller graph"),
                  json);
  } catch (const std::exception& error) {
    return report(
        Error(ErrorCode::internal, error.what(), "this is a bug in Warpath; please report it"),
        json);
  }
}
