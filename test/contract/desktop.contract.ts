// The desktop app runs plugins on Node, in a utility process: no `Bun`, no shell helper, no type stripping. This is the built package as
// its loader would hold it, from the first hook to the last.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { pathToFileURL } from "node:url"
import { openSqlite } from "../../src/platform/sqlite.ts"
import { tempDir } from "../bed/sandbox.ts"
import { git, projectFolder } from "../bed/store-on-disk.ts"

const isNode = process.versions.bun === undefined
const client = {
  session: { get: async () => ({ data: {} }), messages: async () => ({ data: [] }) },
  tui: { showToast: async () => ({}) },
}
const model = { providerID: "anthropic", id: "claude", limit: { context: 200_000, output: 8000 } }

interface Loaded {
  [hook: string]: (...args: unknown[]) => Promise<unknown>
}
interface Tool {
  execute(args: unknown, context: unknown): Promise<{ output: string }>
}

async function load(
  directory: string,
): Promise<{ hooks: Loaded; call(name: string, args?: unknown): Promise<string> }> {
  const { default: plugin } = await import(pathToFileURL("dist/server.js").href)
  const hooks = await plugin.server({
    client,
    directory,
    worktree: directory,
    project: { id: "p" },
    serverUrl: new URL("http://localhost:1"),
  })
  return {
    hooks,
    call: async (name, args = {}) =>
      (await (hooks.tool as unknown as Record<string, Tool>)[name]!.execute(args, { sessionID: "ses_1" })).output,
  }
}

async function prefixOf(hooks: Loaded, sessionID: string): Promise<string> {
  const output = { system: ["You are a coding agent.\n<env>\n</env>"] }
  await hooks["chat.message"]!(
    { sessionID },
    { message: { id: "msg_1", sessionID }, parts: [{ id: "prt_1", type: "text", text: "hi" }] },
  )
  await hooks["experimental.chat.messages.transform"]!(
    {},
    { messages: [{ info: { id: "msg_1", sessionID }, parts: [] }] },
  )
  await hooks["experimental.chat.system.transform"]!({ sessionID, model }, output)
  return output.system[1] ?? ""
}

test("desktop: the built package works on plain Node", async () => {
  if (isNode) assert.equal((globalThis as { Bun?: unknown }).Bun, undefined)
  const root = join(tempDir("desktop"), "cairn")
  process.env.CAIRN_HOME = root
  process.env.CAIRN_TOOLS = "full"
  const warnings: string[] = []
  process.on("warning", (warning) => void warnings.push(String(warning)))
  const directory = tempDir("project")

  const first = await load(directory)
  const config: Record<string, unknown> = {}
  await first.hooks.config!(config)
  assert.ok((config.command as Record<string, unknown>)["memory-flush"])
  assert.match(await prefixOf(first.hooks, "ses_1"), /^<cairn>/)
  assert.match(
    await first.call("memory_write", { path: "system/project", content: "Known on the desktop." }),
    /^Replaced system\/project\.md/,
  )
  assert.match(await first.call("memory_write", { path: "reference/x", content: "first" }), /^Wrote/)
  const history = await first.call("memory_history")
  assert.match(history, /add x/)
  await first.call("memory_edit", { path: "reference/x", oldString: "first", newString: "second" })
  assert.match(await first.call("memory_rollback", { commitHash: history.slice(0, 10) }), /^Rolled back/)
  assert.match(await first.call("memory_read", { path: "reference/x" }), /first$/)
  await first.hooks.event!({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } })
  await first.hooks.dispose!()

  const second = await load(directory)
  assert.match(await prefixOf(second.hooks, "ses_2"), /Known on the desktop\./)
  await second.hooks.dispose!()

  assert.match(readFileSync(join(projectFolder(root), "system/project.md"), "utf8"), /Known on the desktop\./)
  assert.match(git(root, "log", "--format=%s"), /roll back to/)
  assert.doesNotMatch(readFileSync(join(root, "cairn.log"), "utf8"), /hook-failed|feature-off|unusable/)
  assert.deepEqual(
    warnings.filter((text) => /sqlite/i.test(text)),
    [],
  )
  delete process.env.CAIRN_HOME
})

test("desktop: full-text search is there for what needs it", async () => {
  const db = await openSqlite(join(tempDir("fts"), "x.db"))
  db.exec("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'porter unicode61')")
  db.run("INSERT INTO t VALUES (?)", "remembering things")
  assert.equal(db.all("SELECT * FROM t WHERE t MATCH 'remember'").length, 1)
  db.close()
})
