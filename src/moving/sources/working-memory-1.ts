// opencode-working-memory 1: two folders in the project's `.opencode`, with a JSON file per session. Decisions, dependencies and what an agent
// noted on purpose become facts; goal, progress and context become a note about the session. Errors and files were only of that moment.
import { basename, join } from "node:path"
import type { MemoryReader, MovedItem, OtherMemory } from "../other-memory.ts"
import { type Fields, fieldsIn, filesBelow, foreignJson, rowsIn, textField, timeField } from "../read-outside.ts"

const CORE = "memory-core"
const WORKING = "memory-working"
/** Measurements and clean-up records beside the sessions. */
const NO_SESSION = /_(?:pressure|compaction|sweep)\.json$/
const BLOCKS = ["goal", "progress", "context"]
/** Only the newest; a note for every session of a year would help nobody. */
const MAX_SESSIONS = 30

export const workingMemory1: OtherMemory = {
  name: "working-memory-1",
  title: "opencode-working-memory 1",
  told: "project",
  livesIn: "project",
  places: ({ worktree, directory }) =>
    [...new Set([worktree, directory])].flatMap((folder) =>
      [WORKING, CORE].map((name) => join(folder, ".opencode", name)),
    ),
  recognises: async (place) => [CORE, WORKING].includes(basename(place)),
  async read(place, reader) {
    if (basename(place) === WORKING) return { items: await eachSession(place, factsOf) }
    const notes = await eachSession(place, (session, data) => noteOf(session, data, reader))
    const newest = notes.sort((a, b) => b.at - a.at).slice(0, MAX_SESSIONS)
    return { items: newest.map(({ item }) => item) }
  },
}

async function eachSession<T>(folder: string, items: (session: string, data: Fields) => T[]): Promise<T[]> {
  const names = (await filesBelow(folder, ".json", 0)).filter((name) => !NO_SESSION.test(name))
  const all: T[] = []
  for (const name of names)
    all.push(...items(name.replace(/\.json$/, ""), fieldsIn(await foreignJson(join(folder, name)))))
  return all
}

/** First it had a single list. Turning that into slots and a pool, it put dependencies into the pool. */
function factsOf(session: string, data: Fields): MovedItem[] {
  const slots = fieldsIn(data.slots)
  const listed = [data.items, slots.decision, slots.dependency, data.pool].flatMap(rowsIn)
  return listed.flatMap((item, at): MovedItem[] => {
    const text = textField(item.content)
    if (text === undefined || !isLasting(item)) return []
    const id = `${session}#${textField(item.id) ?? at + 1}`
    const type = item.type === "decision" ? "decision" : "project"
    return [{ kind: "fact", id, text, type, scope: "project", at: timeField(item.timestamp) }]
  })
}

/** `other` is also what it picked up by itself; only what was added by hand was meant to be kept. */
function isLasting({ type, source }: Fields): boolean {
  return type === "decision" || type === "dependency" || (type === "other" && source === "manual")
}

/** Its code says `value`, its documentation `content`. */
function noteOf(session: string, data: Fields, { app }: MemoryReader): { item: MovedItem; at: number }[] {
  const blocks = fieldsIn(data.blocks)
  const parts = BLOCKS.flatMap((name) => {
    const block = fieldsIn(blocks[name])
    const words = textField(block.value) ?? textField(block.content)
    return words === undefined ? [] : [{ name, words }]
  })
  if (parts.length === 0) return []
  const [first] = parts
  const item: MovedItem = {
    kind: "note",
    id: session,
    scope: app.project.scope,
    path: `reference/sessions/${session.replace(/[^\w-]+/g, "-").slice(0, 80)}.md`,
    description: `What a session worked on: ${first?.words.split("\n", 1)[0]}`.slice(0, 200),
    body: parts.map(({ name, words }) => `## ${name}\n\n${words}`).join("\n\n"),
  }
  return [{ item, at: timeField(data.updatedAt) ?? 0 }]
}
