// Slots of working memory that a user names in the settings, filled by the user's own patterns. A pattern that repeats a repetition can take
// longer than the universe has time on one line, and nothing can interrupt it, so such a pattern is refused like one that does not parse.
export interface CustomSlot {
  readonly max: number
  readonly title: string
  readonly patterns?: readonly string[] | undefined
}

export type CustomSlots = Readonly<Record<string, CustomSlot>>

export interface BadPattern {
  readonly slot: string
  readonly pattern: string
  readonly reason: string
}

const MAX_LINES = 400
const MAX_LINE = 500

export function customItems(lines: readonly string[], slots: CustomSlots): { slot: string; text: string }[] {
  const looked = lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE).toWellFormed())
  return Object.entries(slots).flatMap(([slot, { patterns = [] }]) =>
    patterns
      .flatMap(readable)
      .flatMap((pattern) =>
        looked.flatMap((line) => [...line.matchAll(pattern)].map((match) => ({ slot, text: match[1] ?? match[0] }))),
      ),
  )
}

/** The patterns that are not used, each with what is wrong with it. */
export function badPatterns(slots: CustomSlots): BadPattern[] {
  return Object.entries(slots).flatMap(([slot, { patterns = [] }]) =>
    patterns.flatMap((pattern) => {
      const reason = faultOf(pattern)
      return reason === undefined ? [] : [{ slot, pattern, reason }]
    }),
  )
}

function readable(pattern: string): RegExp[] {
  return faultOf(pattern) === undefined ? [new RegExp(pattern, "gu")] : []
}

function faultOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "gu")
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return repeatsRepetition(pattern) ? "a repeated group has a repetition or a choice in it" : undefined
}

/** Whether a group that holds `*`, `+`, `?`, `{n}` or `|` is itself repeated. The pattern is known to parse. */
function repeatsRepetition(pattern: string): boolean {
  const groups = [false]
  const tokens = pattern.replace(/\\./gsu, "x").replace(/\[[^\]]*\]/g, "x")
  for (const [token] of tokens.matchAll(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)(?:[*+]|\{)?|[*+?|{]/g)) {
    if (token.startsWith("(")) groups.push(false)
    else if (token.startsWith(")")) {
      const varies = groups.pop() ?? false
      if (varies && token.length > 1) return true
      if (varies || token.length > 1) groups[groups.length - 1] = true
    } else groups[groups.length - 1] = true
  }
  return false
}
