// What a false fact would have an agent do to somebody's harm: leave a check out, hand over a secret, speak for somebody. A true one may say the
// same, so this alone decides nothing; of a text that resembles what a project's file says, it tells which ones matter.

const WEAKENS =
  /\b(?:skip(?:s|ped|ping)?|bypass\w*|disabl(?:e[sd]?|ing)|circumvent\w*|suppress\w*|overrid\w+|(?:turn|switch|is|are|be|been)(?:s|ed|ing)?\s+(?:\w+\s+){0,3}off|forc(?:e[ds]?|ing)|unverified|insecure|unauthorized|sudo|(?:straight|direct(?:ly)?)\s+(?:in)?to|without\s+(?:an?\s+|any\s+)?(?:\w+\s+)?(?:reviews?|approvals?|backups?|checks?|checking|verification|tests?|confirmation|permission|consent|asking|telling)|no\s+(?:reviews?|approvals?|backups?|checks?|verification|confirmation|permission)|(?:reviews?|approvals?|backups?|checks?|confirmation|permission)\s+(?:is|are)\s+(?:not|never|optional|unnecessary|superfluous))(?![\w-])|--(?:force|no-verify|insecure)\b/i
const SECRET =
  /\b(?:passwords?|passphrases?|secrets?|credentials?|tokens?|(?:api|ssh|private|access)\s*keys?|keys)\b|\.env\b|\.ssh\b/i
const HANDS_OVER =
  /\b(?:send(?:s|ing)?|sent|upload\w*|post(?:s|ed|ing)|forward\w*|report(?:s|ed|ing)?|enter(?:s|ed|ing)?|submit\w*|collect\w*|back(?:s|ed|ing)?\s+up|backup|includ(?:e[sd]?|ing)|contains?|receiv\w+|expos\w+|publish\w*|shar(?:e[sd]?|ing))\b/i
const SPEAKS_FOR =
  /\b(?:assistants?|agents?|ai|llms?|chatbots?)\b|\b(?:advert\w*|ads?|recommend\w*|promot(?:e[sd]?|ing))\b|\brepl(?:y|ies|ied)\b|\banswer(?:s|ed|ing)?\b/i

/** Leaves out a check, or hands over a secret. */
export function isUnsafe(text: string): boolean {
  return WEAKENS.test(text) || (SECRET.test(text) && HANDS_OVER.test(text))
}

/** The same, and what would have an agent say something. */
export function isDangerous(text: string): boolean {
  return isUnsafe(text) || SPEAKS_FOR.test(text)
}
