// Reports of test runners, compilers and builds. Passed tests are just a count; failures and the final summary are why it was run.
import { isLibraryCode } from "./foreign.ts"
import type { Strategy } from "./strategy.ts"

const PASSED = /^\s*(?:[✓√✔○]|PASS\b|ok\b|--- PASS|=== (?:RUN|PAUSE|CONT))|\.\.\. ok$|\bPASSED\b|^\S+ \.+\s+\[ *\d+%\]$/
const FAILED = /^\s*[✕✗×⨯] |\.\.\. FAILED$|^\S+::\S+ FAILED/
const COVERAGE = /^[^|]*\|\s*[\d.]+ \||^-+\|-+\|/
const SUMMARY =
  /^\s*(?:Tests?|Test Suites|Test Files|Snapshots|Time|Duration|test result|Ran \d+|FAILED|OK)\b|^=+ .* =+$/
const EXPECTATION =
  /^\s*(?:E {2,}|> {2,}|> *\d*\s*\||Expected|Received|expected|received|assert|Failed asserting|at \S+(?: \(|:\d+$)|➜|-->)|^\s*●|^_{3,} .* _{3,}$|^\s*[-+] {2}/
/** After its heading, a failure shows the code and the values it is about. */
const FAILURE =
  /^_{3,} .* _{3,}$|^\s*●|^-{4} .* stdout -{4}$|^(?:FAIL|ERROR)(?:ED)?: |^\s*FAIL(?:ED)? +\S|^\s{0,4}\d+\) \S|^\s*--- FAIL|^Traceback|^thread '.*' panicked/
const FAILURE_END = /^={3,} |^\s*(?:PASS|Test Suites:|test result:|ok\b|--- PASS)/
const NOISE = /^\s*(?:Compiling|Downloading|Downloaded|Checking|Collecting|Installing|Requirement already)\b/

export const testReport: Strategy = {
  name: "test-report",
  room: 1,
  names: 0.4,
  around: 1,
  line: /^\s*[✓√✔○✕✗×⨯] |^test \S+ \.\.\. |^(?:=== RUN|--- (?:PASS|FAIL))|^\S+::\S+ (?:PASSED|FAILED)/,
  weigh(lines) {
    let inFailure = false
    return lines.map((line) => {
      if (FAILURE.test(line)) inFailure = true
      else if (FAILURE_END.test(line)) inFailure = false
      if (line.trim() === "") return 0.1
      if (PASSED.test(line) || COVERAGE.test(line) || NOISE.test(line)) return 0.02
      if (SUMMARY.test(line) || FAILED.test(line)) return 6
      if (FAILURE.test(line)) return 4
      if (EXPECTATION.test(line)) return 2
      return inFailure && !isLibraryCode(line) ? 1 : 0.4
    })
  },
}

export function isPassed(line: string): boolean {
  return PASSED.test(line)
}
