// What is wrong with the value of a setting, in plain words: what was expected, and what stands there.
import type * as z from "zod"

const KINDS: Readonly<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  string: "a text in quotes",
  array: "a list in [ ]",
  object: "an object in { }",
  record: "an object in { }",
}

/** `given`: what stands at the place that the issue names. */
export function valueFault(issue: z.core.$ZodIssue, given: unknown): string {
  const expected = expectedBy(issue)
  return expected === undefined ? issue.message : `expected ${expected}, not ${shown(given)}`
}

function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected]
    case "invalid_value":
      return issue.values.length === 1 ? shown(issue.values[0]) : `one of ${issue.values.map(shown).join(", ")}`
    case "too_small":
      return bound("at least", issue.origin, issue.minimum)
    case "too_big":
      return bound("at most", issue.origin, issue.maximum)
    default:
      return undefined
  }
}

const COUNTED: Readonly<Record<string, string>> = { string: " characters", array: " entries" }

function bound(how: string, origin: string, limit: number | bigint): string {
  return `${how} ${limit}${COUNTED[origin] ?? ""}`
}

const MAX_SHOWN = 40

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
