// Reads fields of somebody else's JSON, of which nothing can be assumed.

export type Fields = Readonly<Record<string, unknown>>

export function fieldsIn(value: unknown): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : {}
}

/** The objects in a list. */
export function rowsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((row) => row !== null && typeof row === "object").map(fieldsIn) : []
}

/** Undefined if it is not a text or blank. */
export function textField(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
}

/** A date string, or a number of seconds or milliseconds. */
export function timeField(value: unknown): number | undefined {
  const time = typeof value === "number" ? (value < 1e11 ? value * 1000 : value) : Date.parse(String(value ?? ""))
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? time : undefined
}

export function oneOf<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value)
}

/** The row's own id, as one word; otherwise its place in the list. */
export function entryId({ id }: Fields, at: number): string {
  return String(typeof id === "string" || typeof id === "number" ? id : `entry-${at + 1}`).replace(/[\s/,]+/g, "-")
}
