import { afterEach, expect, test } from "bun:test"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, noHost, openWithoutHistory } from "../../test/bed/opened-app.ts"
import type { Notice } from "../model/notice.ts"
import { offerInstruction } from "./offer-instruction.ts"

afterEach(closeApps)

async function offers(count: number, agents?: string): Promise<string[]> {
  const cairn = await openWithoutHistory()
  await cairn.app.complete
  if (agents) writeFileSync(join(cairn.directory, "AGENTS.md"), agents)
  const head = `type: feedback\nsource: explicit\nreinforced: ${count}`
  cairn.edit("facts/feedback-commits.md", `---\n${head}\n---\n\nCommits are squashed before a merge\n`)
  await cairn.app.scopeNotes("project").refreshNow()
  const told: Notice[] = []
  const host = { ...noHost, notice: async (given: readonly Notice[]) => void told.push(...given) }
  for (let idle = 0; idle < 3; idle++) await offerInstruction(cairn.app, host, "ses_a")
  const file = join(cairn.directory, "AGENTS.md")
  expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(agents)
  return told.map(({ text }) => text)
}

test("feedback that was confirmed four times is offered for AGENTS.md, once and with the diff", async () => {
  const [text, ...more] = await offers(4)
  expect(text).toContain("\n+ - Commits are squashed before a merge")
  expect(more).toEqual([])
  expect(await offers(3)).toEqual([])
  expect(await offers(4, "# Rules\n\n- Commits are squashed before a merge\n")).toEqual([])
})
