// SPDX-License-Identifier: MIT
#include "alloy/model/modules.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "alloy/model/load_text.hpp"
#include "support/folder.hpp"

namespace fretsaw::model {
namespace {

TEST(Opens, GiveNamesWithAndWithoutAlias) {
  const Texts lib{{"lib", "module lib\nsig L {}\npred p[x: L] { some x }"}};
  EXPECT_EQ(goal("open lib", "lib/p[L] and p[lib/L]", lib), "(and (lib/p lib/L) (lib/p lib/L))");
  EXPECT_EQ(goal("open lib as x", "some x/L", lib), "(some x/L)");
}

TEST(Opens, OfTheSameModuleWithTheSameArgumentsAreOne) {
  const Model model = load_text(
      "open util/ordering[A] as o\nopen util/ordering[A] as p\nopen util/ordering[B] as q\nsig A, B {}");
  int orders = 0;
  for (const Sig& sig : model.sigs) orders += sig.name.ends_with("/Ord") ? 1 : 0;
  EXPECT_EQ(orders, 2);
  EXPECT_EQ(goal("open util/ordering[A] as o\nopen util/ordering[A] as p\nsig A {}", "o/first = p/first"),
            "(= o/first o/first)");
}

TEST(Opens, BindParametersToSigsOfAnyModule) {
  const Texts modules{{"keys", "module keys\nsig K {}"},
                      {"map", "module map[X, Y]\none sig M { m: X -> lone Y }"}};
  EXPECT_EQ(goal("open keys\nopen map[K, Int] as m\n", "some m/M.m", modules), "(some (. m/M m/M.m))");
  EXPECT_EQ(goal("open map[keys/K, V]\nopen keys\nsig V {}", "some m.V", modules), "(some (. map/M.m V))");
}

TEST(Opens, PassParametersOn) {
  const Texts modules{{"outer", "module outer[T]\nopen inner[T] as i\nfun all_t: set T { i/all_x }"},
                      {"inner", "module inner[X]\nfun all_x: set X { X }"}};
  EXPECT_EQ(goal("open outer[A]\nsig A {}", "some all_t", modules), "(some outer/all_t)");
}

TEST(Opens, ThatAreWrongAreRefusedAtTheOpen) {
  const Texts modules{{"m1", "module m1\nopen m2"}, {"m2", "module m2\nopen m1"}, {"par", "module par[X]"}};
  EXPECT_EQ(error_of("open m1", modules),
            "2:1 syntax: cyclic 'open': m1.als opens m2.als opens m1.als; note m1.als:2:1: opened here; "
            "note 1:1: opened here");
  EXPECT_EQ(error_of("open par", modules),
            "1:1 syntax: module 'par' has 1 parameter, but 0 arguments are given");
  EXPECT_EQ(error_of("open par[Nodde]\nsig Node {}", modules),
            "1:1 syntax: unknown sig 'Nodde'; did you mean 'Node'?");
  EXPECT_EQ(error_of("sig A {}\n", {}), "fine");
  EXPECT_EQ(error_of("open util/orderng[A]\nsig A {}"),
            "1:1 syntax: unknown module 'util/orderng'; did you mean 'util/ordering'?");
  EXPECT_EQ(error_of("open util/ordering[A] as o\nopen util/ordering[B] as o\nsig A, B {}"),
            "2:1 syntax: two different modules are opened as 'o'; rename one of them with 'as'");
}

TEST(Opens, OfModulesWithErrorsShowTheChainOfOpens) {
  EXPECT_EQ(error_of("open a", {{"a", "module a\nopen b"}, {"b", "module b\nsig {}"}}).substr(0, 10),
            "2:5 syntax");
  const auto model = try_load("open a", {{"a", "module a\nopen b"}, {"b", "module b\nsig {}"}});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().location->file, "b.als");
  ASSERT_EQ(model.error().notes.size(), 2U);
  EXPECT_EQ(render(model.error()),
            "b.als:2:5: error: expected the name of the sig, found '{'\n"
            "    sig {}\n"
            "        ^\n"
            "a.als:2:1: note: opened here\n"
            "    open b\n"
            "    ^~~~~~\n"
            "m.als:1:1: note: opened here\n"
            "    open a\n"
            "    ^~~~~~\n");
}

TEST(PrivateThings, AreSeenOnlyInTheirModule) {
  const Texts lib{{"lib", "module lib\nprivate sig H {}\nprivate pred p { some H }\npred q { p }"}};
  EXPECT_EQ(goal("open lib", "q", lib), "lib/q");
  EXPECT_EQ(place_of_error("open lib\nrun { some H }", lib), "2:12 syntax");
  EXPECT_EQ(place_of_error("open lib\nrun { p }", lib), "2:7 syntax");
  const Texts chain{{"a", "module a\nprivate open b"}, {"b", "module b\nsig B {}"}};
  EXPECT_EQ(place_of_error("open a\nrun { some B }", chain), "2:12 syntax");
}

TEST(MainModule, WithParametersHasThemAsSigs) {
  const Model model = load_text("module m[exactly T, U]\nrun {} for 2");
  EXPECT_TRUE(sig_named(model, "T").is_top_level());
  ASSERT_EQ(model.commands.size(), 1U);
  EXPECT_TRUE(model.commands[0].scopes.of(sig_named(model, "T").id).exact);
  EXPECT_FALSE(model.commands[0].scopes.of(sig_named(model, "U").id).exact);
}

TEST(Enums, AreOrderedAbstractSigs) {
  const Model model = load_text("enum E { X, Y }\nrun { X.next = Y and lt[X, Y] }");
  EXPECT_TRUE(sig_named(model, "E").is_enum);
  EXPECT_EQ(sig_named(model, "X").mult, SigMult::One);
  EXPECT_EQ(show_goal(model), "(and (= (. X ordering/next) Y) (ordering/lt X Y))");
}

TEST(Files, AreFoundByTheirModulePath) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "fretsaw_modules";
  fs::create_directories(root / "a/b");
  fs::create_directories(root / "include/x");
  const auto write = [](const fs::path& path, const char* text) { std::ofstream(path) << text; };
  write(root / "a/b/main.als",
        "module a/b/main\nopen a/b/near\nopen a/far\nopen top\nopen x/inc\nrun { some N and some F and some "
        "T and some I }");
  write(root / "a/b/near.als", "module a/b/near\nsig N {}");
  write(root / "a/far.als", "module a/far\nopen a/b/near\nsig F {}");
  write(root / "top.als", "module top\nsig T {}");
  write(root / "include/x/inc.als", "module x/inc\nsig I {}");
  const auto model = load_file((root / "a/b/main.als").string(),
                               {.include_directories = {(root / "include").string()}, .texts = {}});
  ASSERT_TRUE(model) << render(model.error());
  EXPECT_EQ(sig_named(*model, "near/N").name, "near/N");
  fs::remove_all(root);
}

TEST(Files, MayBeMarkdownWhereThereIsNoOther) {
  const test::Folder folder;
  const std::string main = folder.write("main.als", "open lib\nrun { some L }");
  folder.write("lib.md", "---\n---\n```alloy\nmodule lib\nsig L {}\n```\n");
  const auto model = load_file(main);
  ASSERT_TRUE(model) << render(model.error());
  EXPECT_TRUE(model->modules.at(2).file.ends_with("lib.md") || model->modules.at(1).file.ends_with("lib.md"));
  folder.write("lib.als", "module lib\nsig K {}");
  EXPECT_FALSE(load_file(main)) << "lib.als comes first";
}

TEST(Files, OfAlloysExamplesAreFoundInACheckout) {
  namespace fs = std::filesystem;
  const test::Folder folder;
  const std::string main = folder.write(
      "ring.als",
      "open examples/algorithms/messaging as msg\nopen util/ordering[msg/Node] as o\nrun { some Node }");
  const auto missing = load_file(main);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "unknown module 'examples/algorithms/messaging'");
  EXPECT_EQ(missing.error().hint,
            "use '-I DIR', where DIR is a checkout of Alloy or the directory that contains its 'examples/'");
  for (const char* models : {"org.alloytools.alloy.extra/extra/models", "models", "."}) {
    const fs::path root = fs::path(folder.path()) / "alloy";
    fs::create_directories(root / models / "examples/algorithms");
    std::ofstream(root / models / "examples/algorithms/messaging.als")
        << "module examples/algorithms/messaging\nopen util/ordering[Node]\nsig Node {}";
    fs::create_directories(root / models / "util");
    std::ofstream(root / models / "util/ordering.als") << "module util/ordering[exactly T]\nsig Mine {}";
    const auto model = load_file(main, {.include_directories = {root.string()}, .texts = {}});
    ASSERT_TRUE(model) << models;
    int orders = 0;
    for (const Sig& sig : model->sigs) orders += sig.name.ends_with("/Mine") ? 1 : 0;
    EXPECT_EQ(orders, 1) << "the example and what opens it have the same util/";
    fs::remove_all(root);
  }
}

TEST(Modules, ManyTimesOpenedAreLoadedOnce) {
  Texts modules;
  for (int i = 0; i < 40; ++i) {
    const std::string next = std::to_string(i + 1);
    modules["m" + std::to_string(i)] =
        "module m" + std::to_string(i) + "\nopen m" + next + " as a\nopen m" + next + " as b";
  }
  modules["m40"] = "module m40\nsig Z {}";
  EXPECT_EQ(load_text("open m0", modules).modules.size(), 43U);
}

}  // namespace
}  // namespace fretsaw::model
