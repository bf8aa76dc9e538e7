// warpath info: what this machine and this program can do.
#include <memory>
#include <string>
#include <utility>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/options.hpp"
#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

std::string abilities(const io::Format& format) {
  return format.write != nullptr ? "read, write" : "read";
}

// Empty where the kernel can solve something on this machine, else why not.
std::string why_not(const KernelInfo& kernel, const Machine& machine) {
  if (kernel.backend == Backend::cuda && machine.devices.empty()) return machine.cuda;
  std::string reason;
  Options options;
  options.kernel = kernel.name;
  Problem problem;
  problem.n = 1;
  problem.nonnegative = true;
  for (const SemiringKind semiring : kSemiringKinds) {
    for (const WeightType weight : kWeightTypes) {
      problem.semiring = semiring;
      problem.weight = weight;
      try {
        make_plan(problem, options, machine);
        return {};
      } catch (const Error& error) {
        if (reason.empty()) reason = error.happened();
      }
    }
  }
  return reason;
}

void print_for_people(const Machine& machine) {
  std::string text;
  const auto add = [&]<class... Values>(fmt::format_string<Values...> format, Values&&... values) {
    text += fmt::format(format, std::forward<Values>(values)...);
  };
  add("warpath {}\n\nmachine\n", version());
  add("  {:<12}{}\n", "processor", machine.cpu);
  add("  {:<12}{}\n", "cores", machine.cores);
  add("  {:<12}{}\n", "best isa", machine.isa);
  add("  {:<12}{}, {} available\n", "memory", format_bytes(machine.memory_total),
      format_bytes(machine.memory_available));
  add("  {:<12}{}\n", "cuda", machine.devices.empty() ? machine.cuda : "built in");
  for (const Device& device : machine.devices) {
    add("  {:<12}{}, compute {}.{}, {} multiprocessors, {} of {} free\n", "device", device.name,
        device.compute_major, device.compute_minor, device.multiprocessors,
        format_bytes(device.memory_free), format_bytes(device.memory_total));
  }
  add("\nkernels, in order of preference: those for use, then the paper's\n");
  add("  {:<21}{:<5}{:<5}{}\n", "name", "on", "here", "what it is");
  for (const KernelInfo& kernel : kernels()) {
    const std::string reason = why_not(kernel, machine);
    add("  {:<21}{:<5}{:<5}{}\n", kernel.name, to_string(kernel.backend),
        reason.empty() ? "yes" : "no", kernel.title);
    // The machine's part says it for all kernels without a device.
    if (!reason.empty() && reason != machine.cuda) add("  {:<21}{}\n", "", reason);
  }
  add("\nformats\n");
  add("  {:<8}{:<27}{:<13}{}\n", "name", "extensions", "can", "what it is");
  for (const io::Format& format : io::formats()) {
    add("  {:<8}{:<27}{:<13}{}\n", format.name, format.extensions, abilities(format), format.title);
  }
  add("  {:<8}{:<27}{:<13}{}\n", "", ".npy .csv", "write", "distances");
  add("\nall of them also gzipped, with .gz behind\n");
  print(text);
}

void print_for_machines(const Machine& machine) {
  Json json;
  json["version"] = version();
  json["cpu"] = machine.cpu;
  json["cores"] = machine.cores;
  json["isa"] = machine.isa;
  json["memory_total"] = machine.memory_total;
  json["memory_available"] = machine.memory_available;
  json["cuda"] = machine.cuda;
  json["devices"] = Json::array();
  for (const Device& device : machine.devices) {
    json["devices"].push_back(
        {{"name", device.name},
         {"memory_total", device.memory_total},
         {"memory_free", device.memory_free},
         {"compute", fmt::format("{}.{}", device.compute_major, device.compute_minor)},
         {"multiprocessors", device.multiprocessors}});
  }
  for (const KernelInfo& kernel : kernels()) {
    const std::string reason = why_not(kernel, machine);
    json["kernels"].push_back({{"name", kernel.name},
                               {"title", kernel.title},
                               {"family", to_string(kernel.family)},
                               {"backend", to_string(kernel.backend)},
                               {"runs_here", reason.empty()},
                               {"why_not", reason}});
  }
  for (const io::Format& format : io::formats()) {
    json["formats"].push_back({{"name", format.name},
                               {"title", format.title},
                               {"extensions", format.extensions},
                               {"writes_graphs", format.write != nullptr}});
  }
  print_json(json);
}

}  // namespace

Command info_command() {
  auto json = std::make_shared<bool>(false);
  Command command{"info", "Show the machine, its devices, kernels and formats."};
  command.options = {json_option(json.get(), "For a script")};
  command.run = [json] {
    const Machine machine = Machine::detect();
    *json ? print_for_machines(machine) : print_for_people(machine);
  };
  return command;
}

}  // namespace warpath::cli
