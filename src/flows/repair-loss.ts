// What a compaction's summary lost and still holds, as the prefix shows it. It is composed at each render: a command that passes by now, or
// a todo that is done, need not be put back any more.
import type { App } from "../app.ts"
import { essentialsOf } from "../compaction/essentials.ts"
import { composeRepair, type Repair } from "../compaction/repair.ts"
import { renderCore } from "../prompt/core-memory.ts"
import type { Essential, Loss } from "../session/compaction-account.ts"
import type { LiveSession } from "../session/live-session.ts"
import type { SessionMemory } from "../session/session-memory.ts"

/** Empty unless the session's last compaction lost something. */
export function repairText(app: App, session: LiveSession, memory: SessionMemory): string {
  const { loss } = memory.compactions
  return loss && loss.compaction === session.served.compaction ? repairOf(app, memory, loss).text : ""
}

/** Of what else the prefix shows only the core blocks are sure to stay in it; activity and working memory fade. */
export function repairOf(app: App, memory: SessionMemory, loss: Loss): Repair {
  const core = renderCore(memory.core, app.config.coreLimits, Number.POSITIVE_INFINITY)
  return composeRepair(stillTrue(memory, loss), { shown: core })
}

function stillTrue(memory: SessionMemory, { missing, hostTodos }: Loss): Essential[] {
  const now = new Set(essentialsOf(memory, []).map(({ kind, text }) => `${kind} ${text}`))
  return missing.filter(({ kind, text }) => now.has(`${kind} ${text}`) || (kind === "todo" && hostTodos.includes(text)))
}
