import type { Origin } from "../facts/trust/outside-text.ts"
import { CairnError } from "../model/errors.ts"
import { backLinks, resolveLink } from "../model/links.ts"
import type { NoteInfo } from "../model/note.ts"
import { lineOf } from "../session/live-session.ts"
import { noteMissing } from "../store/notes/note-refusals.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { QUOTATION } from "./fact-reasons.ts"
import { isOwnWaiting, markRead, type NoteData, noteData, placeOf } from "./note-access.ts"
import { type Ask, type Audience, arg, countArg, type Operation, operation } from "./operation.ts"
import { pageOf, restPointer } from "./page.ts"

/** More lines than a note or a pruned output can have. */
const MAX_LINE = 10_000_000

export const memoryRead: Operation = operation({
  name: "memory_read",
  summary: "Read a note as on disk now.",
  effect: "read",
  access: "both",
  input: {
    path: arg.path,
    scope: arg.scope,
    offset: countArg(0, MAX_LINE).optional().describe("first line, from 0"),
    limit: countArg(1, MAX_LINE).optional().describe("lines"),
  },
  seldom: ["scope", "offset", "limit"],
  async run(ask, input) {
    const output = /^output:(.*)$/.exec(input.path.trim())?.[1]
    return output === undefined ? readNote(ask, input) : readOutput(ask, output, input)
  },
  origin: originOfReading,
  toText: (reading, audience) => ("note" in reading ? noteText(reading, audience) : outputText(reading, audience)),
})

type Reading = Awaited<ReturnType<typeof readNote>>
type OutputPage = Awaited<ReturnType<typeof readOutput>>

function originOfReading(reading: Reading | OutputPage): Origin {
  if (!("note" in reading) || reading.isOwn) return "foreign"
  return reading.note.quarantined ? "quarantined" : "trusted"
}

/** `isOwn`: it waits for a person, and the reading session wrote it. `hidden`: how many invisible characters are left out of the text. */
async function readNote(ask: Ask, input: Parameters<typeof placeOf>[1] & Lines) {
  const { scope, path } = placeOf(ask, input)
  const note = await ask.app.store.notes.read(scope, path)
  if (!note) throw noteMissing(scope, path, ask.app.scopeNotes(scope.name).index)
  const page = pageOf(note.file.body, input.offset ?? 0, input.limit)
  markRead(ask, note, page)
  const { text, hidden } = stripHidden(page.text)
  const isOwn = isOwnWaiting(ask, note)
  return { note: noteData(note.info), isOwn, page: { ...page, text }, hidden, ...linksOf(ask, note.info) }
}

type Lines = { readonly offset?: number | undefined; readonly limit?: number | undefined }

/** A tool's output that was shortened: the cache keeps the whole of it for some days. */
async function readOutput({ app, by, session }: Ask, id: string, { offset = 0, limit }: Lines) {
  const asking = session ? lineOf(app.sessions, session).line.map((one) => one.id) : []
  const text = await app.store.toolOutputs.read(id, by === "agent" ? asking : undefined)
  if (text === undefined)
    throw new CairnError(
      "no_such_output",
      `this session has no output "${id.slice(0, 40)}"; it may have expired`,
      "run the command again",
    )
  return { id, page: pageOf(text, offset, limit) }
}

function outputText({ page }: OutputPage, audience: Audience): string {
  const empty = page.rows > 0 ? `(nothing there: the output has ${page.rows} lines)` : "(empty)"
  return `${page.text === "" ? empty : page.text}${restPointer(page, audience)}`
}

function noteText({ note: info, page, hidden, links, linkedFrom }: Reading, audience: Audience): string {
  const { text, rows } = page
  const isFact = info.fact !== undefined && info.chars === 0
  const empty = rows > 0 ? `(nothing there: the note has ${rows} lines)` : isFact ? "" : "(empty)"
  const facts = [
    !isFact && `${info.chars}/${info.limit} characters`,
    info.type && `type ${info.type}`,
    info.readonly && "read-only",
    info.updated && `updated ${info.updated}`,
    trustWords(info, audience),
  ].filter(Boolean)
  return [
    `${info.path} (${info.scope}, ${info.hot ? "hot" : "cold"}) — ${stripHidden(info.description).text}`,
    facts.join(" · "),
    info.problem && `warning: ${info.problem}; it is shown as far as it can be read and is never rewritten`,
    hidden > 0 && `warning: ${hidden} invisible characters are left out here; the file has them`,
    links.length > 0 && `links: ${links.join(", ")}`,
    linkedFrom.length > 0 && `linked from: ${linkedFrom.join(", ")}`,
    "",
    text === "" ? empty : text,
    restPointer(page, audience),
  ]
    .filter((line) => line !== false && line !== undefined)
    .join("\n")
    .trimEnd()
}

function trustWords({ quarantined }: NoteData, audience: Audience): string {
  if (!quarantined) return "trusted"
  return audience === "agent" ? QUOTATION : "quarantined: it waits for your review"
}

function linksOf({ app }: Ask, info: NoteInfo) {
  const all = (scope: "global" | "project") => [...app.scopeNotes(scope).index.all()]
  const own = all(info.scope)
  const links = (info.links ?? []).map((name) => {
    const target = resolveLink(name, own, all("global"))
    return target ? `[[${name}]] → ${target.path}` : `[[${name}]]?`
  })
  const linking = info.scope === "global" ? [...own, ...all("project")] : own
  return {
    links,
    linkedFrom: backLinks(
      info,
      linking.filter((note) => note.path !== info.path || note.scope !== info.scope),
    ).map(({ path }) => path),
  }
}
