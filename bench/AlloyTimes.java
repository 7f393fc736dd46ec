// SPDX-License-Identifier: MIT
// Measures the processor time of Alloy for single commands, in a warm JVM or, with one command and TIMES 1,
// in a cold one.
//
//     java -cp alloy.jar bench/AlloyTimes.java SOLVER TIMES < COMMANDS
//
// Each line of COMMANDS has the path of a model and the index of a command, separated by a tab. Each command
// is parsed, translated and solved TIMES times. Prints the least processor time of the process in
// milliseconds, including compiler and garbage collector, and the verdict:
//
//     models/lists.als	1	69.31	unsat
import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import kodkod.engine.satlab.SATFactory;

class AlloyTimes {
  public static void main(String[] arguments) throws Exception {
    A4Options options = new A4Options();
    options.solver = SATFactory.get(arguments[0]);
    int times = Integer.parseInt(arguments[1]);
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null;) {
      String[] words = line.split("\t");
      long least = Long.MAX_VALUE;
      String verdict = "";
      for (int i = 0; i < times; ++i) {
        long start = processorTime();
        CompModule model = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, words[0]);
        var command = model.getAllCommands().get(Integer.parseInt(words[1]));
        var solution =
            TranslateAlloyToKodkod.execute_command(A4Reporter.NOP, model.getAllReachableSigs(), command, options);
        verdict = solution.satisfiable() ? "sat" : "unsat";
        least = Math.min(least, processorTime() - start);
      }
      System.out.printf(Locale.ROOT, "%s\t%s\t%.2f\t%s%n", words[0], words[1], least / 1e6, verdict);
    }
  }

  static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
