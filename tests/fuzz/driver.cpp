// Stands in for libFuzzer where there is none: FILE... as they are, then mutations of them, always
// the same ones.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutants = 20000;
constexpr std::size_t kLongest = 65536;

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::string next() {
    std::string text = any_seed();
    for (std::size_t i = below(4) + 1; i > 0; --i) change(text);
    // A last byte like these chooses options: see check.hpp.
    if (below(2) == 0) text += static_cast<char>(0xe0 + below(32));
    return text;
  }

 private:
  // Not std::uniform_int_distribution: every library has its own.
  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
  const std::string& any_seed() { return seeds_[below(seeds_.size())]; }

  void change(std::string& text) {
    const std::size_t at = below(text.size());
    switch (text.empty() ? 5 : below(7)) {
      case 0: text[at] = static_cast<char>(text[at] ^ (1 << below(8))); break;
      case 1: text[at] = static_cast<char>(below(256)); break;
      case 2: text.erase(at, below(16) + 1); break;
      case 3: text.resize(at); break;
      case 4: text.insert(at, text.substr(below(text.size()), below(64))); break;
      case 5: splice(text, at); break;
      case 6: edit_number(text, at); break;
      default: break;
    }
  }

  void splice(std::string& text, std::size_t at) {
    const std::string& other = any_seed();
    text.resize(std::min(at, text.size()));
    text += other.substr(below(other.size()));
  }

  void edit_number(std::string& text, std::size_t at) {
    static const std::vector<std::string> numbers{
        "0",    "-1",  "1",   "2147483647", "2147483648", "-9223372036854775808", "1e308",
        "1e99", "nan", "inf", "-0",         "0.1",        "18446744073709551616", ""};
    constexpr auto digits = "0123456789";
    const std::size_t first = text.find_first_of(digits, at);
    if (first == std::string::npos) return;
    const std::size_t last = std::min(text.find_first_not_of(digits, first), text.size());
    text.replace(first, last - first, numbers[below(numbers.size())]);
  }

  const std::vector<std::string>& seeds_;
  std::mt19937_64 random_{2024};
};

const std::string* current = nullptr;

// Keeps what failed. Not a thing to do in a signal handler, but all is lost already.
extern "C" void keep_failure(int signal) {
  constexpr auto name = "fuzz-failure";
  if (std::FILE* file = std::fopen(name, "wb")) {
    std::fwrite(current->data(), 1, current->size(), file);
    std::fclose(file);
    std::fprintf(stderr, "the input is kept in ./%s\n", name);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(const std::string& text) {
  current = &text;
  // A copy of just this size, so that a sanitizer sees what is read beyond it.
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, keep_failure);
  std::vector<std::string> seeds;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be opened\n", argv[i]);
      return 1;
    }
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    std::fprintf(stderr, "%s\n", argv[i]);  // the last one is the one that failed
    run(seeds.back());
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "no seeds\n");
    return 1;
  }
  Mutator mutator(seeds);
  for (int i = 0; i < kMutants; ++i) {
    std::string text = mutator.next();
    if (text.size() > kLongest) text.resize(kLongest);
    run(text);
  }
  std::printf("%zu seeds and %d mutants\n", seeds.size(), kMutants);
  return 0;
}
