// An entry of OpenCode's own todo list. It is read where it is needed and never copied.

export interface Todo {
  readonly content: string
  readonly status: string
  readonly priority?: string | undefined
}

const CLOSED = new Set(["completed", "cancelled"])

export function isOpen({ status }: Todo): boolean {
  return !CLOSED.has(status)
}
