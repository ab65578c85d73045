import * as z from "zod"
import type { CompactAnswer } from "../compaction/checkpoint.ts"
import { CairnError } from "../model/errors.ts"
import { meterNow } from "../session/window-gauge.ts"
import { readMeter } from "../window/meter.ts"
import { type Operation, operation } from "./operation.ts"
import { userSession } from "./session-access.ts"

/** Below this share of the compaction point there is little to gain and much to lose. */
const POINTLESS_BELOW = 50

export const memoryCompact: Operation = operation({
  name: "memory_compact",
  summary:
    "Compact this conversation now, at a natural break; you go on afterwards. First bring core memory up to date.",
  effect: "write",
  access: "agent",
  input: { force: z.boolean().optional().describe("also below 50 %") },
  async run(ask, { force }): Promise<{ readonly answer: CompactAnswer }> {
    const session = userSession(ask)
    const { percentage } = readMeter(meterNow(session.gauge, ask.app.journal.read(session.id)))
    if (percentage < POINTLESS_BELOW && !force)
      throw new CairnError(
        "pointless",
        `the window is only ${Math.round(percentage)} % full: a compaction would lose detail and gain little`,
        "go on, or set force if there is a reason",
      )
    const answer = (await ask.compact?.(session)) ?? "not-possible"
    if (answer === "under-way" || answer === "cut") return { answer }
    throw REFUSALS[answer]
  },
  toText: ({ answer }) =>
    answer === "under-way"
      ? "The compaction begins as soon as this step has ended; then you go on."
      : "From the next step on, everything before this turn is replaced by a summary; this turn stays as it is.",
})

const REFUSALS = {
  "not-possible": new CairnError("not_possible", "this host does not let plugins compact", "run /compact", {
    needsPerson: true,
  }),
  "nothing-before": new CairnError(
    "nothing_before",
    "only what was said before this turn could be replaced, and there is nothing",
    "keep outputs small; the host compacts by itself when the window is full",
  ),
  "cut-already": new CairnError(
    "already_done",
    "everything before this turn is replaced by a summary already",
    "keep outputs small; the host compacts by itself when the window is full",
  ),
} as const
