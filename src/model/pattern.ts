// Regular expressions that a user writes into the settings. One that repeats a repetition can run practically for ever on a single line, and
// nothing can interrupt it, so it is refused like one that does not parse.

/** What is wrong with it, if anything. */
export function patternFault(source: string): string | undefined {
  try {
    new RegExp(source, "u")
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return repeatsRepetition(source) ? "a repeated group has a repetition or a choice in it" : undefined
}

/** Undefined if it is refused. */
export function readPattern(source: string, flags = "u"): RegExp | undefined {
  return patternFault(source) === undefined ? new RegExp(source, flags) : undefined
}

/** Whether a group that holds `*`, `+`, `?`, `{n}` or `|` is itself repeated. The pattern is known to parse. */
function repeatsRepetition(source: string): boolean {
  const groups = [false]
  const tokens = source.replace(/\\./gsu, "x").replace(/\[[^\]]*\]/g, "x")
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
