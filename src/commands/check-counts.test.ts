// The counts at the end of real reports, and lines that only look like them.
import { expect, test } from "bun:test"
import { countsIn } from "./check-counts.ts"

const REPORTS: readonly (readonly [string, string | undefined, string])[] = [
  [
    "jest",
    "Tests: 3 failed, 120 passed, 123 total",
    "Test Suites: 1 failed, 9 passed, 10 total\nTests:       3 failed, 120 passed, 123 total\nSnapshots:   0 total\nTime:        2.1 s",
  ],
  [
    "vitest",
    "Tests 3 failed | 120 passed (123)",
    " Test Files  1 failed | 3 passed (4)\n      Tests  3 failed | 120 passed (123)\n   Start at  10:00:01\n   Duration  1.02s",
  ],
  ["pytest", "1 failed, 40 passed", "E   assert 28 == 29\n=========== 1 failed, 40 passed in 0.42s ==========="],
  [
    "cargo",
    "test result: FAILED. 11 passed; 2 failed",
    "test a::b ... FAILED\n\ntest result: FAILED. 11 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\nerror: test failed, to rerun pass `--lib`",
  ],
  [
    "cargo with no doc tests",
    "test result: ok. 12 passed; 0 failed",
    "test result: ok. 12 passed; 0 failed; 0 ignored\n\n   Doc-tests a\n\ntest result: ok. 0 passed; 0 failed; 0 ignored",
  ],
  ["bun", "31 pass, 1 fail", " 31 pass\n 1 fail\n 96 expect() calls\nRan 32 tests across 1 file. [13.07s]"],
  ["mocha", "31 passing, 1 failing", "  31 passing (2s)\n  1 failing\n\n  1) dates\n       keeps a leap day:"],
  ["node", "pass 3, fail 1", "ℹ tests 4\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 0\nℹ duration_ms 51.2"],
  [
    "maven",
    "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0",
    "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE",
  ],
  ["rspec", "5 examples, 1 failure", "Finished in 0.1 seconds\n5 examples, 1 failure\n\nrspec ./a_spec.rb:3 # A fails"],
  [
    "playwright",
    "1 failed, 2 passed",
    "  1 failed\n    [chromium] › a.spec.ts:3:1 › has a title ───────\n  2 passed (3.2s)",
  ],
  ["eslint", "✖ 3 problems (2 errors, 1 warning)", "  3:1  error  no  semi\n\n✖ 3 problems (2 errors, 1 warning)\n"],
  ["colours", "2 failed, 1 passed", "\u001b[31m2 failed\u001b[0m, \u001b[32m1 passed\u001b[0m in 1.2s"],
  ["a test's name", undefined, "✓ reports 3 failed uploads\n✓ says 2 passed\nok 4 - counts 1 failed"],
  ["prose", undefined, "the deploy of 3 failed uploads to staging was retried\nError: 2 failed with ECONNRESET"],
  ["nothing", undefined, "building\ndone"],
]

test.each(REPORTS)("%s: %s", (_name, counts, report) => {
  expect(countsIn(`collected\n${"a line\n".repeat(300)}${report}`)).toBe(counts as string)
})

test("a hostile report takes no longer than another, and its counts are short", () => {
  for (const unit of ["1 failed ", "1 ", "= ", "1 failed\n", "in 1", "0 skipped,", "Tests: 1 ", "ℹ pass 1\n"])
    expect(countsIn(unit.repeat(1_000_000 / unit.length))?.length ?? 0).toBeLessThanOrEqual(80)
})
