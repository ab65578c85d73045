import { expect, test } from "bun:test"
import { type Asked, askedAfter, nothingAsked, objectiveOf } from "./asked.ts"

const first = "Port the parser to the new grammar and keep every public name as it is, please."
const next = "Now make the error messages of the parser say in which line they are, with tests."
const heard = (...said: string[]): Asked =>
  said.reduce((asked, text) => askedAfter(asked, { kind: "turn", said: text }), nothingAsked)
const textsOf = (asked: Asked) => {
  const { objective, since, before } = objectiveOf(asked)
  return [objective?.text, since.map(({ text }) => text), before.map(({ text }) => text)] as const
}

test('the newest request of some length is the objective; "go on" and the like are kept next to it', () => {
  expect(textsOf(heard())).toEqual([undefined, [], []])
  expect(textsOf(heard("fix it", "go on"))).toEqual(["fix it", ["go on"], []])
  expect(textsOf(heard(first, "yes", "go on"))).toEqual([first, ["go on", "yes"], []])
  expect(textsOf(heard(first, "yes", next, "go on"))).toEqual([next, ["go on"], ["yes", first]])
})

test("a paste is not a request, but a command's template is one", () => {
  const paste = `\`\`\`\n${"at load (src/a.ts:1)\n".repeat(9)}\`\`\``
  expect(textsOf(heard(first, paste))[0]).toBe(first)
  const asked = askedAfter(heard(first), { kind: "turn", said: "Fix the issue.", isTemplate: true })
  expect(objectiveOf(asked).objective).toEqual({ text: "Fix the issue.", isWhole: true, isTemplate: true })
})

test("the first request stays, however many come after it, and what is kept is bounded", () => {
  const asked = heard(first, ...Array.from({ length: 50 }, (_, at) => `${"x".repeat(900)} ${at}`))
  expect(textsOf(asked)[2].at(-1)).toBe(first)
  expect(JSON.stringify(asked).length).toBeLessThan(8000)
})

test("criteria below the request belong to it, and a plan is one; a long log is not", () => {
  const criteria =
    "Add a CSV export to the orders page.\n\nAcceptance criteria:\n- one row an order\n- dates in ISO form"
  expect(textsOf(heard(first, criteria))[0]).toBe(criteria)
  const plan = "Implement the plan:\n\n## Steps\n1. Move the index into a file of its own\n2. Add a test for each verb"
  expect(textsOf(heard(first, plan))[0]).toBe(plan)
  const log = `still fails:\n\`\`\`\n${"at load (src/a.ts:1)\n".repeat(118)}\`\`\``
  expect(textsOf(heard(first, log))[0]).toBe(first)
})

test("the objective stays, however much is said after it", () => {
  expect(textsOf(heard("hello", next, ...Array.from({ length: 30 }, (_, at) => `yes ${at}`)))[0]).toBe(next)
  const shown = `look:\n\`\`\`\n${"at load (src/a.ts:1)\n".repeat(140)}\`\`\``
  expect(textsOf(heard("hello", next, shown, shown, shown))[0]).toBe(next)
})

test("what a program printed is not a request, also without a fence around it", () => {
  const shown = [
    "ld: warning: ignoring file libz.a, building for another architecture\nUndefined symbols:\n  _z_init",
    "still crashes\nredis.exceptions.pool.TooManyConnections: Too many connections to the server at once",
    "NAME        READY   STATUS             RESTARTS   AGE\nweb-5d9f    0/1     CrashLoopBackOff   7          4m",
    "--- FAIL: TestRetry (0.10s)\n    queue_test.go:40: expected 3 attempts, got 1\nFAIL",
    "this is what i get\ncache-control: private, no-store\nx-cache-status: MISS from the edge",
    "dist/assets/index-1f.js   640.10 kB │ gzip: 201.44 kB\n✓ built in 8.1s",
  ]
  expect(shown.filter((text) => textsOf(heard(first, text))[0] !== first)).toEqual([])
})
