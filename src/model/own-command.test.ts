import { expect, test } from "bun:test"
import { ownCommand, programAt } from "./own-command.ts"

test("the command of an install is pinned to its version, that of a folder names the folder", () => {
  expect(
    programAt(
      "file:///h/.cache/opencode/packages/opencode-cairn@0.1.0/node_modules/opencode-cairn/dist/chunks/a.js",
      "0.1.0",
    ),
  ).toBe("npx opencode-cairn@0.1.0")
  expect(programAt("file:///home/me/cairn/dist/server.js", "0.1.0")).toBe("node /home/me/cairn/bin/cairn.mjs")
  expect(programAt("file:///home/me/src/cairn/src/model/own-command.ts", "1")).toBe(
    "node /home/me/src/cairn/bin/cairn.mjs",
  )
  expect(programAt("file:///home/o'neil%20x/dist/server.js", "1")).toBe("node '/home/o'\\''neil x/bin/cairn.mjs'")
})

test("the launcher's own name wins", () => {
  const before = process.env.CAIRN_PROGRAM
  process.env.CAIRN_PROGRAM = "cairn"
  try {
    expect(ownCommand("review")).toBe("cairn review")
  } finally {
    if (before === undefined) delete process.env.CAIRN_PROGRAM
    else process.env.CAIRN_PROGRAM = before
  }
})
