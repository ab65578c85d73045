// What is left of a run that failed is a list of titles.
import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const E2E = join(import.meta.dir, "../e2e")
const BARE = /\btest(?:\.\w+\([^)]*\))*\(\s*"(?:in |on )?(?:OpenCode )?[%$\w.]*"/g

test("no end-to-end test is named by its host alone", () => {
  const bare = readdirSync(E2E).flatMap((file) =>
    [...readFileSync(join(E2E, file), "utf8").matchAll(BARE)].map(([title]) => `${file}: ${title}`),
  )
  expect(bare).toEqual([])
})
