// Whether an earlier session was about the same thing as a first message. Nobody asked for this line, so it is shown only if it is clear: a card
// must share much more with the message than chance would explain, and clearly more than most other cards.

import { rank } from "../search/ranking.ts"
import { writtenTermsOf } from "../search/search-terms.ts"
import { createTermIndex, type SearchField } from "../search/term-index.ts"
import type { SessionCard } from "../session/session-card.ts"
import { ownLines } from "../text/pasted-text.ts"

/** A longer message brings its own context: a plan, an issue, a log. */
const MAX_MESSAGE = 1500
/** With fewer cards, a rare word cannot be told from a common one. */
const LEAST_CARDS = 3
/** Distinctive words that message and card must share. The same issue address is enough by itself. */
const LEAST_WORDS = 3
/** Measured on recorded projects (`npm run bench -- seen-before`): below it, most hits are chance. */
const LEAST_CONFIDENCE = 2.5
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`)\]]{1,300}/g

/** `cards`: newest first. */
export function seenBefore(
  cards: readonly SessionCard[],
  message: string,
  least = LEAST_CONFIDENCE,
): SessionCard | undefined {
  if (cards.length < LEAST_CARDS || message.length > MAX_MESSAGE) return undefined
  const said = ownLines(message).join("\n")
  const same = sameIssue(cards, said)
  if (same) return same
  const index = createTermIndex(fieldsOf)
  for (const card of cards) index.add(card.session, card)
  const [best] = rank(index, writtenTermsOf(said.replace(ADDRESS, " ")), least)
  return best && best.matched.length >= LEAST_WORDS ? best.document : undefined
}

/** The newest session that was about the very same issue. */
function sameIssue(cards: readonly SessionCard[], said: string): SessionCard | undefined {
  const meant = issuesIn(said)
  if (meant.length === 0) return undefined
  return cards.find(({ asked }) => issuesIn(asked).some((address) => meant.includes(address)))
}

/** Only addresses of issues and changes: a documentation page is read for many reasons. */
const ISSUE = /\/(?:issues|pull|pulls|merge_requests|work_items|browse|tickets?|commit)\/[\w-]{1,60}/

function issuesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).flatMap((address) => ISSUE.exec(address)?.[0] ?? [])
}

function fieldsOf({ asked, more, files }: SessionCard): readonly SearchField[] {
  return [
    { text: asked.replace(ADDRESS, " "), weight: 1 },
    { text: more.replace(ADDRESS, " "), weight: 0.7 },
    { text: files.join("\n"), weight: 0.7 },
  ]
}
