// What a session's compactions leave to do: the loss of the last summary, the facts that the next one may confirm, which summary was processed,
// and where Cairn itself cuts the conversation.
import type { ScopeName } from "../model/scope.ts"
import type { NotFor } from "./event-kinds.ts"
import type { ChangedFile } from "./ledger.ts"
import type { MemoryEvent } from "./memory-event.ts"

/**
 * What a summary must not lose. The second group is what was used last, with which the work continues: a line of the request, a file, a name, a
 * number, a command.
 */
export type Essential =
  | { readonly kind: "goal" | "directive" | "decision" | "todo" | "error"; readonly text: string }
  | { readonly kind: "request" | "place" | "name" | "number" | "ran"; readonly text: string }
  /** A command that failed when it was last run. */
  | { readonly kind: "command"; readonly text: string; readonly exit: number }
  /** A changed file; `text` is its path. */
  | { readonly kind: "file"; readonly text: string; readonly action: ChangedFile["last"] }

export interface Loss {
  readonly compaction: string
  readonly missing: readonly Essential[]
  /** What was open on the host's own todo list at that time; it is not asked for again. */
  readonly hostTodos: readonly string[]
}

export interface MarkedFact {
  readonly scope: ScopeName
  readonly path: string
  readonly hash: string
}

export interface CutMade {
  /** Id of a user message. If the conversation no longer has it, nothing is cut. */
  readonly from: string
  readonly checkpoint: string
  /** The host's own compaction that came before it. */
  readonly after?: string | undefined
}

/** What it is called among the host's compactions. */
export function compactionOfCut(from: string): string {
  return `cut ${from}`
}

export interface CompactionAccount {
  readonly loss?: Loss | undefined
  readonly marked?: { readonly id: string; readonly facts: readonly MarkedFact[] } | undefined
  /** A hash. */
  readonly summaryTaken?: string | undefined
  readonly cut?: CutMade | undefined
  /** Cuts that no longer hold, the oldest first: only to be looked at. */
  readonly earlierCuts?: readonly CutMade[] | undefined
  /** From which message on the agent wants it cut. */
  readonly cutWanted?: string | undefined
}

export const noCompactions: CompactionAccount = {}

/** Each has the text of a whole checkpoint. */
const MAX_EARLIER = 20

export function compactionsAfter(account: CompactionAccount, event: MemoryEvent): CompactionAccount {
  switch (event.kind) {
    case "loss": {
      const { kind: _, ...loss } = event
      return { ...account, loss }
    }
    case "marked":
      return { ...account, marked: { id: event.id, facts: event.facts } }
    case "summary":
      return { ...account, summaryTaken: event.hash }
    case "cut": {
      const { kind: _, ...cut } = event
      // If it is made again at the same message, the new one takes its place.
      const earlierCuts = earlierAfter(account).filter(({ from }) => from !== cut.from)
      return { ...account, cut, earlierCuts, cutWanted: undefined }
    }
    case "cutting":
      return { ...account, cutWanted: event.from }
    case "uncut":
      return { ...account, cut: undefined, earlierCuts: earlierAfter(account) }
    // The messages of a copy have different ids.
    case "fork":
      return { ...account, cut: undefined, earlierCuts: undefined, cutWanted: undefined }
    default:
      event satisfies NotFor<"compactions">
      return account
  }
}

/** The cut that holds is about to give way. */
function earlierAfter({ cut, earlierCuts = [] }: CompactionAccount): readonly CutMade[] {
  return cut ? [...earlierCuts, cut].slice(-MAX_EARLIER) : earlierCuts
}
