// What a check's output says about which check it was and how it ended. Only one tool prints some lines, whatever ran it: if `npm run verify` shows
// a TS number, the type check has failed.

import { isBeside, isCount } from "./command-errors.ts"

export interface CheckReport {
  readonly category: string
  readonly tool?: string | undefined
}

type Pattern = readonly [RegExp, string, string?]

/** Lines that only a failure has, by the check that failed. */
const FAILURES: readonly Pattern[] = [
  [/\bTS\d{4,5}\b/, "typecheck", "tsc"],
  [/\.pyi?:\d+(?::\d+)?: error: .*\[[a-z-]+\]$/, "typecheck", "mypy"],
  [/\.pyi?:\d+:\d+ - error: |\(report[A-Z]\w+\)$/, "typecheck", "pyright"],
  [/^svelte-check found [1-9]|^\S+ ERROR "\S+" \d+:\d+ /, "typecheck", "svelte-check"],
  [/^ERROR: \w+ - \S+\.php:\d+/, "typecheck", "psalm"],
  [/^(?:FAILED|ERROR) \S+\.py(?:::\S+)?(?: |$)|^\S+\.py::\S+ (?:FAILED|ERROR)\b|^E {3,}\S/, "test", "pytest"],
  [/^={2,} [^=]{0,100}\b[1-9]\d* (?:failed|errors?)\b/, "test", "pytest"],
  [/^\s*--- FAIL: |^FAIL\t\S+\s/, "test", "go test"],
  [/^\s*(?:FAIL|❯|×|✗)\s+(?:\|\S+\| )?\S+\.(?:test|spec)\.[cm]?[jt]sx?\b|^\s*● .* › /, "test"],
  [/^\s*(?:Tests?|Test Suites|Test Files):?\s+[1-9]\d* failed\b/, "test"],
  [/^test \S+ \.\.\. FAILED$|^test result: FAILED/, "test", "cargo test"],
  [/^\(fail\) /, "test", "bun test"],
  [/^not ok \d+ |^\s+[1-9]\d* failing$|^[ℹ#] fail [1-9]/, "test"],
  [/^rspec \.\/\S+:\d+|\b\d+ examples?, [1-9]\d* failures?\b/, "test", "rspec"],
  [/^FAILURES!$|Assertions: \d+, (?:Failures|Errors): [1-9]|^\s*(?:FAIL|FAILED|⨯)\s+Tests\\/, "test", "phpunit"],
  [/^\s*Tests:\s+[1-9]\d* failed/, "test", "phpunit"],
  [/^(?:FAIL|ERROR): test\w* \(|^FAILED \((?:failures|errors)=/, "test", "unittest"],
  [/\btests passed, [1-9]\d* tests? failed|\(Failed\)$|\*\*\*Failed\b/, "test", "ctest"],
  [/\bTests run: \d+, Failures: (?:[1-9]|0, Errors: [1-9])/, "test", "mvn test"],
  [/^\S+ > .* FAILED$/, "test", "gradle test"],
  [/^\s+\d+\) \[[\w -]+\] › /, "test", "playwright test"],
  [/^\s*Failed!\s+- Failed: +[1-9]|^\s*Failed \S+ \[\d/, "test", "dotnet test"],
  [/^\s+\d+:\d+\s+error\s+\S.*\s[@\w/-]+$|^✖ \d+ problems? \([1-9]/, "lint", "eslint"],
  [/\b(?:lint|assist)\/\w+\/\w+|\S format ━/, "lint", "biome"],
  [/^\S+\.py:\d+:\d+: [CRWEF]\d{4}: /, "lint", "pylint"],
  [/^\S+\.pyi?:\d+:\d+: [A-Z]{1,4}\d{2,4}\b/, "lint"],
  [/^[A-Z]{1,4}\d{3,4} (?:\[\*\] )?[`A-Z]/, "lint", "ruff check"],
  [/\.go:\d+(?::\d+)?: .* \([a-z]\w+\)$/, "lint", "golangci-lint"],
  [/\bclippy::\w/, "lint", "cargo clippy"],
  [/^\S+\.rb:\d+:\d+: [CWEF]: /, "lint", "rubocop"],
  [/^would reformat \S|^\[warn\] (?:Code style|\S+\.\w+$)/, "lint"],
  [/\bSC\d{4}\b \(|\bMD\d{3}\/|\bDL\d{4} /, "lint"],
]

/** Lines that say what failed if nothing else does: a test run may print them as well. */
const HINTS: readonly Pattern[] = [
  [/^error\[E\d{4}\]/, "typecheck", "cargo check"],
  [/\b[1-9]\d* tests? failed\b/i, "test"],
  [/^Module not found|Could not resolve "|Rollup failed|\bcompiled with [1-9]\d* errors?\b/, "build"],
  [/\bundefined reference to\b|^collect2: error|^ld: |COMPILATION ERROR|\berror CS\d{4}\b/, "build"],
  [/\.(?:c|cc|cpp|cxx|h|hpp):\d+:\d+: (?:fatal )?error: |\.java:\d+: error: |\.go:\d+:\d+: /, "build"],
]

/** Runners' counts and endings which say that something failed, but not what. */
const FAILED =
  /(?<![\w.])[1-9]\d* (?:tests? |specs? |errors? |checks? )?(?:failed|failures?|failing|fail|errors?)\b(?!:)|^npm (?:ERR!|error) |\bELIFECYCLE\b|exit(?:ed with)?(?: code| status)?[:=]? *[1-9]\d*$|\bBUILD FAILED\b|^make(?:\[\d+\])?: \*\*\*|\bSegmentation fault\b|\bcore dumped\b|^Killed$|\b(?:line \d+: +\d+|\[\d+\]\S*) +Killed\b|\bKilled: 9\b|\bERR_ASSERTION\b|^\s+at .+:\d+:\d+\)?$/i
/** Runners that count each outcome on a separate line name the passed ones last: `1 failed` is above `2 passed`. */
const COUNTED = /(?<![\w.])[1-9]\d* (?:tests? |specs? )?(?:failed|failures?|failing|fail)\b/i
const NONE_FAILED = /(?<![\w.])0 (?:tests? |specs? )?(?:failed|failures?|failing|fail)\b|\bfail(?:ed|ures?)?[:=]? 0\b/i
/** A test that expects an error prints this too, so a report that says it passed weighs more. */
const TROUBLE = /^error(?:\[\w+\])?: /i

const PASSED =
  /(?<![\w.])[1-9]\d* (?:tests? )?(?:pass(?:ed|ing)?\b|(?:(?:tests|examples?|specs?),? (?:with )?|, (?:with )?)0 failures)|^\s*(?:ok\s|PASS\b)|^test result: ok|^OK(?: \(|$)|\b(?:0|no) (?:errors?|issues|problems|warnings|offenses|violations)\b|\bAll (?:checks|tests) passed\b|\b(?:BUILD|Build) (?:SUCCESS\w*|succeeded)|\bFinished .*target|✓ built in|\bCompiled successfully\b|\b100% tests passed|All matched files use|left unchanged|^✓ (?:All|No)\b|^Checked \d+ files?\b|\bBuild complete!|\bBuilt target\b|^#\d+ (?:naming to|DONE)\b|^(?:exit(?: code| status)?|rc|status)[:=]? *0$/i

export function reportIn(lines: readonly string[], isUnknown: boolean): CheckReport | undefined {
  return firstIn(lines, FAILURES) ?? (isUnknown ? firstIn(lines, HINTS) : undefined)
}

function firstIn(lines: readonly string[], patterns: readonly Pattern[]): CheckReport | undefined {
  for (const line of lines) {
    const found = patterns.find(([pattern]) => pattern.test(line))
    if (found && !isBeside(line)) return { category: found[1], ...(found[2] !== undefined && { tool: found[2] }) }
  }
  return undefined
}

/** How a run ended whose exit code was not seen. Of two lines the later is the summary, unless the earlier one counts failures. */
export function verdictIn(lines: readonly string[]): { failed: boolean; passed: boolean } {
  const failedAt = lines.findLastIndex((line) => FAILED.test(line) && !isBeside(line))
  const passedAt = lines.findLastIndex((line) => PASSED.test(line) && !FAILED.test(line))
  const isTrouble = failedAt > passedAt || (passedAt < 0 && lines.some((line) => TROUBLE.test(line)))
  const failed = isTrouble || isCounted(lines) || firstIn(lines, FAILURES) !== undefined
  return { failed, passed: !failed && passedAt >= 0 }
}

function isCounted(lines: readonly string[]): boolean {
  const at = lines.findLastIndex((line) => COUNTED.test(line) && isCount(line) && !isBeside(line))
  return at >= 0 && !lines.slice(at + 1).some((line) => NONE_FAILED.test(line))
}
