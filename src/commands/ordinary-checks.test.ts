import { describe, expect, test } from "bun:test"
import { afterBoth, checkCorpus, closingCorpus, endsAs } from "../../test/bed/check-corpus.ts"
import { activityAfter, emptyActivity } from "../session/activity.ts"
import { commandEvent } from "./command-event.ts"
import { categoryOfCommand, checksIn } from "./error-category.ts"
import { projectScripts } from "./project-scripts.ts"

describe("ordinary checks", () => {
  test("are recognised by the tool, or by what failed, whatever ran it", () => {
    const wrong = checkCorpus().filter((row) => endsAs(row) !== row.category)
    expect(wrong.map((row) => ({ ...row, found: endsAs(row) }))).toEqual([])
  })

  test("a category of the user's own stays what he called it", () => {
    const output = "a.ts(1,1): error TS2322: no"
    const { category, errors } = commandEvent({
      command: "npm run verify",
      exit: 1,
      output,
      categories: { gate: "verify" },
    })
    expect([category, errors?.[0]?.category, errors?.[0]?.check]).toEqual(["gate", undefined, { category: "gate" }])
  })
})

test("an echoed exit code of 0 closes what the check before it had open, and no other number does", () => {
  const failing = { command: "npm test", exit: 1, output: "FAIL src/a.test.ts > adds\nTests  1 failed | 3 passed" }
  const open = activityAfter(emptyActivity, commandEvent(failing))
  const isLeft = ([command, output]: readonly [string, string]) =>
    activityAfter(open, commandEvent({ command, exit: 0, output })).openErrors.length > 0
  const closing = [
    ["npm test > log 2>&1; echo $?", "0\n"],
    ['npm test > log 2>&1; echo "exit: $?"', "exit: 0"],
    ['npm test > log 2>&1\necho "tests $?"', "tests 0\n"],
    ["npm test &> log ; echo $?", "0"],
    ['bash -lc "npm test > log 2>&1; echo $?"', "0"],
  ] as const
  expect(closing.filter(isLeft)).toEqual([])
  const others = [
    ["npm test > log 2>&1; echo $?", "1\n"],
    ["npm test > log 2>&1; echo $?", ""],
    ["npm test 2>&1 | tail -1 > log; echo $?", "0"],
    ["npm test > log; rm log; echo $?", "0"],
    ["npm test > log; echo 0", "0"],
    ["npm test > log; echo $? > code; cat n", "0"],
  ] as const
  expect(others.filter((one) => !isLeft(one))).toEqual([])
})

describe("a project's scripts", () => {
  const scripts = projectScripts([
    {
      name: "package.json",
      text: JSON.stringify({
        scripts: {
          verify: "npm run types && npm run unit",
          types: "tsc --noEmit",
          unit: "vitest run",
          loop: "npm run loop",
        },
      }),
    },
    { name: "Makefile", text: ".PHONY: gate\ngate: style\n\t@go test ./...\n\nstyle:\n\tgolangci-lint run\n" },
    { name: "package.json", text: "not JSON" },
  ])
  const passed = (command: string) =>
    commandEvent({ command, exit: 0, output: "", scripts }).passed?.map((one) =>
      typeof one === "string" ? one : one.name,
    )

  test("are what package.json and the Makefile say", () => {
    expect(passed("npm run verify")).toEqual(["tsc", "vitest"])
    expect(passed("pnpm verify 2>&1")).toEqual(["tsc", "vitest"])
    expect(passed("make gate")).toEqual(["golangci-lint", "go test"])
    expect(passed("make")).toEqual(["golangci-lint", "go test"])
    expect(passed("npm run loop")).toEqual(["loop"])
    expect(passed("npm run other")).toEqual(["other"])
  })

  test("of a goal say nothing of other goals", () => {
    const after = (...lines: [string, number, string?][]) =>
      lines.reduce(
        (activity, [command, exit, output = ""]) => activityAfter(activity, commandEvent({ command, exit, output })),
        emptyActivity,
      ).openErrors.length
    const broken = "main.c:3:5: error: unknown type name 'in'\nlib.c:9:1: error: expected ';'"
    expect(after(["make", 2, broken])).toBe(2)
    expect(after(["make", 2, broken], ["make docs", 0])).toBe(2)
    expect(after(["make", 2, broken], ["make -j 4 -f dev.mk docs", 0])).toBe(2)
    expect(after(["make docs", 2, broken], ["make lib", 0])).toBe(2)
    expect(after(["make docs", 2, broken], ["make -j docs lib", 0])).toBe(0)
    expect(after(["make docs", 2, broken], ["make -j4", 0])).toBe(0)
    expect(after(["make", 2, broken], ["make all V=1", 0])).toBe(0)
    expect(after(["ninja app", 1, broken], ["ninja tests", 0])).toBe(2)
  })

  test("that run themselves expand to at most a hundred commands", () => {
    const count = (text: string, name: string, line: string) =>
      checksIn(line, { scripts: projectScripts([{ name, text }]) }).length
    const pack = (repeats: number) =>
      JSON.stringify({ scripts: { a: Array(repeats).fill("npm run a").join(" && "), b: "npm run a && npm run a" } })
    expect(count(pack(30), "package.json", "npm run a")).toBe(30)
    expect(count(pack(30), "package.json", "npm run b")).toBe(60)
    expect(count(pack(2000), "package.json", "npm run a")).toBe(1)
    expect(count(pack(2000), "package.json", "npm run b")).toBe(1)
    const makefile = (repeats: number) =>
      `a:${" a".repeat(repeats)}\n\t@true\n\nb:\n${"\t@make c\n".repeat(2000)}\nc:\n\tmake b\n`
    expect(count(makefile(30), "Makefile", "make a")).toBe(30)
    expect(count(makefile(2000), "Makefile", "make a")).toBe(1)
    expect(count(makefile(2000), "Makefile", "make b")).toBe(1)
    // Each of them on its own would be short enough.
    expect(count(pack(90), "package.json", Array(500).fill("npm run a").join(" && "))).toBe(589)
    // Wide and deep at once.
    const steps = Object.fromEntries(
      [..."abcd"].map((name, at) => [name, Array(60).fill(`npm run ${"bcde"[at]}`).join(" && ")]),
    )
    expect(count(JSON.stringify({ scripts: { ...steps, e: "tsc" } }), "package.json", "npm run a")).toBe(1)
  })

  test("hand on what follows their name", () => {
    const { passed: checks } = commandEvent({ command: "npm run unit -- a.test.ts", exit: 0, output: "", scripts })
    expect(checks).toEqual([{ category: "test", name: "vitest", isTool: true, targets: ["a.test.ts"] }])
  })
})

const TS = "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'."
const PYTEST = "FAILED tests/test_tide.py::test_spring - AssertionError: 3.2 is not 3.24\n1 failed, 3 passed in 0.2s"

describe("an error", () => {
  test("closes when its check passes in any form or within a wider one, and stays open otherwise", () => {
    const wrong = closingCorpus().filter((row) => afterBoth(row) !== (row.closes ? "closed" : "open"))
    expect(wrong.map((row) => ({ ...row, found: afterBoth(row) }))).toEqual([])
  })

  test("closes in every category that holds the same text", () => {
    const text = "Error: spring tide: 3.2 is not 3.24"
    const shown = [
      commandEvent({ command: "npm test", exit: 1, output: text }),
      commandEvent({ command: "npm run build", exit: 1, output: text }),
      commandEvent({ command: "npm test", exit: 0, output: "" }),
    ]
    expect(shown.reduce((now, event) => activityAfter(now, event), emptyActivity).openErrors).toEqual([])
  })

  test("opens behind a pipe too, but not for a passing test that names an error", () => {
    const after = (command: string, output: string) =>
      activityAfter(emptyActivity, commandEvent({ command, exit: 0, output })).openErrors.map(
        ({ category }) => category,
      )
    expect(after("pytest 2>&1 | tail -5", PYTEST)).toEqual(
      ["test", "test"].slice(0, after("pytest | tail", PYTEST).length),
    )
    expect(after("npx tsc --noEmit | head", TS)).toEqual(["typecheck"])
    expect(after("npm test | tail", "✓ reports error TS2322\nTests  4 passed (4)")).toEqual([])
    expect(after("cat old.log | tail", PYTEST)).toEqual([])
  })
})

test("a name that is not in a program's place is not a check", () => {
  for (const line of ["docker run -it ubuntu", "git commit -m check", "npm install verify", "curl http://x/check"])
    expect([line, categoryOfCommand(line)?.category]).toEqual([line, "runtime"])
})
