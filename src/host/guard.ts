// Every hook runs inside this. OpenCode neither catches what a hook throws nor limits how long it waits: an error loses the user's prompt, a hang
// hangs the turn. So a hook only computes a change; it is applied here, at the end, if nothing failed and the deadline has not passed.

import { createPatience, LATE } from "../model/deadline.ts"
import { messageOf } from "../model/errors.ts"
import type { LateHooks } from "../model/late-hooks.ts"
import type { Log } from "../platform/log.ts"

/** What a hook wants to do to the host's values: short, synchronous, all or nothing. */
export type Change = () => void

/** For a hook that the host waits for. */
export const HOOK_MS = 3000
/** For a hook that still hangs from an earlier call: a turn has many hooks. */
const HANGING_MS = 250

export function guard<A extends unknown[]>(
  name: string,
  log: Log,
  deadlineMs: number,
  hook: (...args: A) => Promise<Change | undefined> | Change | undefined,
  late?: LateHooks,
): (...args: A) => Promise<void> {
  const wait = createPatience(deadlineMs, HANGING_MS)
  /** Settles without ever rejecting: a hook that fails after its deadline must not become an unhandled rejection. */
  const attempt = async (args: A) => {
    try {
      await faultFor(name)
      return await hook(...args)
    } catch (error) {
      log.error("hook-failed", { hook: name, why: messageOf(error) })
      return undefined
    }
  }
  return async (...args) => {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    try {
      const outcome = await wait(attempt(args))
      if (outcome !== LATE) return outcome?.()
      log.warn("hook-late", { hook: name, ms: elapsed() })
      late?.add({ hook: name, at: Date.now() })
    } catch (error) {
      log.error("hook-failed", { hook: name, why: messageOf(error), ms: elapsed() })
    }
  }
}

/** Lets a test make a hook throw or hang: a function under this symbol of the global object is awaited at the start of every hook. */
const FAULT = Symbol.for("opencode-cairn.fault")

async function faultFor(hook: string): Promise<void> {
  const fault = (globalThis as Record<symbol, unknown>)[FAULT]
  if (typeof fault === "function") await fault(hook)
}
