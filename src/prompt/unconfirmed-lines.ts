// What an agent has claimed about the user and he has not said: a prompt shows it as that, and asks about it once.
import { oneLine } from "../text/text.ts"
import { asData } from "./escape.ts"

export interface UnconfirmedClaim {
  readonly text: string
  /** Whether the model may ask the user now. */
  readonly isAsked: boolean
}

const TITLE = "An agent claimed this about the user, who has not confirmed it. Do not act on it:"
const ASK = " (ask the user once whether this is true; quote it word for word, and no other item)"
const MAX_TEXT = 260

export function renderUnconfirmed(claims: readonly UnconfirmedClaim[]): string {
  if (claims.length === 0) return ""
  const lines = claims.map(({ text, isAsked }) => `- "${asData(oneLine(text, MAX_TEXT))}"${isAsked ? ASK : ""}`)
  return ["<unconfirmed>", TITLE, ...lines, "</unconfirmed>"].join("\n")
}
