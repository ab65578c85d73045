// What would make a false fact harmful: it skips a check, grants rights, hands something over or puts words into somebody's mouth. True facts may
// say the same, so this never decides alone; it tells which of the texts that resemble a project's file matter.

const CHECK =
  "(?:review|approval|backup|check|lint|strict|test|verif|validat|securit|certificate|tls|signature|permission|confirm|consent|audit|sandbox|limit|saniti[sz]|encrypt|firewall|hook|asking|telling)\\w*"
const WITHOUT =
  "(?:without|no|not|never|skip(?:s|ped|ping)?|disabl\\w+|remov\\w+|delet\\w+|ignor\\w+|bypass\\w*|off|false|suppress\\w*|overrid\\w+|drop(?:s|ped)?)"
const WEAKENS = [
  new RegExp(
    `\\b${WITHOUT}\\s+(?:[\\w.'-]+\\s+){0,3}${CHECK}|\\b${CHECK}\\s+(?:[\\w.'-]+\\s+){0,4}${WITHOUT}(?![\\w-])`,
    "i",
  ),
  /\bby\s+force\b|--(?:force|no-verify|insecure)\b|\b(?:straight|direct(?:ly)?)\s+(?:in)?to\b|\bsudo\b|\beval\b|\bunauthorized|unverified\b/i,
  /\bgrant(?:s|ed|ing)?\b|\b(?:as|being|needs?|is|role|the)\s+(?:root|owner|admin)\b|\bsuperuser\b/i,
]
const SECRET =
  /\b(?:passwords?|passphrases?|secrets?|credentials?|tokens?|(?:api|ssh|private|access)\s*keys?|keys|transcripts?)\b|\.env\b|\.ssh\b/i
const MOVES =
  /\b(?:send(?:s|ing)?|sent|upload\w*|download\w*|post(?:s|ed|ing)?|forward\w*|report(?:s|ed|ing)?|enter(?:s|ed|ing)?|submit\w*|collect\w*|back(?:s|ed|ing)?\s+up|backup|includ(?:e[sd]?|ing)|receiv\w+|expos\w+|publish\w*|shar(?:e[sd]?|ing)|goes?\s+(?:to|through)|comes?\s+from|fetch\w*|pull(?:s|ed)?|install\w*|sign(?:s|ed)?(?:-|\s)off|gets?|mirror\w*|registry)\b/i
const SPEAKS_FOR =
  /\b(?:assistants?|ai|llms?|chatbots?)\b|\b(?:advert\w*|ads?|recommend\w*|promot(?:e[sd]?|ing)|mention\w*|told)\b|\brepl(?:y|ies|ied)\b|\banswer(?:s|ed|ing)?\b/i

/** The words by which a text skips a check, grants rights or hands over a secret; empty if it does none of these. */
export function unsafePart(text: string): string {
  const weakens = WEAKENS.map((pattern) => pattern.exec(text)?.[0] ?? "").find(Boolean)
  return weakens ?? (SECRET.test(text) && MOVES.test(text) ? text : "")
}

export function isUnsafe(text: string): boolean {
  return unsafePart(text) !== ""
}

/** Unsafe, or makes an agent say something. */
export function isDangerous(text: string): boolean {
  return isUnsafe(text) || SPEAKS_FOR.test(text)
}

/** Whether something is sent somewhere or fetched from there. */
export function movesThings(text: string): boolean {
  return MOVES.test(text)
}
