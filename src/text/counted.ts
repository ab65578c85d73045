// Numbers and amounts in plain words.

/** `12,345`. */
export function thousands(count: number): string {
  return Math.round(count).toLocaleString("en-US")
}

/** `1 note`, `12,345 notes`. */
export function counted(count: number, what: string, many = `${what}s`): string {
  return `${thousands(count)} ${count === 1 ? what : many}`
}
