// Numbers and amounts in plain words.

/** `12,345`. */
export function thousands(count: number): string {
  return Math.round(count).toLocaleString("en-US")
}

/** `1 note`, `12,345 notes`. */
export function counted(count: number, what: string): string {
  return `${thousands(count)} ${what}${count === 1 ? "" : "s"}`
}
