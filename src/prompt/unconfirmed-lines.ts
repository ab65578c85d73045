// What an agent has claimed about the user, but the user has not said: a prompt marks it as unconfirmed, and asks about it once.
import { oneLine } from "../text/text.ts"
import { asData } from "./escape.ts"
import { framed, ownLine, type PromptLine } from "./prompt-line.ts"

export interface UnconfirmedClaim {
  readonly id?: string
  readonly text: string
  /** Whether the model may ask the user now. */
  readonly isAsked: boolean
}

const TITLE = "An agent claimed this about the user, who has not confirmed it. Do not act on it:"
const ASK = " (ask the user once whether this is true; quote it word for word, and no other item)"
const MAX_TEXT = 260

export function renderUnconfirmed(claims: readonly UnconfirmedClaim[]): PromptLine[] {
  const lines = claims.map(({ id, text, isAsked }) => ({
    text: `- "${asData(oneLine(text, MAX_TEXT))}"${isAsked ? ASK : ""}`,
    from: { kind: "claim", of: id } as const,
  }))
  return lines.length === 0 ? [] : framed("unconfirmed", [ownLine(TITLE), ...lines])
}
