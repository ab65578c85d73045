// Hooks that missed their deadline in this process: their part is missing from a request, and only the log would know.

export interface LateHook {
  readonly hook: string
  readonly at: number
}

export interface LateHooks {
  add(late: LateHook): void
  /** Newest first. */
  list(): readonly LateHook[]
}

const MOST = 5

export function createLateHooks(): LateHooks {
  let all: readonly LateHook[] = []
  return {
    add: (late) => {
      all = [late, ...all].slice(0, MOST)
    },
    list: () => all,
  }
}
