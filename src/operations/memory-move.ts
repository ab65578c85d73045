// Promote and demote: a note becomes hot by moving below the hot folder, and cold by leaving it. Subfolders are kept.

import { noteWords, writingJudge } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import { parseNotePath } from "../model/note-path.ts"
import { COLD_FOLDERS, isHot, type ScopeName } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { explainReason } from "./fact-reasons.ts"
import {
  describeNote,
  markSeen,
  type NoteData,
  type NotePlace,
  noteData,
  placeOf,
  refuseProtected,
} from "./note-access.ts"
import { type Ask, arg, type Operation, operation } from "./operation.ts"
import { doubtOfTurn, proposeDeed, proposedText } from "./proposal.ts"

export const memoryPromote: Operation = operation({
  name: "memory_promote",
  summary: "Make a cold note hot: in every prompt, under system/.",
  effect: "keep",
  access: "both",
  input: { path: arg.path, scope: arg.scope },
  run: (ask, input) => move(ask, input, "promote"),
  toText: ({ note }) => `Promoted to ${describeNote(note)}`,
})

export const memoryDemote: Operation = operation({
  name: "memory_demote",
  summary: "Make a hot note cold: out of system/, to reference/.",
  effect: "keep",
  access: "both",
  input: { path: arg.path, scope: arg.scope },
  async run(ask, input) {
    const { scope, path } = placeOf(ask, input)
    const doubt = isHot(path.path, ask.app.config.hotDir) ? doubtOfTurn(ask) : undefined
    const current = doubt && (await ask.app.store.notes.read(scope, path))
    return doubt && current ? proposeDeed(ask, current, doubt, { does: "demote" }) : move(ask, input, "demote")
  },
  toText: (done, audience) =>
    "stays" in done ? proposedText(done, audience) : `Demoted to ${describeNote(done.note)}`,
})

async function move(
  ask: Ask,
  input: { path: string; scope?: ScopeName | undefined },
  way: "promote" | "demote",
): Promise<{ readonly note: NoteData }> {
  const { hotDir, refreshOnPromoteDemote } = ask.app.config
  const { scope, path } = placeOf(ask, input)
  if (isHot(path.path, hotDir) === (way === "promote")) {
    const state = way === "promote" ? "hot" : "cold"
    throw new CairnError(
      `already_${state}`,
      `${path.path} is ${state} already`,
      "nothing to do; memory_edit changes what it says",
    )
  }
  const target = parseNotePath(way === "promote" ? promotedPath(path.path, hotDir) : demotedPath(path.path, hotDir))
  if (way === "promote") await refuseUnfit(ask, { scope, path })
  const check = (current: StoredNote) => refuseProtected(ask, current, "moved")
  const note = await ask.app.store.notes.move(scope, path, target, check, `${way} ${shownName(path.path)}`)
  markSeen(ask, note)
  if (refreshOnPromoteDemote && ask.session) ask.app.journal.note(ask.session.id, [{ kind: "fresh", by: way }])
  return { note: noteData(note.info) }
}

/** No secret goes into every prompt, and nothing that this session may have been talked into. */
async function refuseUnfit(ask: Ask, { scope, path }: NotePlace): Promise<void> {
  const note = await ask.app.store.notes.read(scope, path)
  if (!note || ask.by === "person") return
  const { found } = cleanText(`${note.info.description}\n${note.file.body}`)
  if (found.length > 0)
    throw new CairnError(
      "holds_secret",
      `${path.path} holds a secret (${found.map(({ kind }) => kind).join(", ")})`,
      "remove it with memory_edit first",
    )
  const { body } = note.file
  const verdict = (await writingJudge(ask, scope))({ path, added: body, whole: noteWords(note, body), wasJudged: true })
  if (verdict.trust === "trusted") return
  throw new CairnError(
    "not_trusted",
    `${path.path} is not made hot: ${explainReason(verdict.reason, ask.by)}`,
    "only the user can do that now; ask",
  )
}

/** `reference/api/auth.md` → `system/api/auth.md`; a folder that only means "cold" is dropped, any other is kept. */
function promotedPath(path: string, hotDir: string): string {
  const [top, ...rest] = path.split("/")
  const inner = rest.length > 0 && (COLD_FOLDERS as readonly string[]).includes(top as string) ? rest.join("/") : path
  return `${hotDir}/${inner}`
}

export function demotedPath(path: string, hotDir: string): string {
  return `reference/${path.slice(hotDir.length + 1)}`
}
