// Reading values that a host hands over. Its types describe what it did when we last looked; in the next version a field may be missing or of
// another type, so nothing is taken for granted and every reader returns undefined instead of throwing.

type Path = readonly (string | number | symbol)[]

export function fieldAt(value: unknown, ...path: Path): unknown {
  let found = value
  for (const key of path) {
    if (found === null || (typeof found !== "object" && typeof found !== "function")) return undefined
    found = (found as Record<string | number | symbol, unknown>)[key]
  }
  return found
}

/** One field, without the cost of a path: for what is read thousands of times in a request. */
export function field(value: unknown, key: string): unknown {
  return value === null || typeof value !== "object" ? undefined : (value as Record<string, unknown>)[key]
}

/** The same for a list, empty if there is none. */
export function listIn(value: unknown, key: string): readonly unknown[] {
  const found = field(value, key)
  return Array.isArray(found) ? found : []
}

export function textAt(value: unknown, ...path: Path): string | undefined {
  const found = fieldAt(value, ...path)
  return typeof found === "string" ? found : undefined
}

export function numberAt(value: unknown, ...path: Path): number | undefined {
  const found = fieldAt(value, ...path)
  return typeof found === "number" && Number.isFinite(found) ? found : undefined
}

export function listAt(value: unknown, ...path: Path): unknown[] | undefined {
  const found = fieldAt(value, ...path)
  return Array.isArray(found) ? found : undefined
}

export function recordAt(value: unknown, ...path: Path): Record<string, unknown> | undefined {
  const found = fieldAt(value, ...path)
  return found !== null && typeof found === "object" && !Array.isArray(found)
    ? (found as Record<string, unknown>)
    : undefined
}

export function functionAt(value: unknown, ...path: Path): ((...args: unknown[]) => unknown) | undefined {
  const found = fieldAt(value, ...path)
  if (typeof found !== "function") return undefined
  return found.bind(fieldAt(value, ...path.slice(0, -1))) as (...args: unknown[]) => unknown
}

/** What a text says as JSON; undefined for anything else. */
export function jsonOf(value: unknown): unknown {
  return typeof value === "string" ? tried(() => JSON.parse(value)) : undefined
}

/** Undefined if looking throws. */
export function tried<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
