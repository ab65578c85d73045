import { describe, expect, test } from "bun:test"
import { rememberIn } from "../../test/bed/requests.ts"

const cues = ["note to self", "c++ (note)", "メモ帳に", "/^fyi[,:]/", "/^(?:for the record), (.+?) \\(end\\)/"]
const facts = (message: string) => rememberIn(message, cues).facts.map(({ text }) => text)

describe("cue words of the user's own", () => {
  test.each([
    ["note to self: the staging box reboots on Mondays", ["the staging box reboots on Mondays"]],
    ["Note  to self that the fixtures live in a submodule", ["the fixtures live in a submodule"]],
    ["Fix the test. Note to self, the linter ignores fixtures.", ["the linter ignores fixtures."]],
    ["C++ (note) the queue is drained at midnight", ["the queue is drained at midnight"]],
    ["メモ帳に: 本番は東京リージョンにある", ["本番は東京リージョンにある"]],
    ["FYI: the invoices come from a nightly job", ["the invoices come from a nightly job"]],
    ["For the record, releases are cut from main (end) and so on", ["releases are cut from main"]],
    [
      "note to self:\n- cats sleep in the server room\n- dogs guard the gate",
      ["cats sleep in the server room", "dogs guard the gate"],
    ],
  ])("%p", (message, expected) => expect(facts(message)).toEqual(expected))

  test.each([
    "is that a note to self about the staging box?",
    "note to selfish people everywhere about the queue",
    "I wrote a note to self: the queue is drained at midnight",
    "> note to self: what somebody else said in a mail",
    "`note to self: the staging box reboots on Mondays`",
    "note to self: is the queue drained at midnight?",
  ])("%p is not a request", (message) => expect(facts(message)).toEqual([]))

  test("alone, they ask to keep what the conversation has", () => {
    expect(rememberIn("note to self", cues)).toMatchObject({ facts: [], bare: true })
  })

  test("without them nothing changes, and the built-in words go on", () => {
    expect(rememberIn("C++ (note) the queue is drained at midnight").facts).toEqual([])
    expect(facts("remember that the staging box reboots on Mondays")).toEqual(["the staging box reboots on Mondays"])
  })

  test("neither cue nor message can hold up the host", () => {
    const began = performance.now()
    for (const text of ["note to self ".repeat(80_000), `note${" ".repeat(1_000_000)}to self`, "fyi,".repeat(250_000)])
      rememberIn(text, cues)
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
