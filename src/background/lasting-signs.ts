// The signs by which a proposal is weighed: its words and those of the sentences that it comes from, alone and in pairs, who said them, and what the gate
// thinks of its form. No sign decides by itself.
import { likelyJunk, plainJunk } from "../facts/junk.ts"
import { EASTERN } from "../text/script.ts"
import { closestSentences } from "./closest-sentences.ts"

export interface ProposedClaim {
  readonly text: string
  readonly type: string
}

export interface ClaimSource {
  readonly role: "user" | "assistant"
  readonly text: string
}

const LETTER = `(?![${EASTERN}])\\p{L}`
/** Words, numbers, punctuation marks; in a script without spaces each letter. */
const TOKEN = new RegExp(`(?:${LETTER})+(?:['’](?:${LETTER})+)?|\\p{N}+|[?!.,;:\\n]|[^\\x00-\\x7f]`, "gu")
const MOST_TOKENS = 80
/** For the gate, which reads short texts. */
const SHORT = 300

/** The signs of a proposal, for any message that it may come from. */
export function lastingSigns({ text, type }: ProposedClaim): (source: ClaimSource) => Set<string> {
  const claimed = tokensOf(text)
  const own = [
    `as ${type}`,
    ...wordSigns("claim", claimed.slice(0, MOST_TOKENS)),
    `plain: ${plainJunk(text)}`,
    `likely: ${likelyJunk(text, type)}`,
  ]
  return ({ role, text: message }) => {
    const { said, near } = passageAbout(text, message)
    return new Set([
      ...own,
      `by ${role}`,
      `by ${role} as ${type}`,
      ...wordSigns("said", around(tokensOf(said), new Set(claimed))),
      ...wordSigns("near", tokensOf(near).slice(0, MOST_TOKENS)),
      `likely said: ${likelyJunk(said.slice(0, SHORT))}`,
    ])
  }
}

function tokensOf(text: string): string[] {
  const tokens = text.normalize("NFC").match(TOKEN) ?? []
  return tokens.map((token) => (/^\p{N}/u.test(token) ? "0" : token.toLowerCase().replace("’", "'")))
}

function wordSigns(where: string, tokens: readonly string[]): string[] {
  const [first, second] = tokens
  const pairs = tokens.slice(1).map((token, at) => `${where} ${tokens[at]} ${token}`)
  const beginning = [first && `${where} ^ ${first}`, second && `${where} ^ ${first} ${second}`]
  return [...tokens.map((token) => `${where} ${token}`), ...pairs, ...beginning.filter((sign) => sign !== undefined)]
}

/** In a message without full stops the claim may come from the end. */
function around(tokens: readonly string[], claimed: ReadonlySet<string>): readonly string[] {
  if (tokens.length <= MOST_TOKENS) return tokens
  const at = tokens.findIndex((token) => token.length > 3 && claimed.has(token))
  const from = Math.max(0, Math.min(at - MOST_TOKENS / 2, tokens.length - MOST_TOKENS))
  return tokens.slice(from, from + MOST_TOKENS)
}

/** The sentences closest to the claim, and those beside them: the rest of a message is about something else. */
function passageAbout(claim: string, message: string): { readonly said: string; readonly near: string } {
  const { all, closest, shared } = closestSentences(claim, message)
  if (shared === 0) return { said: message, near: "" }
  const isBeside = (at: number) => !closest.has(at) && (closest.has(at - 1) || closest.has(at + 1))
  const joined = (isMeant: (at: number) => boolean) =>
    all
      .filter((_, at) => isMeant(at))
      .map(({ text }) => text)
      .join(" ")
  return { said: joined((at) => closest.has(at)), near: joined(isBeside) }
}
