import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { errorFingerprint, errorsIn, MAX_ERRORS } from "./command-errors.ts"
import { commandEvent } from "./command-event.ts"

const place = { root: "/repo" }
const failed = (command: string, output: string, exit = 1) => commandEvent({ command, exit, output, place })
const shown = (command: string, output: string) =>
  (failed(command, output).errors ?? []).map(({ summary, file }) => (file ? `${file}: ${summary}` : summary))

describe("what tools say", () => {
  test("tsc", () => {
    const plain = `src/a.ts(10,3): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.
src/b.ts(2,1): error TS2304: Cannot find name 'x'.
`
    expect(shown("npx tsc --noEmit", plain)).toEqual([
      "src/a.ts: src/a.ts(10,3): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
      "src/b.ts: src/b.ts(2,1): error TS2304: Cannot find name 'x'.",
    ])
    const pretty = `\x1b[96msrc/a.ts\x1b[0m:\x1b[93m1\x1b[0m:\x1b[93m7\x1b[0m - \x1b[91merror\x1b[0m\x1b[90m TS2322: \x1b[0mType 'string' is not assignable to type 'number'.

\x1b[7m1\x1b[0m const error: number = "x"
\x1b[7m \x1b[0m \x1b[91m      ~\x1b[0m

Found 1 error in src/a.ts\x1b[90m:1\x1b[0m
`
    expect(shown("tsc", pretty)).toEqual([
      "src/a.ts: src/a.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
    ])
  })

  test("eslint", () => {
    const output = `
/repo/src/a.js
  3:1   error    'x' is not defined      no-undef
  9:10  warning  Unexpected console      no-console

✖ 2 problems (1 error, 1 warning)

`
    expect(shown("eslint .", output)).toEqual(["src/a.js: 3:1 error 'x' is not defined no-undef"])
  })

  test("biome", () => {
    const output = `src/a.ts:3:7 lint/suspicious/noExplicitAny ━━━━━━━━━━━━━━━━━━━━

  × Unexpected any. Specify a different type.

    1 │ export const a = 1
  > 3 │ let error: any

Checked 1 file in 5ms. No fixes applied.
Found 1 error.
check ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Some errors were emitted while running checks.
`
    expect(shown("npx biome check", output)).toEqual(["src/a.ts: src/a.ts:3:7 lint/suspicious/noExplicitAny"])
  })

  test("ruff", () => {
    const output =
      "src/a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.\n"
    expect(shown("ruff check .", output)).toEqual(["src/a.py: src/a.py:1:8: F401 [*] `os` imported but unused"])
  })

  test("vitest", () => {
    const output = ` RUN  v3.2.4 /repo

 ✓ src/error.test.ts (3 tests) 2ms
 ❯ src/sum.test.ts (2 tests | 1 failed) 5ms
   ✓ reports an error 0ms
   × adds 4ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/sum.test.ts > adds
AssertionError: expected 3 to be 4 // Object.is equality

- Expected
+ Received

 ❯ src/sum.test.ts:5:18

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 4 passed (5)
`
    expect(shown("npx vitest run", output)).toEqual([
      "src/sum.test.ts: AssertionError: expected 3 to be 4 // Object.is equality",
    ])
  })

  test("jest", () => {
    const output = `PASS src/errors.test.js
FAIL src/sum.test.js
  ● adds

    expect(received).toBe(expected) // Object.is equality

      3 | test("error", () => {
    > 4 |   expect(sum(1, 2)).toBe(4)

      at Object.toBe (src/sum.test.js:4:21)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 3 passed, 4 total
Snapshots:   0 total
npm error Lifecycle script \`test\` failed with error:
npm error code 1
npm error path /repo
`
    expect(shown("npm test", output)).toEqual(["src/sum.test.js: Tests: 1 failed, 3 passed, 4 total"])
  })

  test("bun test", () => {
    const output = `bun test v1.3.14 (0d9b296a)

sum.test.ts:
(pass) says no error [0.10ms]
1 | import { expect, test } from "bun:test"
2 | test("error", () => {
error: expect(received).toBe(expected)

Expected: 4
Received: 3

      at <anonymous> (/repo/sum.test.ts:3:18)
(fail) adds [1.20ms]

 1 pass
 1 fail
error: script "test" exited with code 1
`
    expect(shown("bun test", output)).toEqual(["error: expect(received).toBe(expected)"])
  })

  test("node --test", () => {
    const output = `TAP version 13
# Subtest: reports an error
ok 1 - reports an error
# Subtest: adds
not ok 2 - adds
  ---
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:
`
    expect(shown("node --test", output)).toEqual(["node --test failed (exit 1)"])
    const spec = "✖ adds (1.2ms)\n  AssertionError [ERR_ASSERTION]: 1 == 2\n      at f (file:///repo/a.test.mjs:3:8)\n"
    expect(shown("node --test", spec)).toEqual(["a.test.mjs: AssertionError [ERR_ASSERTION]: 1 == 2"])
  })

  test("pytest", () => {
    const output = `tests/test_a.py::test_error PASSED                      [ 50%]
tests/test_a.py::test_x FAILED                          [100%]

    def test_x():
>       assert load() == 2
E       ValueError: no such key

tests/test_a.py:7: ValueError
=========================== short test summary info ============================
FAILED tests/test_a.py::test_x - ValueError: no such key
========================= 1 failed, 1 passed in 0.12s ==========================
`
    expect(shown("pytest -v", output)).toEqual([
      "ValueError: no such key",
      "tests/test_a.py: FAILED tests/test_a.py::test_x - ValueError: no such key",
    ])
  })

  test("python", () => {
    const output = `Traceback (most recent call last):
  File "/repo/app/main.py", line 12, in <module>
    run()
  File "/repo/app/load.py", line 3, in run
    raise KeyError("x")
KeyError: 'x'
`
    expect(shown("python app/main.py", output)).toEqual(["app/load.py: KeyError: 'x'"])
    expect(shown("python x.py", "Traceback (most recent call last):")).toEqual(["Traceback (most recent call last):"])
  })

  test("cargo", () => {
    const output = `   Compiling demo v0.1.0 (/repo)
error[E0308]: mismatched types
 --> src/main.rs:4:18
  |
4 |     let x: i32 = "error";
  |            ---   ^^^^^^^ expected \`i32\`, found \`&str\`

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`demo\` (bin "demo") due to 1 previous error
`
    expect(shown("cargo build", output)).toEqual(["src/main.rs: error[E0308]: mismatched types"])
    expect(shown("cargo test", "test result: FAILED. 3 passed; 1 failed; 0 ignored; finished in 0.01s")).toEqual([
      "test result: FAILED. 3 passed; 1 failed; 0 ignored; finished in 0.01s",
    ])
  })

  test("go", () => {
    expect(shown("go build ./...", "# example.com/a\n./main.go:5:2: undefined: foo\n")).toEqual([
      "main.go: ./main.go:5:2: undefined: foo",
    ])
    const tests = "--- FAIL: TestAdd (0.00s)\n    add_test.go:8: got 3, want 4\nFAIL\nFAIL\texample.com/add\t0.002s\n"
    expect(shown("go test ./...", tests)).toEqual(["add_test.go: add_test.go:8: got 3, want 4"])
    expect(
      shown("go run .", "panic: runtime error: index out of range [3] with length 2\n\ngoroutine 1 [running]:"),
    ).toEqual(["panic: runtime error: index out of range [3] with length 2"])
  })

  test("npm", () => {
    const output = `npm error code E404
npm error 404 Not Found - GET https://example.com/left-padd - Not found
npm error 404
npm error 404  'left-padd@*' is not in this registry.
npm error A complete log of this run can be found in: /home/user/.npm/_logs/x.log
`
    const told = "npm error 404 Not Found - GET https://example.com/left-padd - Not found"
    expect(shown("npm install left-padd", output)).toEqual([told])
    expect(shown("npm install left-padd", output.replaceAll("npm error", "npm ERR!"))).toEqual([
      told.replace("npm error", "npm ERR!"),
    ])
  })

  test("make and a compiler", () => {
    const output = `gcc -c main.c
main.c:3:5: error: unknown type name 'in'
main.c:9:1: warning: unused
make: *** [Makefile:2: main.o] Error 1
`
    expect(shown("make", output)).toEqual(["main.c: main.c:3:5: error: unknown type name 'in'"])
  })

  test("node", () => {
    const output = `/repo/src/a.js:3
    throw new TypeError("no")
    ^

TypeError: no
    at load (node:internal/modules:1:2)
    at run (/repo/src/a.js:3:11)
    at Object.<anonymous> (/repo/src/b.js:9:1)
`
    expect(shown("node src/b.js", output)).toEqual(["src/a.js: TypeError: no"])
    expect(shown("node a.js", "Error: connect ECONNREFUSED db.example.com:5432")).toEqual([
      "Error: connect ECONNREFUSED db.example.com:5432",
    ])
  })
})

describe("not an error", () => {
  test.each([
    "Found 0 errors.",
    "0 failed, 12 passed",
    "no errors",
    "finished without errors",
    "0 problems (0 errors, 0 warnings)",
    "Errors: 0, failed: 0",
    "no type errors found",
    "✓ returns an error",
    "ok 3 - throws on error",
    "test errors::works ... ok",
    "PASS src/error.test.js",
    "src/error.ts",
    "wrote dist/error-page.html",
    "console.error",
    "  12 | throw new Error('failed')",
    "terror and unfailed",
  ])("%p", (line) => {
    expect(errorsIn(line, "test")).toEqual([])
  })

  test("words alone are not enough for a command nobody knows", () => {
    expect(errorsIn("this output has errors in it\nit failed with an exception", "runtime")).toEqual([])
  })
})

describe("the event of a command", () => {
  const output = "src/a.ts(1,1): error TS1005: ';' expected."

  test("in a chain all checks have passed, and a compiler's message is the compiler's", () => {
    const chain = "npx tsc --noEmit && npx vitest run"
    const passed = (command: string) =>
      commandEvent({ command, exit: 0, output }).passed?.map((one) => (typeof one === "string" ? one : one.category))
    expect(passed(chain)).toEqual(["typecheck", "test"])
    expect(passed("npx tsc; npx vitest run")).toEqual(["test"])
    const failed = commandEvent({ command: chain, exit: 2, output })
    expect(failed).toMatchObject({ category: "test", errors: [{ category: "typecheck" }] })
    expect(failed.errors?.[0]?.fingerprint).toBe(
      commandEvent({ command: "tsc", exit: 2, output }).errors?.[0]?.fingerprint as string,
    )
  })

  test("success tells its check, unless nothing does", () => {
    expect(commandEvent({ command: "tsc", exit: 0, output })).toEqual({
      kind: "command",
      command: "tsc",
      exit: 0,
      category: "typecheck",
      passed: [{ category: "typecheck", name: "tsc", isTool: true }],
    })
    expect(commandEvent({ command: "tsc | grep src", exit: 0, output: "src is checked" })).toEqual({
      kind: "command",
      command: "tsc | grep src",
      exit: 0,
    })
  })

  test("a stopped command and one that only reads tell nothing", () => {
    expect(commandEvent({ command: "tsc", exit: null, output })).toEqual({
      kind: "command",
      command: "tsc",
      exit: null,
    })
    expect(commandEvent({ command: "cat a.log", exit: 1, output })).toEqual({
      kind: "command",
      command: "cat a.log",
      exit: 1,
    })
  })

  test("a known command that says nothing has failed all the same", () => {
    expect(shown("npm run build", "")).toEqual(["npm run build failed (exit 1)"])
    expect(shown("node a.js", "")).toEqual([])
    expect(shown("tsc && grep x y", "")).toEqual([])
    expect(shown(`npm test ${"-x ".repeat(500)}`, "")[0]).toMatch(/^npm test .{200,270}… failed \(exit 1\)$/)
  })

  test("the user's own categories are known ones", () => {
    const event = commandEvent({
      command: "deploy now",
      exit: 2,
      output: "it failed badly",
      categories: { ship: "^deploy" },
    })
    expect(event).toMatchObject({ category: "ship", errors: [{ summary: "it failed badly" }] })
  })
})

describe("bounds", () => {
  test("five errors, 280 characters, one for each fingerprint", () => {
    const many = Array.from(
      { length: 20 },
      (_, index) => `Error: ${"abcdefghijklmnopqrst"[index]} ${"word ".repeat(100)}`,
    )
    const errors = errorsIn(many.join("\n"), "runtime")
    expect(errors).toHaveLength(MAX_ERRORS)
    expect(errors.every(({ summary }) => summary.length <= 280 && !summary.includes("\n"))).toBe(true)
    expect(errorsIn("Error: at 1\nError: at 2\nError: at 3", "runtime")).toHaveLength(1)
  })

  test("the beginning and the end of a long output are read, the middle is not", () => {
    const filler = "nothing here\n".repeat(30_000)
    const output = `Error: first\n${filler}Error: middle\n${filler}Error: last\n`
    expect(errorsIn(output, "runtime").map(({ summary }) => summary)).toEqual(["Error: first", "Error: last"])
  })
})

test.each(["\n", "\r\n", "\r"])("of very many lines both ends are looked at, whatever ends them: %j", (ending) => {
  const errors = (at: number) => {
    const lines = Array.from({ length: 30_000 }, () => "ok")
    lines[at] = `Error: number ${at}`
    return errorsIn(lines.join(ending), "test").map(({ summary }) => summary)
  }
  for (const at of [0, 999, 26_000, 29_999]) expect(errors(at)).toEqual([`Error: number ${at}`])
  for (const at of [1000, 25_999]) expect(errors(at)).toEqual([])
})

describe("fingerprints", () => {
  test.each([
    ["src/a.ts(10,3): error TS2345: bad", "src/a.ts(99,1): error TS2345: bad"],
    ["1 failed in 0.1s", "3 failed in 12ms"],
    ["at 12:30:05.123 it failed", "at 09:01:44.9 it failed"],
    ["cannot open /home/me/repo/a.txt", "cannot open /srv/other/deep/a.txt"],
    ["object 4f2a9c1 is bad", "object deadbee1 is bad"],
    ["id 123e4567-e89b-12d3-a456-426614174000 gone", "id 00000000-aaaa-bbbb-cccc-426614174fff gone"],
    ["segfault at 0x7ffe12", "segfault at 0xdead"],
  ])("%p is %p", (one, other) => {
    expect(errorFingerprint("test", one)).toBe(errorFingerprint("test", other))
  })

  test.each([
    ["error TS2345: bad", "error TS2322: bad"],
    ["src/a.ts(1,1): bad", "src/b.ts(1,1): bad"],
    ["cannot find a", "cannot find b"],
    ["the facade is defaced", "the decade is effaced"],
  ])("%p is not %p", (one, other) => {
    expect(errorFingerprint("test", one)).not.toBe(errorFingerprint("test", other))
  })

  test("the category counts", () => {
    expect(errorFingerprint("test", "x")).not.toBe(errorFingerprint("lint", "x"))
    expect(errorFingerprint("test", "x")).toMatch(/^[0-9a-f]{12}$/)
  })

  test("no number matters", () => {
    const text = fc.stringMatching(/^[ a-z:,()]{0,10}$/)
    const number = fc.nat().map(String)
    fc.assert(
      fc.property(fc.array(fc.tuple(text, number, number)), (parts) => {
        const one = parts.map(([words, first]) => `${words} ${first}`).join(" ; ")
        const other = parts.map(([words, , second]) => `${words} ${second}`).join(" ; ")
        expect(errorFingerprint("test", one)).toBe(errorFingerprint("test", other))
      }),
    )
  })
})

test("paths are relative to where the command ran", () => {
  const output = "src/x.ts(1,1): error TS1005: ';' expected."
  const fileOf = (command: string, place: { root: string; cwd?: string }) =>
    commandEvent({ command, exit: 2, output, place }).errors?.[0]?.file
  expect(fileOf("tsc", { root: "/repo" })).toBe("src/x.ts")
  expect(fileOf("cd packages/a && tsc", { root: "/repo" })).toBe("packages/a/src/x.ts")
  expect(fileOf("tsc", { root: "/repo", cwd: "/repo/packages/b" })).toBe("packages/b/src/x.ts")
})
