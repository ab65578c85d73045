// Hooks that missed their deadline in this process: their part is missing from a request, and only the log would know.

export interface LateHook {
  readonly hook: string
  readonly at: number
}

export type LateHooks = ReturnType<typeof createLateHooks>

const MOST = 5

export function createLateHooks() {
  let all: readonly LateHook[] = []
  return {
    add(late: LateHook): void {
      all = [late, ...all].slice(0, MOST)
    },
    /** Newest first. */
    list: () => all,
  }
}
