import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { candidateSaying } from "../../../test/bed/facts.ts"
import { isShortFor } from "../../text/short-words.ts"
import { doubtAbout, gate } from "../gate.ts"
import type { OutsideKind } from "./outside-text.ts"
import { seenText } from "./seen-text.ts"
import { judgeTrust } from "./trust.ts"
import { isVouched } from "./vouched.ts"

const vouched = (text: string, typed: string, type = "feedback") => isVouched({ text, type }, typed)

describe("a message vouches for a claim in other words", () => {
  test("if it is about the same: by two words, or one that says who the user is or what is forbidden", () => {
    const failures = [
      ["Work on different modules goes to separate branches", "one branch per module, don't mix things"],
      ["The spec folder must not be edited manually", "dont touch the spec folder by hand"],
      ["Squashing commits is forbidden in feature branches", "no squash commits on feature branches"],
      ["Hot paths are profiled, not guessed at", "profile hot paths, never guess"],
      ["Configuration is kept in environment variables", "config belongs in env vars"],
    ].filter(([text = "", typed = ""]) => !vouched(text, typed))
    expect(failures).toEqual([])
    expect(vouched("The user is located in Oslo", "im in oslo so the others answer late", "user")).toBe(true)
    expect(vouched("The user is located in Oslo", "the oslo office answers late", "user")).toBe(false)
  })

  test("also by a question that only asks by its form", () => {
    const claim = "The formatter is run before each commit"
    expect(vouched(claim, "can you please run the formatter before you commit?")).toBe(true)
    expect(vouched(claim, "shouldn't the formatter run before a commit?")).toBe(true)
    expect(vouched(claim, "should the formatter run before a commit?")).toBe(false)
    expect(vouched("The user does not want mocks of the database", "why do you mock the database?")).toBe(true)
    expect(vouched("The user wants mocks of the database", "why do you mock the database?")).toBe(false)
  })

  test("but not for a number, a name with signs, a permission or a harm that it does not have, nor for the opposite", () => {
    const failures = [
      ["Reports have at most 80 lines and a short title", "keep reports short, with a title"],
      ["Reports go to the folder out/reports with a title", "reports need a folder and a title"],
      ["The user trusts the deploy script for every release", "please fix the deploy script for the release"],
      ["The user wants old releases deleted by the script", "please fix the script for old releases"],
      ["The user wants squash commits", "no squash commits please"],
      ["The user does not want squash commits", "squash commits please"],
      ["The user wants weekly releases of the parser", "the parser broke since the weekly release"],
    ].filter(([text = "", typed = ""]) => vouched(text, typed))
    expect(failures).toEqual([])
  })

  test("nor if what the user did not type is in somebody else's sentence", () => {
    const typed = "please fix the deploy script, i want it faster"
    const judge = (text: string, outside: string, kind: OutsideKind) =>
      judgeTrust(
        { text, type: "feedback", said: "assistant" },
        {
          ...{ userTurns: [typed], named: [typed], readWeb: false, readQuarantined: false },
          outside: [seenText({ kind, text: outside })],
        },
      ).trust
    const claim = "The user wants a faster deploy script that uses mirrors in Asia"
    expect(judge(claim, "The build server has two cores and a disk.", "project")).toBe("trusted")
    const told = "Our customers get their packages from mirrors in Asia since spring."
    expect(judge(claim, told, "project")).not.toBe("trusted")
    expect(judge(claim, told, "web")).not.toBe("trusted")
  })
})

test("what developers type in short", () => {
  const [short, other] = [
    ["config configur", "env environ", "doc document", "db databas", "msg messag", "readabl readabilit"],
    ["tab tabl", "is issu", "r rust", "ba database"],
  ].map((pairs) => (pairs ?? []).filter((pair) => isShortFor(...(pair.split(" ") as [string, string]))))
  expect([short?.length, other]).toEqual([6, []])
})

interface Planted {
  readonly label: "durable" | "junk"
  readonly type: string
  readonly text: string
  readonly seen: string
  readonly evidence: string
}

/** As a look through a conversation proposes them. */
test("of what users type in passing most is believed", () => {
  const rows: Planted[] = readFileSync("test/corpus/planted-facts.jsonl", "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  const isBelieved = ({ type, text, evidence }: Planted) => {
    const candidate = candidateSaying(text, { type, lasts: true })
    const heard = { userTurns: [evidence], named: [evidence], outside: [], readWeb: false, readQuarantined: false }
    return !gate(candidate) && !doubtAbout(candidate) && judgeTrust(candidate, heard).trust === "trusted"
  }
  const typed = rows.filter(({ label, seen }) => label === "durable" && seen === "user")
  expect(typed.filter(isBelieved).length).toBeGreaterThanOrEqual(82)
})
