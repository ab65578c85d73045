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

test("the newest request of some length is the objective; what only goes on is kept beside it", () => {
  expect(textsOf(heard())).toEqual([undefined, [], []])
  expect(textsOf(heard("fix it", "go on"))).toEqual(["fix it", ["go on"], []])
  expect(textsOf(heard(first, "yes", "go on"))).toEqual([first, ["go on", "yes"], []])
  expect(textsOf(heard(first, "yes", next, "go on"))).toEqual([next, ["go on"], ["yes", first]])
})

test("a paste is no request, and a command's template is one", () => {
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
