import { expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { childEnv, runtimes } from "../../test/contract/runtimes.ts"

test("the bundled file names no Bun module, and works on both runtimes", async () => {
  const dir = tempDir()
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, "sqlite.ts")],
    outdir: dir,
    target: "node",
    minify: true,
  })
  expect(built.success).toBe(true)
  const bundle = join(dir, "sqlite.js")
  expect(readFileSync(bundle, "utf8")).not.toContain("bun:sqlite")
  const script = join(dir, "use.mjs")
  writeFileSync(
    script,
    `import { openSqlite } from ${JSON.stringify(bundle)}
     const db = await openSqlite(${JSON.stringify(join(dir, "x.db"))})
     console.log(db.get("SELECT 1 + ? AS n", 1).n)
     db.close()`,
  )
  for (const runtime of Object.values(runtimes)) {
    const done = spawnSync(runtime, [script], { env: childEnv, encoding: "utf8" })
    expect([done.stdout, done.stderr]).toEqual(["2\n", ""])
  }
})
