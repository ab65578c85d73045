import { describe, expect, test } from "bun:test"
import { prune } from "./prune.ts"

const times = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at))

describe("of a failed run the failures and the summary stay", () => {
  test("pytest", () => {
    const output = [
      "============================= test session starts ==============================",
      "collected 41 items",
      "",
      ...times(40, (at) => `tests/test_dates.py::test_case_${at} PASSED`),
      "=================================== FAILURES ===================================",
      "______________________________ test_parse_leap_day _____________________________",
      "",
      "    def test_parse_leap_day():",
      '>       assert parse("2024-02-29").day == 29',
      "E       AssertionError: assert 28 == 29",
      "",
      "tests/test_dates.py:88: AssertionError",
      "=========================== short test summary info ============================",
      "FAILED tests/test_dates.py::test_parse_leap_day - AssertionError: assert 28 == 29",
      "========================= 1 failed, 40 passed in 0.42s =========================",
    ]
    const pruned = prune({ tool: "bash", args: { command: "pytest -v" }, output: output.join("\n"), mode: "hyper" })
    expect(pruned?.strategy).toBe("test-report")
    expect(pruned?.text).toMatchInlineSnapshot(`
      "============================= test session starts ==============================
      collected 41 items
      [… 41 lines left out]
      =================================== FAILURES ===================================
      ______________________________ test_parse_leap_day _____________________________

          def test_parse_leap_day():
      >       assert parse("2024-02-29").day == 29
      E       AssertionError: assert 28 == 29

      tests/test_dates.py:88: AssertionError
      =========================== short test summary info ============================
      FAILED tests/test_dates.py::test_parse_leap_day - AssertionError: assert 28 == 29
      ========================= 1 failed, 40 passed in 0.42s ========================="
    `)
  })

  test("jest", () => {
    const output = [
      "FAIL src/date.test.ts",
      "  dates",
      ...times(60, (at) => `    ✓ keeps month ${at} as it is (${at} ms)`),
      "    ✕ keeps a leap day (3 ms)",
      "",
      "  ● dates › keeps a leap day",
      "",
      "    expect(received).toBe(expected) // Object.is equality",
      "",
      "    Expected: 29",
      "    Received: 28",
      "",
      "    > 12 |     expect(parse(day).date).toBe(29)",
      "      at Object.<anonymous> (src/date.test.ts:12:30)",
      "",
      "-----------|---------|----------|---------|---------|",
      ...times(40, (at) => `  file${at}.ts |   57.81 |     45.4 |   43.66 |   57.86 | 91-93,307`),
      "Tests:       1 failed, 60 passed, 61 total",
      "Time:        2.1 s",
    ]
    const pruned = prune({ tool: "bash", args: { command: "npx jest" }, output: output.join("\n"), mode: "hyper" })
    for (const line of ["✕ keeps a leap day", "Expected: 29", "Received: 28", "> 12 |", "1 failed, 60 passed"])
      expect(pruned?.text).toContain(line)
    expect(pruned?.kept).toBeLessThan(40)
  })

  test("cargo and go", () => {
    const cargo = [
      ...times(80, (at) => `test dates::case_${at} ... ok`),
      "test dates::leap_day ... FAILED",
      "---- dates::leap_day stdout ----",
      "thread 'dates::leap_day' panicked at src/dates.rs:41:9:",
      "  left: 28",
      " right: 29",
      "test result: FAILED. 80 passed; 1 failed; 0 ignored",
    ]
    const go = [
      ...times(60, (at) => `=== RUN   TestCase${at}\n--- PASS: TestCase${at} (0.00s)`),
      "=== RUN   TestLeapDay",
      "    dates_test.go:41: got 28, want 29",
      "--- FAIL: TestLeapDay (0.00s)",
      "FAIL",
    ]
    const textOf = (command: string, lines: string[]) =>
      prune({ tool: "bash", args: { command }, output: lines.join("\n"), mode: "normal" })?.text ?? ""
    expect(textOf("cargo test", [...times(60, (at) => `   Compiling crate${at} v1.0.0`), ...cargo])).toContain(
      "panicked at src/dates.rs:41:9",
    )
    expect(textOf("go test ./...", go)).toContain("dates_test.go:41: got 28, want 29")
  })
})

test("a runner in a container keeps its failures, with what was expected and where", () => {
  const passed = Array.from({ length: 150 }, (_, at) => `  ✓ keeps the gauge of harbour ${at}          0.0${at % 10}s`)
  const failure = [
    "   FAILED  Tests\\Feature\\TideTest > spring tide",
    "  Expected response status code [200] but received 201.",
    "  at tests/Feature/TideTest.php:329",
    "    328▕     ->postJson('/api/tides')",
    "  ➜ 329▕     ->assertOk()",
  ]
  const output = [
    "   FAIL  Tests\\Feature\\TideTest",
    ...passed,
    "  ⨯ spring tide   0.1s",
    ...failure,
    "  Tests: 1 failed, 150 passed",
  ]
  const command = "docker compose exec -T app php artisan test"
  const pruned = prune({ tool: "bash", args: { command }, output: output.join("\n"), mode: "hyper" })
  expect(pruned?.strategy).toBe("test-report")
  expect(failure.filter((line) => !pruned?.text.includes(line))).toEqual([])
  expect(pruned?.leftOut).toBeGreaterThan(100)
})
