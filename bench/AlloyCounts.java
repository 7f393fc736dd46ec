// SPDX-License-Identifier: MIT
// Prints Alloy's verdicts on commands, and their numbers of instances.
//
//     java -cp alloy.jar bench/AlloyCounts.java SOLVER prevent|wrap < COMMANDS
//
// Each line of COMMANDS has the path of a model, the index of a command and the maximum number of
// instances, separated by tabs. Prints the verdict, a tab, and the number of instances that differ in a
// sig or a field, or - if there are more or the maximum is 0:
//
//     sat	12
//
// Without symmetry breaking. If a command fails, the verdict is `error`, with the message.
import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Sig;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.A4TupleSet;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import kodkod.engine.satlab.SATFactory;

class AlloyCounts {
  public static void main(String[] arguments) throws Exception {
    A4Options options = new A4Options();
    options.solver = SATFactory.get(arguments[0]);
    options.noOverflow = arguments[1].equals("prevent");
    options.symmetry = 0;
    var lines = new BufferedReader(new InputStreamReader(System.in));
    String read = null;
    CompModule model = null;
    for (String line; (line = lines.readLine()) != null;) {
      String[] words = line.split("\t");
      try {
        if (!words[0].equals(read)) model = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, words[0]);
        read = words[0];
        var command = model.getAllCommands().get(Integer.parseInt(words[1]));
        A4Solution solution = TranslateAlloyToKodkod.execute_command(
            A4Reporter.NOP, model.getAllReachableSigs(), command, options);
        boolean satisfiable = solution.satisfiable();
        System.out.println((satisfiable ? "sat" : "unsat") + "\t" + count(solution, Integer.parseInt(words[2])));
      } catch (Throwable failure) {
        read = null;
        System.out.println("error\t" + String.valueOf(failure.getMessage()).replaceAll("\\s+", " "));
      }
      System.out.flush();
    }
  }

  static String count(A4Solution solution, int limit) throws Exception {
    if (limit == 0) return "-";
    Set<String> found = new HashSet<>();
    // Instances that differ only in Skolem constants count once, so there may be several of each.
    for (int shown = 0; solution.satisfiable(); solution = solution.next()) {
      if (++shown > 2 * limit) return "-";
      StringBuilder text = new StringBuilder();
      for (Sig sig : solution.getAllReachableSigs()) {
        if (sig.builtin) continue;
        text.append(sig.label).append(sorted((A4TupleSet) solution.eval(sig)));
        for (Sig.Field field : sig.getFields()) text.append(field.label).append(sorted(solution.eval(field)));
      }
      found.add(text.toString());
      if (found.size() > limit) return "-";
    }
    return String.valueOf(found.size());
  }

  static String sorted(A4TupleSet tuples) {
    String[] texts = tuples.toString().replaceAll("[{}]", "").split(", ");
    Arrays.sort(texts);
    return Arrays.toString(texts);
  }
}
