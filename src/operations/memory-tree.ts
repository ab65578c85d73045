import * as z from "zod"
import type { App } from "../app.ts"
import type { NoteInfo } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"
import { treeLine } from "../prompt/note-tree.ts"
import { type NoteData, noteData } from "./note-access.ts"
import { type Audience, type Operation, operation } from "./operation.ts"

const MAX_LINES = 300

export const memoryTree: Operation = operation({
  name: "memory_tree",
  summary: "List notes with size and description.",
  effect: "read",
  access: "both",
  input: {
    scope: z.enum(["all", "project", "global"]).optional().describe("default all"),
    folder: z.string().optional().describe("only below this folder"),
  },
  async run({ app }, { scope = "all", folder }) {
    const scopes = (["global", "project"] as const).filter((name) => scope === "all" || scope === name)
    await Promise.all(scopes.map((name) => app.scopeNotes(name).refreshNow()))
    const inside = folder ? `${folder.replace(/^\.?\/|\/$/g, "")}/` : ""
    return { scopes: scopes.map((name) => treeOf(app, name, inside)) }
  },
  toText: ({ scopes }, audience) => scopes.map((tree) => treeText(tree, audience)).join("\n\n"),
})

/** The folders are those of the whole scope, whatever folder was asked for. */
function treeOf(app: App, scope: ScopeName, inside: string) {
  const { index } = app.scopeNotes(scope)
  const { hot, cold, quarantined } = index
  const folders = [...new Set([...index.all()].map(({ path }) => folderOf(path)))].filter(Boolean).sort()
  const notes = [...hot, ...cold, ...quarantined].filter(({ path }) => path.startsWith(inside)).map(shownData)
  return { scope, folders, notes }
}

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/")
}

function treeText({ scope, notes, folders: known }: ReturnType<typeof treeOf>, audience: Audience): string {
  const title = `${scope} (${notes.length} ${notes.length === 1 ? "note" : "notes"})`
  if (notes.length === 0 && known.length > 0) return `${title}; folders: ${known.slice(0, 40).join(", ")}`
  if (notes.length <= MAX_LINES) return [title, ...notes.map((note) => line(note, audience))].join("\n")
  const folders = new Map<string, number>()
  for (const { path } of notes) folders.set(folderOf(path), (folders.get(folderOf(path)) ?? 0) + 1)
  const counts = [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_LINES)
  return [
    `${title}: too many to list, name a folder`,
    ...counts.map(([folder, count]) => `${folder}/ (${count})`),
  ].join("\n")
}

/** Without being asked, not even the description of a quarantined note is shown. */
function shownData(info: NoteInfo): NoteData {
  if (!info.quarantined) return noteData(info)
  const { fact, ...data } = noteData(info)
  return { ...data, description: "" }
}

function line(note: NoteData, audience: Audience): string {
  if (note.quarantined)
    return `${note.path} [quarantined: ${audience === "agent" ? "reading it shows a quotation" : "it waits for your review"}]`
  const marks = [note.hot && "hot", note.problem ? `problem: ${note.problem}` : note.readonly && "read-only"]
  const shown = marks.filter(Boolean)
  const line = treeLine(note, ` (${note.chars}/${note.limit})`)
  return shown.length > 0 ? `${line} [${shown.join(", ")}]` : line
}
