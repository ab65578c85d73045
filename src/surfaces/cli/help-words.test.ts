import { afterAll, expect, test } from "bun:test"
import { closeApps, open } from "../../../test/bed/opened-app.ts"
import type { CairnError } from "../../model/errors.ts"
import { memoryCompare } from "../../operations/memory-compare.ts"
import { type Argument, argumentsOf, inputOf } from "./arguments.ts"
import { allCommands } from "./commands.ts"

afterAll(closeApps)

test("help says of each option what it does, and shows the command by its own name", () => {
  for (const [name, { arguments: known, examples }] of allCommands()) {
    const bare = known.filter(({ kind, choices, description }) => {
      return kind !== "positional" && !choices && description.split(" ").length < 3
    })
    expect([name, bare]).toEqual([name, []])
    expect([name, examples.filter((example) => example.split(" ")[0] !== name)]).toEqual([name, []])
  }
})

test("what is missing is called by what it is, and nobody is told to put an id in quotes", () => {
  const named = (known: readonly Argument[]) => known.slice(0, 2).map(({ name, property }) => [name, property])
  const shown = [
    ["session", "a"],
    ["other-session", "b"],
  ]
  const { arguments: known } = allCommands().get("compare") ?? { arguments: [] }
  expect([named(known), named(argumentsOf(memoryCompare))]).toEqual([shown, shown])
  const refused = (typed: readonly string[], of = known) => {
    try {
      return inputOf(typed, of)
    } catch (error) {
      const { message, hint } = error as CairnError
      return `${message}: ${hint}`
    }
  }
  expect(refused(["ses_1"])).toStartWith("<other-session> is missing")
  expect(refused(["ses_1", "ses_2", "ses_3"])).toMatch(/^unexpected "ses_3": (?!.*quotes)/)
  for (const command of ["messages", "compactions", "session", "session-export", "context", "diff", "rollback"])
    expect(refused(["x", "y"], allCommands().get(command)?.arguments)).toMatch(/^unexpected "y": (?!.*quotes)/)
  expect(refused(["x", "y"], allCommands().get("read")?.arguments)).toContain("put <path> in quotes")
})

test("a value that cannot be is called by the name that its command shows", async () => {
  const { app } = await open()
  const asked = memoryCompare.run({ app, by: "person" }, { a: "", b: "ses_2" })
  await expect(asked).rejects.toMatchObject({ message: "--session: it is empty" })
})
