// The subcommands. Each adds itself, its options and what it does to the program.
#pragma once

namespace CLI {
class App;
}

namespace warpath::cli {

void add_solve(CLI::App& program);
void add_generate(CLI::App& program);
void add_bench(CLI::App& program);
void add_info(CLI::App& program);

}  // namespace warpath::cli
