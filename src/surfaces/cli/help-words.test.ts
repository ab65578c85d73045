import { expect, test } from "bun:test"
import { allCommands } from "./commands.ts"

test("help says of each option what it does, and shows the command by its own name", () => {
  for (const [name, { arguments: known, examples }] of allCommands()) {
    const bare = known.filter(({ kind, choices, description }) => {
      return kind !== "positional" && !choices && description.split(" ").length < 3
    })
    expect([name, bare]).toEqual([name, []])
    expect([name, examples.filter((example) => example.split(" ")[0] !== name)]).toEqual([name, []])
  }
})

test("what is missing is called by what it is", () => {
  const { arguments: known } = allCommands().get("compare") ?? { arguments: [] }
  expect(known.slice(0, 2).map(({ name, property }) => [name, property])).toEqual([
    ["session", "a"],
    ["other-session", "b"],
  ])
})
