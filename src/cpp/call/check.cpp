// SPDX-License-Identifier: MIT
#include "cpp/call/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <set>

#include "base/budget.hpp"
#include "base/digest.hpp"
#include "cpp/call/check_checkpoint.hpp"
#include "cpp/call/method_bounds.hpp"
#include "cpp/call/method_check.hpp"
#include "cpp/call/programs.hpp"
#include "cpp/inputs/inputs.hpp"
#include "cpp/space/bound_names.hpp"
#include "cpp/space/render.hpp"
#include "report/json_document.hpp"

namespace fretsaw::call {

// Keys in the order of their names, so that documents that other tools rewrote can be read.
std::string show_input(const space::ObjectGraph& before) {
  return nlohmann::json::parse(json_text(space::render_json(before))).dump();
}

void set_default_size(CheckRequest& request) {
  Bounds& bounds = request.bounds;
  const bool is_bounded =
      bounds.size >= 0 || !bounds.objects.empty() || !bounds.values.empty() || request.finitization;
  if (!is_bounded) bounds.size = 3;
}

namespace {

// Of everything that affects the inputs, their order and the report.
std::string fingerprint(const CheckRequest& request, const code::Program& program) {
  Digest digest;
  digest.field(request.identity).field(program.digest()).field(std::to_string(request.bounds.size));
  digest.field(request.only_method.value_or(""));
  for (const std::string& input : request.known_inputs) digest.field(input);
  return digest.hex();
}

Result<MethodCode> code_of(const CheckRequest& request) {
  auto user = code::user_code(request.code);
  if (!user) return user.error();
  MethodCode code;
  code.user = *std::move(user);
  code.methods = request.methods;
  code.takes_all = request.takes_all;
  code.extra_preconditions = request.extra_preconditions;
  code.predicate = request.predicate;
  code.finitization = request.finitization;
  code.ignored = request.ignored;
  code.sanitizes_address = request.sanitizes_address;
  code.sanitizes_undefined = request.sanitizes_undefined;
  return code;
}

code::ProgramCache cache_of(const CheckRequest& request, const code::Note& note) {
  return code::ProgramCache(request.use_cache ? code::cache_settings(note) : code::CacheSettings(), note);
}

}  // namespace

Result<std::shared_ptr<const MethodSubjects>> subjects_for(const CheckRequest& request,
                                                           const code::Note& note) {
  if (request.subjects) return request.subjects;
  auto code = code_of(request);
  if (!code) return code.error();
  auto read = read_methods(*code, request.limits, cache_of(request, note));
  if (!read) return read.error();
  return std::make_shared<const MethodSubjects>(*std::move(read));
}

Result<std::shared_ptr<const MethodProgram>> caller_for(const CheckRequest& request, const code::Note& note) {
  if (request.caller) return request.caller;
  auto code = code_of(request);
  if (!code) return code.error();
  const auto read = subjects_for(request, note);
  if (!read) return read.error();
  auto made = make_caller(*code, **read, request.limits, cache_of(request, note));
  if (!made) return made.error();
  return std::make_shared<const MethodProgram>(std::move(*made));
}

// Methods share the clauses of their classes: each warning is reported once.
static void report_warnings(const contract::Subjects& subjects, const std::vector<std::size_t>& methods,
                            const CheckListener& listener) {
  std::set<std::string> reported;
  for (const std::size_t m : methods) {
    const contract::CheckedMethod& method = subjects.methods[m];
    if (method.subject->theory == nullptr) continue;
    for (const Diagnostic& warning : method.subject->theory->warnings) {
      if (listener.warning && reported.insert(render(warning)).second) listener.warning(warning);
    }
  }
}

// The program that calls and, where inputs are searched for, the one that searches.
class Programs {
 public:
  // Where it is known that there has to be a search, its program is built at the same time as the other one.
  static Result<Programs> build(const CheckRequest& request,
                                const std::shared_ptr<const MethodSubjects>& read,
                                const CheckListener& listener) {
    Programs programs(request, read, listener);
    const auto chosen = chosen_subjects(*read, request.only_method);
    if (!chosen) return chosen.error();
    const bool has_search = std::ranges::any_of(
        *chosen, [&](std::size_t m) { return inputs::is_always_searched(read->subjects, m); });
    if (has_search)
      programs.search_ = std::async(std::launch::async, make_search, request, read, code::Note());
    auto made = caller_for(request, listener.note);
    if (!made) return made.error();
    programs.caller_ = *std::move(made);
    return programs;
  }

  const MethodProgram& caller() const { return *caller_; }
  Result<const MethodProgram*> searcher() {
    if (!searcher_) {
      auto built = search_.valid() ? search_.get() : make_search(request_, read_, note_);
      if (!built) return built.error();
      searcher_.emplace(*std::move(built));
    }
    return &*searcher_;
  }

 private:
  Programs(const CheckRequest& request, const std::shared_ptr<const MethodSubjects>& read,
           const CheckListener& listener)
      : request_(request), read_(read), note_(listener.note) {}

  static Result<MethodProgram> make_search(const CheckRequest& request,
                                           const std::shared_ptr<const MethodSubjects>& read,
                                           const code::Note& note) {
    const auto code = code_of(request);
    if (!code) return code.error();
    return make_searcher(*code, *read, request.limits, cache_of(request, note));
  }

  CheckRequest request_;
  std::shared_ptr<const MethodSubjects> read_;
  code::Note note_;
  std::shared_ptr<const MethodProgram> caller_;
  std::future<Result<MethodProgram>> search_;
  std::optional<MethodProgram> searcher_;
};

// All methods, within the bounds as they are.
static Status check_methods(const CheckRequest& request, const MethodSubjects& read, Programs& programs,
                            const CheckListener& listener) {
  const Stopwatch watch;
  const contract::Subjects& subjects = read.subjects;
  const auto chosen = chosen_subjects(read, request.only_method);
  if (!chosen) return chosen.error();
  const MethodProgram* const caller = &programs.caller();
  if (listener.program) listener.program(caller->program->digest());
  for (const std::string& doubt : caller->program->classes().doubts) {
    if (listener.doubt) listener.doubt(doubt);
  }
  report_warnings(subjects, *chosen, listener);
  const auto search_program = [&] { return programs.searcher(); };
  const code::Classes& classes = caller->program->classes();
  std::vector<MethodBounds> bounds;
  std::map<std::string, std::size_t> unused;
  for (const std::size_t m : *chosen) {
    const contract::CheckedMethod& method = subjects.methods[m];
    bounds.push_back(bounds_for(request.bounds, classes,
                                classes.callables[static_cast<std::size_t>(method.callable)],
                                chosen->size() == 1));
    for (const std::string& bound : bounds.back().unused) ++unused[bound];
    // Before the results of earlier runs are repeated.
    if (listener.add_unused_bounds) listener.add_unused_bounds(method.display, bounds.back().unused);
  }
  CheckCheckpoint checkpoint(request, fingerprint(request, *caller->program));
  if (Status status = checkpoint.open(listener); !status) return status;
  for (std::size_t i = checkpoint.done(); i < chosen->size(); ++i) {
    const std::size_t m = (*chosen)[i];
    const std::string& display = subjects.methods[m].display;
    const MethodTask task{
        request, listener, *caller, m, bounds[i].bounds, limits_left(request.limits, watch), search_program};
    if (listener.started && !checkpoint.is_under_way()) listener.started(display);
    checkpoint.begin();
    auto report = check_method(task, checkpoint);
    // A checkpoint cannot represent it: it keeps what is done, and the run ends.
    const bool is_refusal = !report && report.error().stop == StopReason::None && chosen->size() > 1;
    if (is_refusal && read.implied.contains(display) && listener.skipped && !checkpoint.is_kept()) {
      listener.skipped(display, report.error());
      checkpoint.give_up();
      continue;
    }
    if (is_refusal && listener.refused && !checkpoint.is_kept()) {
      listener.refused(display, report.error());
      checkpoint.give_up();
      continue;
    }
    if (!report) return report.error();
    if (listener.finished) listener.finished(*report);
    if (report->stop != StopReason::None) return Success{};
    if (Status status = checkpoint.finish(*report); !status) return status;
  }
  for (const auto& [bound, count] : unused) {
    if (count == chosen->size())
      return input_error(fmt::format("bound '{}' does not apply to any of the methods", bound));
  }
  return Success{};
}

// A method that nobody has named, and that does not compile or link, does not keep the others from being checked. Each is
// built alone, which takes long, and only where all of them together do not build.
static Result<std::vector<std::string>> buildable_methods(const CheckRequest& request,
                                                          const MethodSubjects& read,
                                                          const CheckListener& listener) {
  const Stopwatch watch;
  std::vector<std::string> methods;
  for (const contract::CheckedMethod& method : read.subjects.methods) {
    CheckRequest alone = request;
    alone.subjects.reset();
    alone.methods = {method.display};
    alone.limits = limits_left(request.limits, watch);
    const auto made = caller_for(alone, listener.note);
    if (made) {
      methods.push_back(method.display);
    } else if (made.error().stop == StopReason::None && read.implied.contains(method.display) &&
               listener.skipped) {
      listener.skipped(method.display, made.error());
    } else {
      return made.error();
    }
  }
  return methods;
}

Status check(const CheckRequest& given, const CheckListener& listener) {
  const Stopwatch watch;
  CheckRequest request = given;
  auto read = subjects_for(request, listener.note);
  if (!read) return read.error();
  if (Status status = space::check_names(request.bounds, *(*read)->classes); !status) return status;
  request.subjects = *read;
  for (const std::string& note : (*read)->notes) {
    if (listener.remark) listener.remark(note);
  }
  if ((*read)->others > 0 && listener.others) listener.others((*read)->others);
  const auto with_time_left = [&] { request.limits = limits_left(given.limits, watch); };
  with_time_left();
  auto programs = Programs::build(request, *read, listener);
  const bool may_skip = !(*read)->implied.empty() && (*read)->subjects.methods.size() > 1;
  if (!programs && programs.error().stop == StopReason::None && may_skip) {
    auto methods = buildable_methods(request, **read, listener);
    if (!methods) return methods.error();
    if (methods->empty()) return programs.error();
    request.methods = *std::move(methods);
    request.subjects.reset();
    auto rest = subjects_for(request, listener.note);
    if (!rest) return rest.error();
    MethodSubjects subjects = **rest;
    subjects.implied = (*read)->implied;
    read = std::make_shared<const MethodSubjects>(std::move(subjects));
    request.subjects = *read;
    with_time_left();
    programs = Programs::build(request, *read, listener);
  }
  if (!programs) return programs.error();
  with_time_left();
  if (!request.first_size) return check_methods(request, **read, *programs, listener);
  bool has_failed = false;
  CheckListener watching = listener;
  watching.finished = [&](const MethodReport& report) {
    has_failed = has_failed || report.failed > 0 || report.stop != StopReason::None;
    if (listener.finished) listener.finished(report);
  };
  if (listener.refused)
    watching.refused = [&](const std::string& method, const Diagnostic& why) {
      has_failed = true;
      listener.refused(method, why);
    };
  Status status = Success{};
  for (int size = *given.first_size; status && !has_failed && size <= given.bounds.size; ++size) {
    request.bounds.size = size;
    request.may_have_none = size < given.bounds.size;
    with_time_left();
    if (listener.begins_size) listener.begins_size(size);
    status = check_methods(request, **read, *programs, watching);
  }
  return status;
}

}  // namespace fretsaw::call
