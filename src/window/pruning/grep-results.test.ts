import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

test("every file of a search is still named, by a match or in the list", () => {
  const files = Array.from({ length: 12 }, (_, at) => `src/part${at}/index.ts`)
  const output = files.flatMap((file) =>
    Array.from({ length: 8 }, (_, at) => `${file}:${at * 7 + 1}:  const openQueue${at} = useQueue(settings)`),
  )
  const pruned = prune({
    tool: "bash",
    args: { command: "rg -n useQueue src" },
    output: output.join("\n"),
    mode: "hyper",
  })
  expect(pruned?.strategy).toBe("grep")
  for (const file of files) expect(pruned?.text).toContain(file)
  expect(pruned?.text.length).toBeLessThan(output.join("\n").length / 2)
})
