// SciPy's .npz: archives made by hand, right and wrong.

#include <gtest/gtest.h>

#include <cstring>

#include <functional>
#include <string>
#include <vector>

#include <zlib.h>

#include "io/bytes.hpp"
#include "io/format.hpp"
#include "io/zip.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::string little(std::uint64_t value, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

template <class T>
std::string cells(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\x01\x00", 8) + little(header.size(), 2) + header + data;
}

template <class T>
std::string array(const std::string& type, const std::vector<T>& values) {
  return npy(type, "(" + std::to_string(values.size()) + ",)", cells(values));
}

std::string deflated(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(bytes.size() + 1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

// A member, with everything that may be a lie.
struct Member {
  std::string name;
  std::string packed;
  std::uint64_t size = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t crc = 0;
  std::uint64_t method = 0;
  std::uint64_t flags = 0;
  std::uint64_t moved = 0;  // added to its offset in the directory
};

Member member(const std::string& name, const std::string& bytes, bool packs = false) {
  Member made{.name = name, .packed = packs ? deflated(bytes) : bytes, .size = bytes.size()};
  made.packed_size = made.packed.size();
  made.method = packs ? 8 : 0;
  made.crc =
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  return made;
}

struct Archive {
  bool zip64 = false;  // all sizes and offsets in the wide records
  std::uint64_t disk = 0;
  std::uint64_t more_members = 0;  // than there are
  std::uint64_t more_directory = 0;
  std::string comment = {};

  std::string of(const std::vector<Member>& members) const {
    const auto all = 0xffff'ffffU;
    std::string bytes;
    std::string directory;
    for (const Member& m : members) {
      const std::uint64_t offset = bytes.size() + m.moved;
      const std::string common = little(20, 2) + little(m.flags, 2) + little(m.method, 2) +
                                 little(0, 4) + little(m.crc, 4) +
                                 little(zip64 ? all : m.packed_size, 4) +
                                 little(zip64 ? all : m.size, 4) + little(m.name.size(), 2);
      const std::string sizes = little(m.size, 8) + little(m.packed_size, 8);
      const std::string narrow = zip64 ? little(1, 2) + little(16, 2) + sizes : "";
      // Another extra field before ours must be skipped.
      const std::string wide = zip64 ? little(0x5455, 2) + little(1, 2) + "x" + little(1, 2) +
                                           little(24, 2) + sizes + little(offset, 8)
                                     : "";
      bytes += "PK\3\4" + common + little(narrow.size(), 2) + m.name + narrow + m.packed;
      directory += "PK\1\2" + little(45, 2) + common + little(wide.size(), 2) + little(0, 2) +
                   little(0, 2) + little(0, 2) + little(0, 4) + little(zip64 ? all : offset, 4) +
                   m.name + wide;
    }
    const std::uint64_t begin = bytes.size();
    const std::uint64_t count = members.size() + more_members;
    const std::uint64_t size = directory.size() + more_directory;
    bytes += directory;
    if (zip64) {
      const std::uint64_t record = bytes.size();
      bytes += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(disk, 4) +
               little(0, 4) + little(count, 8) + little(count, 8) + little(size, 8) +
               little(begin, 8);
      bytes += "PK\6\7" + little(0, 4) + little(record, 8) + little(1, 4);
    }
    return bytes + "PK\5\6" + little(disk, 2) + little(0, 2) + little(zip64 ? 0xffff : count, 2) +
           little(zip64 ? 0xffff : count, 2) + little(zip64 ? all : size, 4) +
           little(zip64 ? all : begin, 4) + little(comment.size(), 2) + comment;
  }
};

using Ints = std::vector<std::int32_t>;
using Longs = std::vector<std::int64_t>;

// 0 -> 1 at 5, 0 -> 2 at 0 and 2 -> 0 at 7.
std::vector<Member> csr(bool packs = false) {
  return {member("indices.npy", array<std::int32_t>("<i4", {1, 2, 0}), packs),
          member("indptr.npy", array<std::int32_t>("<i4", {0, 2, 2, 3}), packs),
          member("format.npy", npy("|S3", "()", "csr"), packs),
          member("shape.npy", array<std::int64_t>("<i8", {3, 3}), packs),
          member("data.npy", array<float>("<f4", {5, 0, 7}), packs)};
}
enum Place { indices, indptr, format, shape, data };

std::vector<Member> with(std::vector<Member> members, std::size_t at, const std::string& bytes) {
  members[at] = member(members[at].name, bytes);
  return members;
}

// What is said about the bytes, which must be refused.
std::string said(const std::string& bytes, const io::ReadOptions& options = {}) {
  try {
    io::parse_graph(bytes, "x.npz", options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
    EXPECT_EQ(error.happened().rfind("x.npz", 0), 0U) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return {};
}

void expect_said(const std::string& bytes, const std::string& words) {
  const std::string message = said(bytes);
  EXPECT_NE(message.find(words), std::string::npos) << message << "\nlacks: " << words;
}

void expect_example(const Graph& graph) {
  ASSERT_EQ(graph.vertices(), 3);
  ASSERT_EQ(graph.arcs(), 3);
  EXPECT_EQ(std::vector<Index>(graph.offsets().begin(), graph.offsets().end()),
            (std::vector<Index>{0, 2, 2, 3}));
  EXPECT_EQ(std::vector<Graph::Target>(graph.targets().begin(), graph.targets().end()),
            (std::vector<Graph::Target>{1, 2, 0}));
  const auto weights = graph.weights<float>();
  EXPECT_EQ(std::vector<float>(weights.begin(), weights.end()), (std::vector<float>{5, 0, 7}));
}

TEST(Npz, EveryKindOfArchiveGivesTheSameGraph) {
  for (const bool packs : {false, true}) {
    for (const bool zip64 : {false, true}) {
      expect_example(io::parse_graph(Archive{.zip64 = zip64}.of(csr(packs)), "x.npz"));
    }
    // No name tells, but the content does; a comment may follow the directory.
    expect_example(io::parse_graph(Archive{.comment = "PK\5\6 hello"}.of(csr(packs)), "x"));
  }
}

TEST(Npz, CompressedByColumnsAndCoordinatesGiveTheSameGraph) {
  auto csc = with(csr(), format, npy("<U3", "()", std::string("c\0\0\0s\0\0\0c\0\0\0", 12)));
  csc = with(csc, indices, array<std::int64_t>("<i8", {2, 0, 0}));
  csc = with(csc, indptr, array<std::int64_t>("<i8", {0, 1, 2, 3}));
  csc = with(csc, data, array<float>("<f4", {7, 5, 0}));
  expect_example(io::parse_graph(Archive{}.of(csc), "x.npz"));

  auto coo = with(csr(), format, npy("|S3", "()", "coo"));
  coo[indices] = member("row.npy", array<std::int32_t>("<i4", {2, 0, 0}));
  coo[indptr] = member("col.npy", array<std::int32_t>("<i4", {0, 2, 1}));
  coo = with(coo, data, array<float>("<f4", {7, 0, 5}));
  expect_example(io::parse_graph(Archive{}.of(coo), "x.npz"));
}

TEST(Npz, CutAtEveryByteItIsRefused) {
  for (const bool packs : {false, true}) {
    for (const bool zip64 : {false, true}) {
      const std::string whole = Archive{.zip64 = zip64}.of(csr(packs));
      for (std::size_t length = 0; length < whole.size(); ++length) said(whole.substr(0, length));
    }
  }
}

TEST(Npz, AnyByteMayBeWrongWithoutACrash) {
  for (const bool packs : {false, true}) {
    for (const bool zip64 : {false, true}) {
      const std::string whole = Archive{.zip64 = zip64}.of(csr(packs));
      for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int flip : {0x01, 0x80, 0xff}) {
          std::string wrong = whole;
          wrong[at] = static_cast<char>(wrong[at] ^ flip);
          try {
            io::parse_graph(wrong, "x.npz");  // times and versions do not matter
          } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_input) << at << error.what();
          }
        }
      }
    }
  }
}

TEST(Npz, MembersThatLieAreNamed) {
  const auto lying = [](bool packs, const std::function<void(Member&)>& lie, Archive archive = {}) {
    auto members = csr(packs);
    lie(members[data]);
    return archive.of(members);
  };
  expect_said(lying(false, [](Member& m) { ++m.crc; }), "'data.npy' has the checksum");
  expect_said(lying(true, [](Member& m) { ++m.crc; }), "'data.npy' has the checksum");
  expect_said(lying(true, [](Member& m) { --m.size; }), "'data.npy' unpacks to more than");
  expect_said(lying(true, [](Member& m) { ++m.size; }), "'data.npy' has ");
  expect_said(lying(false, [](Member& m) { ++m.size; }), "'data.npy' has ");
  expect_said(lying(true, [](Member& m) { m.size = 1 << 30; }), "can unpack to");
  expect_said(lying(true, [](Member& m) { m.size = ~0ULL; }, {.zip64 = true}), "can unpack to");
  expect_said(lying(true, [](Member& m) { m.packed_size = ~0ULL; }, {.zip64 = true}),
              "but the directory begins");
  expect_said(lying(true, [](Member& m) { m.moved = ~0ULL / 2; }, {.zip64 = true}), "begins at");
  expect_said(lying(true, [](Member& m) { m.packed_size -= 5; }), "'data.npy' ends too early");
  expect_said(lying(true, [](Member& m) { m.packed += "xy", m.packed_size += 2; }),
              "'data.npy' has 2 bytes behind its end");
  expect_said(lying(true, [](Member& m) { m.packed[0] = '\xff'; }), "damaged compressed data");
  expect_said(lying(false, [](Member& m) { m.moved = 1; }), "'data.npy' has no header");
  expect_said(lying(false, [](Member& m) { m.flags = 1; }), "'data.npy' is encrypted");
  expect_said(lying(false, [](Member& m) { m.method = 14; }), "by method 14");
}

TEST(Npz, ArchivesThatLieAreRefused) {
  expect_said("hello, this is no archive at all", "not a zip archive");
  expect_said(Archive{.disk = 1}.of(csr()), "several parts");
  expect_said(Archive{.zip64 = true, .disk = 1}.of(csr()), "several parts");
  expect_said(Archive{.more_members = 1}.of(csr()), "found no member 6 of 6");
  expect_said(Archive{.zip64 = true, .more_members = 1ULL << 60}.of(csr()), "found no member 6 of");
  expect_said(Archive{.more_members = ~0ULL}.of(csr()), "more than the 4 members");
  expect_said(Archive{.more_directory = 1}.of(csr()), "the directory has");
  expect_said(Archive{.zip64 = true, .more_directory = ~0ULL / 2}.of(csr()), "the directory has");
  auto twice = csr();
  twice.push_back(twice[data]);
  expect_said(Archive{}.of(twice), "'data.npy' is there twice");
  // The directory's entry of format.npy now points where shape.npy is.
  auto members = csr();
  members[format].name = members[shape].name = "f.npy";
  const std::size_t length = 30 + members[format].name.size() + members[format].packed.size();
  members[format].moved = length;
  expect_said(Archive{}.of(members), "overlaps the member");
}

TEST(Npz, WhatIsNoSparseMatrixIsExplained) {
  expect_said(Archive{}.of({}), "found no members, expected a SciPy sparse matrix");
  expect_said(Archive{}.of({member("a.npy", "x"), member("b.npy", "y")}),
              "found the members 'a.npy', 'b.npy', expected a SciPy sparse matrix");
  expect_said(Archive{}.of(with(csr(), format, npy("|S3", "()", "bsr"))), ".tocsr()");
  expect_said(Archive{}.of(with(csr(), format, npy("|S3", "()", "dia"))), ".tocsr()");
  expect_said(Archive{}.of(with(csr(), format, npy("|S3", "(1,)", "csr"))), "1 dimensions");
  auto missing = csr();
  missing.erase(missing.begin() + data);
  expect_said(Archive{}.of(missing), "found no member 'data.npy'");
}

TEST(Npz, ArraysThatDoNotBelongTogetherAreRefused) {
  const auto indices_of = [](const Ints& v) {
    return Archive{}.of(with(csr(), indices, array("<i4", v)));
  };
  const auto indptr_of = [](const Ints& v) {
    return Archive{}.of(with(csr(), indptr, array("<i4", v)));
  };
  const auto shape_of = [](const Longs& v) {
    return Archive{}.of(with(csr(), shape, array("<i8", v)));
  };
  expect_said(indices_of({1, 2, 3}), "x.npz/indices.npy: found 3 in cell 2, expected 0 to 2");
  expect_said(indices_of({-1, 2, 0}), "x.npz/indices.npy: found -1 in cell 0");
  expect_said(indices_of({1, 2}), "found 2 cells, expected 3");
  expect_said(indices_of({2, 2, 0}), "found row 0, column 2 twice");
  expect_said(indptr_of({0, 2, 1, 3}), "x.npz/indptr.npy: found 1 in cell 2, expected 2 to 3");
  expect_said(indptr_of({1, 2, 2, 3}), "found 1 in cell 0, expected 0");
  expect_said(indptr_of({0, 2, 2, 2}), "found 2 in cell 3, expected 3, the number of entries");
  expect_said(indptr_of({0, 2, 9, 3}), "found 9 in cell 2, expected 2 to 3");
  expect_said(indptr_of({0, 3}), "found 2 cells, expected 4");
  expect_said(shape_of({3, 4}), "3 rows and 4 columns");
  expect_said(shape_of({3}), "found 1 dimensions");
  expect_said(shape_of({-1, -1}), "found -1 rows");
  expect_said(shape_of({1LL << 40, 1LL << 40}), "found 1099511627776 rows");
  expect_said(shape_of({2'000'000'000, 2'000'000'000}), "expected 2000000001");
  expect_said(Archive{}.of(with(csr(), indices, array<float>("<f4", {1, 2, 0}))),
              "found cells of type 'f4', expected i4 or i8");
  expect_said(Archive{}.of(with(csr(), data, npy("<f4", "(1000000000000,)", "abcd"))),
              "found 4 bytes of cells");
}

TEST(Npz, CoordinatesOfAHugeMatrixAreNotBelieved) {
  auto coo = with(csr(), format, npy("|S3", "()", "coo"));
  coo[indices] = member("row.npy", array<std::int32_t>("<i4", {2, 0, 0}));
  coo[indptr] = member("col.npy", array<std::int32_t>("<i4", {0, 2, 1}));
  coo = with(coo, shape, array<std::int64_t>("<i8", {2'000'000'000, 2'000'000'000}));
  expect_said(Archive{}.of(coo), "found 2000000000 rows for 3 entries");
}

template <class T>
Graph graph_with(const std::string& type, const std::vector<T>& values,
                 const io::ReadOptions& options = {}) {
  return io::parse_graph(Archive{}.of(with(csr(), data, array(type, values))), "x.npz", options);
}

template <class T>
std::string said_about(const std::string& type, const std::vector<T>& values,
                       const io::ReadOptions& options = {}) {
  return said(Archive{}.of(with(csr(), data, array(type, values))), options);
}

TEST(Npz, WeightsKeepTheirTypeOrBecomeOneThatHoldsThem) {
  EXPECT_EQ(graph_with<double>("<f8", {1, 2, 3}).weight_type(), WeightType::float64);
  EXPECT_EQ(graph_with<std::int16_t>("<i2", {1, 2, 3}).weight_type(), WeightType::int16);
  EXPECT_EQ(graph_with<std::int64_t>("<i8", {1, -2, 3}).weight_type(), WeightType::int32);
  EXPECT_EQ(graph_with<std::uint64_t>("<u8", {1, 2, 3}).weight_type(), WeightType::int32);
  const Graph wide = graph_with<std::int64_t>("<i8", {1, (1LL << 62) - 2, -((1LL << 53) + 1)});
  ASSERT_EQ(wide.weight_type(), WeightType::int64);
  EXPECT_EQ(wide.weights<std::int64_t>()[1], (1LL << 62) - 2);
  EXPECT_EQ(wide.weights<std::int64_t>()[2], -((1LL << 53) + 1));
  const Graph bytes = graph_with<std::uint8_t>("|u1", {0, 200, 3});
  ASSERT_EQ(bytes.weight_type(), WeightType::int16);
  EXPECT_EQ(bytes.weights<std::int16_t>()[1], 200);
  const Graph truths = graph_with<std::uint8_t>("|b1", {1, 1, 1});
  ASSERT_EQ(truths.weight_type(), WeightType::int32);
  EXPECT_EQ(truths.weights<std::int32_t>()[2], 1);
  const auto chosen =
      graph_with<std::int64_t>("<i8", {1LL << 40, 2, 3}, {.weights = WeightType::float64});
  EXPECT_EQ(chosen.weights<double>()[0], 0x1p40);
}

TEST(Npz, WeightsThatCannotBeKeptAreNamed) {
  const auto has = [](const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << text << "\nlacks: " << words;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  has(said_about<float>("<f4", {1, 2, nan}), "x.npz/data.npy: found nan in row 2, column 0");
  has(said_about<float>("<f4", {1, infinity, 2}), "found inf in row 0, column 2");
  has(said_about<std::uint8_t>("|b1", {1, 0, 1}), "eliminate_zeros()");
  has(said_about<std::int64_t>("<i8", {1, 2, (1LL << 62) - 1}),
      "found 4611686018427387903 in row 2, column 0");
  has(said_about<std::uint64_t>("<u8", {1, 2, ~0ULL}), "found 18446744073709551615 in row 2");
  has(said_about<float>("<f4", {1.5F, 2, 3}, {.weights = WeightType::int32}),
      "found 1.5 in row 0, column 1, expected a whole weight");
  for (const std::int64_t sign : {1, -1}) {
    has(said_about<std::int64_t>("<i8", {1, 2, sign * ((1LL << 53) + 1)},
                                 {.weights = WeightType::float64}),
        "9007199254740993 in row 2");
  }
  has(said_about<std::uint16_t>("<f2", {1, 2, 3}), "found cells of type 'f2' (half precision)");
}

TEST(Npz, UndirectedMirrorsEveryEntryAndStillSeesDuplicates) {
  const io::ReadOptions both{.undirected = true};
  const Graph graph = io::parse_graph(Archive{}.of(csr()), "x.npz", both);
  EXPECT_EQ(graph.direction(), Direction::undirected);
  EXPECT_EQ(graph.arcs(), 6);
  const auto twice = with(csr(), indices, array<std::int32_t>("<i4", {1, 1, 0}));
  EXPECT_NE(said(Archive{}.of(twice), both).find("row 0, column 1 twice"), std::string::npos);
}

TEST(Npz, ReadingCanBeCancelled) {
  io::ReadOptions options;
  options.progress = [](const ProgressReport&) { return ProgressAnswer::cancel; };
  try {
    io::parse_graph(Archive{}.of(csr(true)), "x.npz", options);
    ADD_FAILURE() << "read on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST(Zip, AMemberLargerThanMemoryIsMeantToHoldComesBackWhole) {
  std::string large(40 << 20, '\0');  // beyond what a Spool keeps in memory
  for (std::size_t i = 0; i < large.size(); i += 4096) large[i] = static_cast<char>(i >> 12);
  const std::string bytes = Archive{}.of({member("large", large, true)});
  const io::Source source{bytes, "x.zip"};
  const auto members = io::zip_members(source);
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].name, "large");
  EXPECT_TRUE(io::unpack(source, members[0]).view() == large);
}

// A few bits stand for hundreds of bytes: all of them may be read when a piece of 1 MiB is full.
TEST(Zip, WhatIsLeftWhenAllIsReadComesBack) {
  for (std::size_t more = 0; more < 260; more += 20) {
    const std::string large((1 << 20) + more, '\0');
    const std::string bytes = Archive{}.of({member("large", large, true)});
    const io::Source source{bytes, "x.zip"};
    EXPECT_TRUE(io::unpack(source, io::zip_members(source)[0]).view() == large) << more;
  }
}

}  // namespace
