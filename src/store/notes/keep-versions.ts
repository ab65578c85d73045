// Before a note is replaced or removed, history gets what somebody else wrote, and before a removal also what is not committed yet.
import type { NoteInfo } from "../../model/note.ts"
import { isPrivate, type Scope } from "../../model/scope.ts"
import type { History } from "../git/history.ts"
import type { NoteIndex } from "./note-index.ts"
import type { LostVersion } from "./notes.ts"
import type { WrittenMarks } from "./written-marks.ts"

/** How long committing a note's last version on disk may delay its replacement: long enough for a busy machine, since a version that is not committed is lost. */
const KEEP_VERSION_MS = 5000

export function createVersionKeeper(
  history: History | undefined,
  indexOf: (scope: Scope) => NoteIndex | undefined,
  marks: WrittenMarks,
): (scope: Scope, note: NoteInfo, how: LostVersion) => Promise<void> {
  /** The index change up to which history has everything of a scope. */
  const committed = new WeakMap<NoteIndex, number>()
  return async (scope, { path, hash }, how) => {
    if (!history || isPrivate(path)) return
    const index = indexOf(scope)
    const known = index?.get(path)
    const isSaved = index !== undefined && index.sequenceOf(path) <= (committed.get(index) ?? -1)
    const isForeign = known?.info.hash !== hash || (known.foreign === true && !isSaved)
    const isByHand = isForeign && !marks.has([...scope.folder, path].join("/"), hash)
    if (!isByHand && !(how === "remove" && history.status().state === "pending")) return
    const sequence = index?.sequence ?? -1
    const { result } = await history.flush(KEEP_VERSION_MS)
    if (index && (result === "committed" || result === "unchanged")) committed.set(index, sequence)
  }
}
