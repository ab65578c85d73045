// Memory as JSON or markdown for other programs: facts and notes of both scopes. Quarantined and archived notes are marked as such; private notes
// are left out.
import type { App } from "../app.ts"
import { ARCHIVE_FOLDER, type Fact } from "../model/fact.ts"
import { isGeneratedPath } from "../model/generated-mark.ts"
import { isBlank, type NoteInfo } from "../model/note.ts"
import { pathOnDisk } from "../model/note-path.ts"
import type { Progress } from "../model/progress.ts"
import { isPrivate, SCOPES, type ScopeName } from "../model/scope.ts"

export type ExportedNote = NonNullable<Awaited<ReturnType<typeof exportNote>>>

export type ExportedMemory = Awaited<ReturnType<typeof exportNotes>>

/** Sorted by scope and path, without generated lists and private notes. */
export async function exportNotes(app: App, scopes: readonly ScopeName[] = SCOPES, progress?: Progress) {
  const notes: ExportedNote[] = []
  for (const scope of scopes) {
    await app.scopeNotes(scope).refreshNow()
    const folder = app.scope(scope).folder.join("/")
    const isOwn = ({ path }: NoteInfo) => !isPrivate(path) && !isGeneratedPath(`${folder}/${path}`)
    const infos = [...app.scopeNotes(scope).index.all()].filter(isOwn)
    for (const [at, info] of infos.sort((a, b) => (a.path < b.path ? -1 : 1)).entries()) {
      if (at % 100 === 0) progress?.(at, infos.length)
      const exported = await exportNote(app, info)
      if (exported) notes.push(exported)
    }
  }
  const exported = new Date(app.clock.now()).toISOString()
  return { format: "cairn", version: 1, exported, project: app.project.name, notes }
}

async function exportNote(app: App, info: NoteInfo) {
  const note = await app.store.notes.read(app.scope(info.scope), pathOnDisk(info.path))
  if (!note || isBlank(note.file.body)) return undefined
  const { scope, path, description, type, hot, readonly, limit, quarantined, fact } = note.info
  const usual = path.startsWith(`${ARCHIVE_FOLDER}/`) ? "archived" : "trusted"
  const state: "trusted" | "waiting" | "archived" = quarantined ? "waiting" : usual
  return {
    ...{ scope, path, description, ...(type !== undefined && { type }), hot, readonly, limit },
    state,
    body: note.file.body,
    ...(fact && { fact: knownOf(fact) }),
  }
}

/** What is known about a fact besides its text. */
function knownOf({ path, scope, detail, detailCutFrom, ...known }: Fact) {
  return known
}

/** For people: trusted facts by type, then the notes in full. */
export function toMarkdown({ project, exported, notes }: ExportedMemory): string {
  const trusted = notes.filter(({ state }) => state === "trusted")
  const sections = SCOPES.flatMap((scope) => {
    const own = trusted.filter((note) => note.scope === scope)
    if (own.length === 0) return []
    const title = scope === "global" ? "Everywhere" : `Project ${project}`
    return [`# ${title}`, ...factSections(own), ...own.filter(({ fact }) => !fact).map(noteSection)]
  })
  const waiting = notes.filter(({ state }) => state === "waiting").length
  const remark = waiting > 0 ? [`${waiting} more wait for a review and are left out.`] : []
  return `${[`Memory of Cairn, ${exported.slice(0, 10)}.`, ...remark, ...sections].join("\n\n")}\n`
}

function factSections(notes: readonly ExportedNote[]): string[] {
  const facts = notes.flatMap(({ fact, body }) => (fact ? [{ type: fact.type, body }] : []))
  const types = [...new Set(facts.map(({ type }) => type))].sort()
  return types.flatMap((type) => {
    const lines = facts.filter((fact) => fact.type === type).map(({ body }) => factLine(body))
    return [`## ${type.charAt(0).toUpperCase()}${type.slice(1)}`, lines.join("\n")]
  })
}

function factLine(body: string): string {
  const [first = "", ...rest] = body.trim().split("\n")
  return [`- ${first}`, ...rest.map((line) => (line ? `  ${line}` : ""))].join("\n")
}

function noteSection({ path, description, body }: ExportedNote): string {
  return [`## ${path}`, description && `_${description.replace(/\s+/g, " ")}_`, body.trim()]
    .filter(Boolean)
    .join("\n\n")
}
