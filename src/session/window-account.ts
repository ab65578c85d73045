// How full a session's window was when its model last answered, and what the agent was told about it, whichever process served it.
import { alsoTold, noPressureTold, type PressureTold, pressureAfterCompaction } from "../window/pressure.ts"
import type { NotFor } from "./event-kinds.ts"
import type { MemoryEvent } from "./memory-event.ts"

export interface WindowAccount {
  /** Tokens of the last step since the last compaction, and how many fit. */
  readonly used?: number | undefined
  readonly limit?: number | undefined
  /** Tokens before a compaction that no request has shown yet. */
  readonly before?: number | undefined
  /** How often a compaction made room: what a process counted before the last time is void. */
  readonly rooms?: number | undefined
  readonly told: PressureTold
}

export const emptyAccount: WindowAccount = { told: noPressureTold }

export function accountAfter(account: WindowAccount, event: MemoryEvent): WindowAccount {
  switch (event.kind) {
    case "step":
      return event.used === undefined ? account : { ...account, used: event.used, limit: event.limit }
    case "compaction":
      return emptied(account)
    case "room":
      return { ...emptied(account), before: account.used ?? account.before }
    case "pressure":
      return { ...account, told: alsoTold(account.told, event) }
    default:
      event satisfies NotFor<"window">
      return account
  }
}

function emptied({ told, rooms = 0 }: WindowAccount): WindowAccount {
  return { told: pressureAfterCompaction(told), rooms: rooms + 1 }
}
