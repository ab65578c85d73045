// The outputs that were retired from a session's requests, and what that saved. A decision applies byte for byte to every later request, in every
// process and in copies of the session: a request that differed from the previous one would miss the provider's cache.
import type { OutputKind } from "../window/retiring/output-target.ts"
import type { RetireReason } from "../window/retiring/retire-plan.ts"
import type { NotFor } from "./event-kinds.ts"
import type { MemoryEvent } from "./memory-event.ts"

export interface RetiredOutput {
  /** The call that it answers. Some providers restart their call numbers, so the length has to match as well. */
  readonly call: string
  readonly chars: number
  readonly line: string
  readonly kind: OutputKind
  readonly id: string
  /** The file, if it was read. */
  readonly path?: string | undefined
}

export interface RetiredAccount {
  /** By call, oldest decision first. */
  readonly outputs: Readonly<Record<string, RetiredOutput>>
  readonly decisions: number
  readonly lastReason?: RetireReason | undefined
  /** Tokens by which a request is shorter. */
  readonly shorter: number
  /** Tokens saved in all requests so far, and tokens that had to be written again. */
  readonly saved: number
  readonly rewritten: number
  readonly fetched: readonly OutputKind[]
  /** Something else rewrites the conversation, so Cairn leaves it alone. */
  readonly isLeft?: true | undefined
}

export const nothingRetired: RetiredAccount = {
  outputs: {},
  decisions: 0,
  shorter: 0,
  saved: 0,
  rewritten: 0,
  fetched: [],
}

/** Far more than fit into a window. */
const MAX_OUTPUTS = 3000

export function retiredAfter(account: RetiredAccount, event: MemoryEvent): RetiredAccount {
  switch (event.kind) {
    case "retired": {
      const added = event.outputs.map((output) => [output.call, output] as const)
      const all = Object.entries({ ...account.outputs, ...Object.fromEntries(added) })
      return {
        ...account,
        outputs: Object.fromEntries(all.slice(-MAX_OUTPUTS)),
        decisions: account.decisions + 1,
        lastReason: event.reason,
        shorter: account.shorter + event.saved,
        rewritten: account.rewritten + (event.isFree ? 0 : event.rewritten),
      }
    }
    case "step":
      return account.shorter === 0 ? account : { ...account, saved: account.saved + account.shorter }
    case "shorter":
      return { ...account, shorter: event.tokens }
    // What remained of the outputs is in the summary now.
    case "compaction":
      return { ...account, shorter: 0 }
    case "fetched":
      return account.fetched.includes(event.output)
        ? account
        : { ...account, fetched: [...account.fetched, event.output] }
    case "left":
      return { ...account, isLeft: true, shorter: 0 }
    default:
      event satisfies NotFor<"retired">
      return account
  }
}
