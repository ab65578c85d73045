// How full a session's window was when its model last answered, and what the agent was told about it, whichever process served it.
import { alsoTold, noPressureTold, type PressureTold, pressureAfterCompaction } from "../window/pressure.ts"
import type { EventOf, EventsOf, MemoryEvent } from "./memory-event.ts"

export interface WindowAccount {
  /** Tokens of the last step since the last compaction, and how many fit. */
  readonly used?: number | undefined
  readonly limit?: number | undefined
  readonly told: PressureTold
}

export const emptyAccount: WindowAccount = { told: noPressureTold }

export function accountAfter(account: WindowAccount, event: MemoryEvent): WindowAccount {
  switch (event.kind) {
    case "step":
      return event.used === undefined ? account : { ...account, used: event.used, limit: event.limit }
    case "compaction":
      return { told: pressureAfterCompaction(account.told) }
    case "pressure":
      return { ...account, told: alsoTold(account.told, event) }
    default:
      event satisfies
        | EventsOf<"thought" | "work" | "telling" | "note" | "compaction" | "retiring">
        | EventOf<"turn" | "fork" | "pause" | "mined">
      return account
  }
}
