// A doubtful change of a note that is trusted: the note stays as it is, and the new version waits beside it for a person. Otherwise a poisoned
// text could either enter the prompt or knock out a note that is in it.
import type { TrustVerdict } from "../capture/trust.ts"
import { QUARANTINE_FOLDER } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { type NotePath, parseNotePath } from "../model/note-path.ts"
import type { Scope } from "../model/scope.ts"
import type { StoredNote } from "../store/note-reader.ts"
import { explainReason, QUARANTINED } from "./fact-reasons.ts"
import type { Ask } from "./operation.ts"

export interface Proposal {
  readonly path: NotePath
  /** The note that it would replace. */
  readonly note: StoredNote
}

/** Undefined where there is no trusted note: a new one, or one in quarantine already, is written in its place. */
export async function proposalFor({ app }: Ask, scope: Scope, path: NotePath): Promise<Proposal | undefined> {
  const note = await app.store.notes.read(scope, path)
  if (!note || note.info.quarantined) return undefined
  return { path: parseNotePath(`${QUARANTINE_FOLDER}/${path.path}`), note }
}

/** What the verdict changes in the frontmatter; only a person takes a note out of quarantine. */
export function trustHead(
  { trust }: TrustVerdict,
  current: StoredNote | undefined,
  proposal: Proposal | undefined,
): HeadChanges {
  if (trust === "trusted") return {}
  if (current && !current.info.quarantined)
    throw new CairnError(
      "note_changed",
      "somebody else wrote the note at the same moment",
      "memory_read it and try again",
    )
  return { trust: "quarantined", ...(proposal && { replaces: proposal.note.info.path }) }
}

export function quarantineRemark({ trust, reason }: TrustVerdict, replaces: string | undefined): string {
  if (trust === "trusted") return ""
  const stays = replaces === undefined ? "" : ` ${replaces} stays as it is;`
  return `; quarantined (${reason}): ${explainReason(reason)};${stays} ${QUARANTINED}. Tell the user`
}
