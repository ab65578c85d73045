import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, type OpenedApp, type OpenOptions, open } from "../../test/bed/opened-app.ts"
import { deadlineIn } from "../../test/bed/patience.ts"
import type { App } from "../app.ts"
import { readSettings } from "../store/settings-file.ts"
import { relevantLines } from "./relevant.ts"

afterAll(closeApps)

const GATEWAY = "How the WebSocket gateway keeps connections alive"
const ASKS = "why does the websocket gateway reconnect?"

/** An app whose prefix has no room for the index of notes, so that nothing is shown already. */
async function opened(given: OpenOptions = {}): Promise<OpenedApp> {
  const cairn = await open({ ...given, env: { CAIRN_TREE_BUDGET: "0", CAIRN_FACTS_BUDGET: "0", ...given.env } })
  await cairn.app.complete
  return cairn
}

async function write(cairn: OpenedApp, path: string, description: string, head = ""): Promise<void> {
  cairn.edit(path, `---\ndescription: ${description}\n${head}---\nbody\n`)
  await cairn.app.scopeNotes("project").refreshNow()
}

function lines(cairn: OpenedApp, text: string, session = "s"): readonly string[] {
  return relevantLines(cairn.app, cairn.app.sessions.get(session), text)
}

/** As soon as what changed is taken in, which rests between its slices. */
async function told(cairn: OpenedApp, text: string, session = "s", ms = 200): Promise<readonly string[]> {
  for (const deadline = deadlineIn(ms); !deadline.isOver(); await Bun.sleep(10)) {
    const found = lines(cairn, text, session)
    if (found.length > 0) return found
  }
  return []
}

describe("notes that are relevant to a message", () => {
  test("are told once in a session, in another again, and after a restart not again", async () => {
    const before = await opened()
    await write(before, "reference/gateway.md", GATEWAY)
    before.prefix("s")
    expect(await told(before, "ok, go on")).toEqual([])
    expect(await told(before, ASKS)).toEqual(["Maybe relevant:", `- reference/gateway.md (project): ${GATEWAY}`])
    expect(await told(before, ASKS)).toEqual([])
    expect(await told(before, ASKS, "other")).toHaveLength(2)
    await before.close()
    const after = await opened({ root: before.root, directory: before.directory })
    expect(await told(after, ASKS)).toEqual([])
    expect(await told(after, ASKS, "third")).toHaveLength(2)
  })

  test("are never hot, quarantined or put away, nor what the session has read", async () => {
    const cairn = await opened()
    await write(cairn, "system/gateway.md", GATEWAY)
    await write(cairn, "archive/gateway.md", GATEWAY)
    await write(cairn, "reference/poison.md", GATEWAY, "trust: quarantined\n")
    expect(await told(cairn, ASKS)).toEqual([])
    await write(cairn, "reference/gateway.md", GATEWAY)
    await cairn.call("memory_read", { path: "reference/gateway.md" }, "s")
    expect(await told(cairn, ASKS)).toEqual([])
    expect(await told(cairn, ASKS, "other")).toHaveLength(2)
  })

  test("are not what the prefix shows, be it rendered or about to be", async () => {
    const cairn = await open()
    await cairn.app.complete
    await write(cairn, "reference/gateway.md", GATEWAY)
    expect(await told(cairn, ASKS)).toEqual([])
    expect(cairn.prefix("s")).toContain("reference/gateway.md")
    expect(await told(cairn, ASKS)).toEqual([])
    await write(cairn, "reference/later.md", "What the load balancer does to the idle WebSocket gateway")
    expect((await told(cairn, ASKS)).join("\n")).toContain("reference/later.md")
  })

  test("are facts that have no line in the block, not those whose line is cut", async () => {
    const cairn = await open()
    await cairn.app.complete
    const long = "and it is described here at such length that no line of the block has room for all of it".repeat(2)
    for (let n = 0; n < 300; n++)
      cairn.edit(
        `facts/project-${n}.md`,
        `---\ntype: project\nsource: compaction\n---\nTeam ${n} owns kestrel${n}x ${long}\n`,
      )
    await cairn.app.scopeNotes("project").refreshNow()
    const block = cairn.prefix("s") ?? ""
    const [shown, left] = [true, false].map((isShown) =>
      Array.from({ length: 300 }, (_, n) => n).find((n) => block.includes(`\n- Team ${n} owns`) === isShown),
    )
    expect([shown, left]).not.toContain(undefined)
    expect(block).not.toContain(`kestrel${shown}x ${long}`)
    expect(await told(cairn, `what is kestrel${shown}x?`)).toEqual([])
    expect((await told(cairn, `what is kestrel${left}x?`, "s", 20_000)).join("\n")).toContain(
      `facts/project-${left}.md`,
    )
  })

  test("are found by what their bodies say", async () => {
    const cairn = await opened()
    cairn.edit("reference/money.md", "---\ndescription: Money\n---\nAmounts are stored as integer cents\n")
    await cairn.app.scopeNotes("project").refreshNow()
    expect(await told(cairn, "store the tip in cents too")).toEqual([
      "Maybe relevant:",
      "- reference/money.md (project): Money",
    ])
  })

  test("follow changes of notes at once", async () => {
    const cairn = await opened()
    await write(cairn, "reference/x.md", "Nothing of interest")
    expect(await told(cairn, ASKS)).toEqual([])
    await write(cairn, "reference/x.md", GATEWAY)
    expect(await told(cairn, ASKS, "a")).toHaveLength(2)
    await cairn.call("memory_delete", { path: "reference/x.md" }, "a")
    expect(await told(cairn, ASKS, "b")).toEqual([])
  })

  test("wait for nothing: until many new notes are taken in, nothing is said", async () => {
    const cairn = await opened()
    for (let n = 0; n < 3000; n++)
      cairn.edit(`reference/n${n}.md`, `---\ndescription: ${`Harbour${n} toll${n} ferry${n} `.repeat(4)}\n---\n`)
    await write(cairn, "reference/gateway.md", GATEWAY)
    expect(lines(cairn, ASKS)).toEqual([])
    await told(cairn, ASKS, "s", 20_000)
    expect(cairn.app.journal.read("s").notes.recalled).toEqual(["project:reference/gateway.md"])
  })

  test("that cannot be taken in in the background are taken in later", async () => {
    const cairn = await opened()
    for (let n = 0; n < 3000; n++)
      cairn.edit(`reference/n${n}.md`, `---\ndescription: ${`Harbour${n} toll${n} ferry${n} `.repeat(4)}\n---\n`)
    await write(cairn, "reference/gateway.md", GATEWAY)
    let isBroken = false
    const scopeNotes: App["scopeNotes"] = (scope) => {
      if (isBroken) throw new Error("out of reach")
      return cairn.app.scopeNotes(scope)
    }
    const flawed = { ...cairn, app: { ...cairn.app, scopeNotes } }
    expect(lines(flawed, ASKS)).toEqual([])
    isBroken = true
    await new Promise((resolve) => setTimeout(resolve, 20))
    isBroken = false
    await told(flawed, ASKS, "s", 20_000)
    expect(cairn.app.journal.read("s").notes.recalled).toEqual(["project:reference/gateway.md"])
    await cairn.app.log.flush()
    expect(readFileSync(join(cairn.root, "cairn.log"), "utf8")).toMatch(/relevance.*out of reach/)
  })

  test("are switched off", async () => {
    const cairn = await opened({ env: { CAIRN_RELEVANT_FACTS: "false" } })
    await write(cairn, "reference/gateway.md", GATEWAY)
    expect(await told(cairn, ASKS)).toEqual([])
  })

  test("are switched off while OpenCode runs, and on again", async () => {
    const env = { CAIRN_TREE_BUDGET: "0", CAIRN_FACTS_BUDGET: "0" }
    const settings = { ...(await readSettings({ env })) }
    const cairn = await opened({ settings })
    await write(cairn, "reference/gateway.md", GATEWAY)
    const switchTo = (relevantFacts: boolean) =>
      Object.assign(settings, { config: { ...settings.config, relevantFacts } })
    const toldIn: number[] = []
    for (const isOn of [true, false, true]) {
      switchTo(isOn)
      toldIn.push((await told(cairn, ASKS, `s${toldIn.length}`)).length)
    }
    expect(toldIn).toEqual([2, 0, 2])
  })

  test("a pasted trace brings up a note that names its file, not one that shares its words", async () => {
    const cairn = await opened()
    await write(cairn, "reference/gateway.md", GATEWAY)
    await write(cairn, "reference/queries.md", "SQL is kept in src/db/queries.ts")
    const trace = "gateway keeps connections alive: false\n    at run (/app/src/db/queries.ts:3:1)"
    const said = await told(cairn, `what is this?\n\`\`\`\n${trace}\n\`\`\`\n`)
    expect(said).toEqual(["Maybe relevant:", "- reference/queries.md (project): SQL is kept in src/db/queries.ts"])
  })
})
