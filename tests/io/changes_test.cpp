// Names in folders that change together.
#include "io/changes.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "warpath/error.hpp"

namespace warpath::io {
namespace {

namespace fs = std::filesystem;

class ChangesTest
    : public testing::TestWithParam<bool> {  // whether names are hidden from the start
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "changes-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::set<std::string> left() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

  // A file with this text, ready for its name.
  struct Written : NewFile {
    Written(const std::string& path, bool force, bool hidden, const std::string& text)
        : NewFile(path, force, hidden) {
      EXPECT_EQ(::write(fd(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
  };

  fs::path folder_;
  using Names = std::set<std::string>;
};

TEST_P(ChangesTest, AppearTogether) {
  {
    Written a(path("a"), false, GetParam(), "new a");
    Written b(path("b"), true, GetParam(), "new b");
    Removal c(path("c"), true);
    EXPECT_EQ(left().size(), GetParam() ? 2U : 0U);
    make_all({&a, &b, &c});
  }
  EXPECT_EQ(left(), (Names{"a", "b"}));
  EXPECT_EQ(content("a"), "new a");
  EXPECT_EQ(content("b"), "new b");
}

TEST_P(ChangesTest, LeaveNothingWhereTheyAreNotMade) {
  { const Written a(path("a"), false, GetParam(), "new a"); }
  EXPECT_EQ(left(), Names{});
}

TEST_P(ChangesTest, AreTakenBackWhereOneFails) {
  put("b", "old b");
  put("c", "old c");
  {
    Written a(path("a"), false, GetParam(), "new a");
    Written b(path("b"), true, GetParam(), "new b");
    Removal c(path("c"), true);
    Written d(path("d"), false, GetParam(), "new d");
    Written e(path("e"), false, GetParam(), "new e");
    put("d", "of somebody else");
    try {
      make_all({&a, &b, &c, &d, &e});
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_EQ(error.happened(), path("d") + " exists already");
    }
  }
  EXPECT_EQ(left(), (Names{"b", "c", "d"}));
  EXPECT_EQ(content("b"), "old b");
  EXPECT_EQ(content("c"), "old c");
  EXPECT_EQ(content("d"), "of somebody else");
}

TEST_P(ChangesTest, ReplaceAndRemove) {
  put("a", "old a");
  put("b", "old b");
  put("c", "old c");
  {
    Written a(path("a"), true, GetParam(), "new a");
    Removal c(path("c"), true);
    Written b(path("b"), true, GetParam(), "new b");
    make_all({&a, &c, &b});
  }
  EXPECT_EQ(left(), (Names{"a", "b"}));
  EXPECT_EQ(content("a"), "new a");
  EXPECT_EQ(content("b"), "new b");
}

TEST_P(ChangesTest, NeverRemoveWhatHasAppearedMeanwhile) {
  put("known", "ours to remove");
  Removal known(path("known"), true);
  Removal unknown(path("labels"), true);
  put("labels", "of somebody else");
  Written a(path("a"), false, GetParam(), "new a");
  EXPECT_THROW(make_all({&known, &a, &unknown}), Error);
  EXPECT_EQ(content("labels"), "of somebody else");
  EXPECT_EQ(content("known"), "ours to remove");
  EXPECT_FALSE(fs::exists(path("a")));
  EXPECT_THROW(Removal(path("labels"), false), Error);
}

// Nor what has taken the place of a file that was to be removed.
TEST_P(ChangesTest, NeverRemoveWhatHasReplacedWhatWasThere) {
  put("labels", "ours to remove");
  Removal labels(path("labels"), true);
  put("other", "of somebody else");
  fs::rename(path("other"), path("labels"));
  Written a(path("a"), false, GetParam(), "new a");
  EXPECT_THROW(make_all({&a, &labels}), Error);
  EXPECT_EQ(content("labels"), "of somebody else");
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_P(ChangesTest, NeverTakeBackWhatHasTakenTheirPlace) {
  struct Rival final : Change {
    explicit Rival(std::function<void()> what) : act(std::move(what)) {}
    void make(bool) override {
      act();
      throw Error(ErrorCode::io, "no more room");
    }
    void take_back() noexcept override {}
    void settle() noexcept override {}
    std::function<void()> act;
  };
  put("old", "old");
  {
    Written fresh(path("fresh"), false, GetParam(), "new");
    Written replaces(path("old"), true, GetParam(), "new");
    Rival rival([this] {
      for (const std::string name : {"fresh", "old"}) {
        put("other", "of somebody else");
        fs::rename(path("other"), path(name));
      }
    });
    EXPECT_THROW(make_all({&fresh, &replaces, &rival}), Error);
  }
  EXPECT_EQ(left(), (Names{"fresh", "old"}));
  EXPECT_EQ(content("fresh"), "of somebody else");
  EXPECT_EQ(content("old"), "of somebody else");
}

TEST_P(ChangesTest, HaveTheirModeFromTheStart) {
  const mode_t before = ::umask(027);
  put("old", "private");
  ASSERT_EQ(::chmod(path("old").c_str(), 0606), 0);
  const NewFile fresh(path("fresh"), false, GetParam());
  const NewFile replaces(path("old"), true, GetParam());
  ::umask(before);
  struct stat status {};
  ::fstat(fresh.fd(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  ::fstat(replaces.fd(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0606U);
}

TEST_P(ChangesTest, TakeTheLongestNames) {
  const std::string name(255, 'n');
  put(name, "old");
  {
    Written a(path(name), true, GetParam(), "new");
    Written b(path("b"), true, GetParam(), "new");
    make_all({&a, &b});
  }
  EXPECT_EQ(content(name), "new");
  EXPECT_EQ(left(), (Names{"b", name}));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ChangesTest, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "Hidden" : "Nameless"; });

}  // namespace
}  // namespace warpath::io
