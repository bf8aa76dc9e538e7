// Proofs of rows as a solve makes them, and how proofs are told.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"

#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "verify/certifier.hpp"

namespace warpath::cli {

struct Job;
struct Outcome;

// The rows that --verify asks for: "none" (empty), "full" (0: all), "sample:64"; Error usage.
std::optional<Index> rows_to_verify(const std::string& word);

// Of a graph or a matrix, which must stay where it is.
std::unique_ptr<verify::Certifier> certifier_for(const Loaded& loaded, WeightType weight,
                                                 const verify::CertificateOptions& options);

// Error verification_failed, by the names that people know, if the certificate has a failure.
void demand(const verify::Certificate& certificate, const Names& names, const std::string& remedy);

Json proof_json(const verify::Certificate& certificate, const Names& names, double seconds);

// Checks the rows of a solve as they come, or those of a sample.
class RowProof {
 public:
  // Looks at the job's input with every take(), and tells the outcome what is proved so far.
  RowProof(const Job& job, Outcome& outcome);

  // As RowOutput::take(). Error verification_failed.
  void take(Index first, const AnyMatrixView& rows, verify::Trees trees = {});

  // Of memory, beside the rows.
  static std::size_t bytes(const Job& job);

 private:
  const Job& job_;
  Outcome& outcome_;
  std::optional<Index> wanted_;
  std::vector<Index> sampled_;  // rows
  std::unique_ptr<verify::Certifier> certifier_;
};

}  // namespace warpath::cli
