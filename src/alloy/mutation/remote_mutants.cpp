// SPDX-License-Identifier: MIT
#include "alloy/mutation/remote_mutants.hpp"

#include <algorithm>

#include "work/bytes.hpp"
#include "work/remote_process.hpp"

namespace fretsaw::mutation {

namespace {

constexpr const char* kMutantServerWord = "--serve-mutants";

enum MessageKind : std::uint32_t { kSetup = 'S', kFingerprint = 'F', kUnit = 'U', kAnswer = 'A' };

// What decides which mutants there are and what is said of them, but for the files that the model opens.
struct RemoteSetup {
  std::pair<std::string, std::string> model;  // name and text
  std::vector<std::pair<std::string, std::string>> tests;
  std::string operators;
  bool assertions = false, strict = false, has_scope = false;
  std::string scope;
  Overflow overflow = Overflow::Prevent;
  std::vector<std::string> include_directories;
  SearchPart part;

  template <class Archive>
  void pass(Archive& archive) {
    pass_pair(archive, model);
    std::uint64_t count = tests.size();
    archive(count);
    tests.resize(std::min<std::uint64_t>(count, 1U << 20));
    for (auto& test : tests) pass_pair(archive, test);
    archive(operators);
    archive(assertions);
    archive(strict);
    archive(has_scope);
    archive(scope);
    archive(overflow);
    archive(include_directories);
    archive(part.number);
    archive(part.count);
  }

  template <class Archive>
  static void pass_pair(Archive& archive, std::pair<std::string, std::string>& pair) {
    archive(pair.first);
    archive(pair.second);
  }
};

std::pair<std::string, std::string> named_text(const SourcePtr& source) {
  return {source->name(), std::string(source->text())};
}
SourcePtr source_of(const std::pair<std::string, std::string>& pair) {
  return std::make_shared<const Source>(pair.first, pair.second);
}

// A request is a unit and the verdicts of the tests on the model; an answer is whether there is one, and it.
std::string answer_bytes(const MutationRun& run, const MutantWork& work, const work::Unit& unit,
                         const MutantResult& result) {
  work::BytesWriter writer;
  writer(!result.error && result.stop == StopReason::None);
  writer(result.killers);
  writer(std::uint64_t{result.compared.size()});
  for (std::size_t i = 0; i < result.compared.size(); ++i) {
    const EquivalenceResult& equivalence = result.compared[i];
    writer(equivalence.state);
    writer(equivalence.why);
    writer(equivalence.solved);
    writer(killing_test(run, work.block_of(unit).members[i], equivalence));
  }
  return writer.bytes;
}

std::optional<MutantResult> result_from(std::string_view bytes) {
  MutantResult result;
  work::BytesReader reader{bytes};
  bool is_one = false;
  reader(is_one);
  reader(result.killers);
  std::uint64_t compared = 0;
  reader(compared);
  for (std::uint64_t i = 0; i < compared && reader.good; ++i) {
    EquivalenceResult& equivalence = result.compared.emplace_back();
    reader(equivalence.state);
    reader(equivalence.why);
    reader(equivalence.solved);
    reader(equivalence.test_text);
    reader.good = reader.good && equivalence.state <= Equivalence::Undecided;
  }
  return reader.good && is_one ? std::optional(std::move(result)) : std::nullopt;
}

int serve_run(work::Channel& channel, const RemoteSetup& setup) {
  MutationOptions options;
  options.operators = setup.operators;
  options.assertions = setup.assertions;
  options.strict = setup.strict;
  if (setup.has_scope) options.scope = std::make_shared<const Source>("--scope", setup.scope);
  options.stage.overflow = setup.overflow;
  options.load.include_directories = setup.include_directories;
  options.part = setup.part;
  std::vector<SourcePtr> tests;
  for (const auto& test : setup.tests) tests.push_back(source_of(test));
  Budget no_limit;
  auto run = prepare_mutation(source_of(setup.model), options, no_limit);
  if (!channel.send(kFingerprint, 0, run ? fingerprint(*run) : "") || !run) return 2;
  const EquivalenceOptions comparison_options = equivalence_options(*run, options);
  const ScoreOptions scoring = scoring_options(options);
  while (const auto request = channel.receive_content(kUnit)) {
    std::string text;
    std::vector<TestVerdict> verdicts;
    work::BytesReader reader{*request};
    reader(text);
    reader(verdicts);
    const auto unit = work::unit_from(text);
    const Scorer scorer(tests, scoring, std::move(verdicts));
    const MutantWork work(*run, comparison_options, tests.empty() ? nullptr : &scorer);
    if (!reader.good || !unit || !work.belongs_to(*unit)) return 2;
    const MutantResult result = work.answer(*unit, no_limit).result;
    if (!channel.send(kAnswer, 0, answer_bytes(*run, work, *unit, result))) return 0;
  }
  return 0;
}

}  // namespace

std::vector<std::string> mutant_server_command() { return {work::kThisProgram, kMutantServerWord}; }

int serve_mutants(work::Channel channel) {
  const auto bytes = channel.receive_content(kSetup);
  if (!bytes) return 2;
  RemoteSetup setup;
  work::BytesReader reader{*bytes};
  setup.pass(reader);
  return reader.good ? serve_run(channel, setup) : 2;
}

bool RemoteMutants::send_setup(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                               const MutationOptions& options) {
  RemoteSetup setup;
  setup.model = named_text(model);
  for (const SourcePtr& test : tests) setup.tests.push_back(named_text(test));
  setup.operators = options.operators;
  setup.assertions = options.assertions;
  setup.strict = options.strict;
  setup.has_scope = options.scope != nullptr;
  if (options.scope) setup.scope = options.scope->text();
  setup.overflow = options.stage.overflow;
  setup.include_directories = options.load.include_directories;
  setup.part = options.part;
  work::BytesWriter writer;
  setup.pass(writer);
  return channel_.send(kSetup, 0, writer.bytes);
}

Status RemoteMutants::agree(const MutationRun& run) {
  const auto theirs = channel_.receive_content(kFingerprint);
  if (theirs && *theirs == fingerprint(run)) return Success{};
  return input_error("the remote process generated different mutants, or failed to generate them",
                     "make the files that the model opens available on all machines, with the same content");
}

std::optional<MutantPool::Answer> RemoteMutants::answer(const MutantWork& work, const work::Unit& unit,
                                                        const std::function<void()>& progress) {
  work::BytesWriter writer;
  writer(to_text(unit));
  writer(work.scorer() != nullptr ? work.scorer()->verdicts() : std::vector<TestVerdict>());
  if (!channel_.send(kUnit, 0, writer.bytes)) return std::nullopt;
  const auto bytes = channel_.receive_content(kAnswer);
  auto result = bytes ? result_from(*bytes) : std::nullopt;
  if (!result) return std::nullopt;
  const auto mutant = work.mutant_of(unit);
  if (!mutant && result->compared.size() != work.block_of(unit).members.size()) return std::nullopt;
  for (std::size_t i = 0; i < (mutant ? 1 : result->compared.size()); ++i) progress();
  return work.follow_up(unit, *std::move(result));
}

void RemoteMutants::hang_up() { channel_.hang_up(); }

}  // namespace fretsaw::mutation
