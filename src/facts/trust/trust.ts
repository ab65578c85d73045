// Whether a text may enter prompts without a person's approval: one list of steps for every writer, and the first that matches decides. No filter
// can tell a poisoned sentence from a true one, so the steps go by where the words come from. Each step has its own file.
import { type Candidate, FACTS_FOLDER, type Trust } from "../../model/fact.ts"
import { MAX_FACT } from "../../model/fact-text.ts"
import { stripHidden } from "../../text/hidden-text.ts"
import { sentencesIn } from "../../text/sentence-end.ts"
import { isAboutUser, speaksOfUser } from "./about-user.ts"
import { isShortCopy, isVerbatim } from "./copied-text.ts"
import { isUnsafe, unsafePart } from "./danger.ts"
import { type Grounds, isGrounded, isProjectsOwn, noGrounds, oneCommand } from "./grounds.ts"
import { commandsNamedIn, outwardIn } from "./named-things.ts"
import { ordersIn } from "./order.ts"
import { comesFromOutside, isOfPaste, resemblesOutside } from "./resemblance.ts"
import type { SeenText } from "./seen-text.ts"
import { type Statement, toldStatements, typedStatements, wishesOf } from "./statement.ts"
import { claimsNothing, isAllOfOne, isHalfMeant, isMeant, isOrdered, isSaid } from "./typed-words.ts"
import { isVouched, withoutContrast } from "./vouched.ts"

/** What the session has seen. */
export interface Seen {
  /** What the user typed, one entry per message. */
  readonly userTurns: readonly string[]
  /** The messages that the writer names as its source. */
  readonly named?: readonly string[]
  readonly outside: readonly SeenText[]
  /** Whether this turn read text that strangers may have written. */
  readonly readWeb: boolean
  /** Whether this turn was shown a quarantined note, which may have prompted the write. */
  readonly readQuarantined: boolean
  /** What the conversation contained is unknown: it took place before this process started. */
  readonly unheard?: boolean
  /** Addresses that the agent itself chose to fetch. */
  readonly fetched?: readonly string[]
  /** Command lines that ran here. */
  readonly ran?: readonly string[]
  /** Whether the user asked for something to be written down. */
  readonly asked?: boolean
}

export type TrustReason =
  | "user_said"
  | "approved"
  | "own_work"
  | "from_tool"
  | "verbatim"
  | "short_copy"
  | "unheard"
  | "read_web"
  | "read_quarantined"
  | "instructs"
  | "claim_about_user"
  | "resembles"

export interface TrustVerdict {
  readonly trust: Trust
  readonly reason: TrustReason
}

/** A fact, or text written to a note. */
export interface Claim extends Pick<Candidate, "type" | "said"> {
  readonly text: string
  readonly detail?: string | undefined
  /** The note written to; a fact has none, because its path is derived from its text. Index lines show the path. */
  readonly note?: NoteWritten | undefined
}

interface NoteWritten {
  readonly path: string
  readonly isNew: boolean
  readonly isGlobal?: boolean | undefined
  /** The words were judged when they were written; only what the session has read since matters. */
  readonly wasJudged?: boolean | undefined
}

export function judgeTrust(given: Claim, seen: Seen, grounds: Grounds = noGrounds): TrustVerdict {
  const claim = asShown(given)
  const typed = seen.userTurns.map(typedStatements)
  const wishes = typed.map(wishesOf)
  const words = wordsOf(claim)
  // 1. The user's own words.
  if (claim.said === "user" || isAllTyped(claim, typed.flat(), wishes.flat())) return trusted("user_said")
  if (claim.said === "tool") return quarantined("from_tool")
  if (seen.unheard) return quarantined("unheard")
  // 2. Copied from outside, even if asked for.
  if (isVerbatim(words, seen.outside)) return quarantined("verbatim")
  const own = ownNames(seen)
  const sentences = checkedPieces(words)
  if (sentences.some((sentence) => isShortCopy(sentence, seen.outside, own))) return quarantined("short_copy")
  // 3. An order must be the user's, or one that the project gives to every agent.
  const isTainted = seen.readWeb || seen.readQuarantined
  const named = isTainted ? [] : (seen.named ?? [])
  const isOutside = (words: string) => comesFromOutside(words, seen.outside)
  const isVouchedFor = (one: string) => isNamed(one, claim, named, isOutside)
  const orders = ordersOf(claim).filter((order) => !isCovered(order, { typed, seen, grounds }))
  if (orders.some((order) => !isWish(order, claim, { wishes, own, isVouchedFor }))) return quarantined("instructs")
  // 4. Claims about the user, and orders that the user gave only in part.
  const claims = [...orders, ...claimsAboutUser(claim)]
  const isConfirmed = claims.every((one) => isMeant(one, wishes, isTainted) || isVouchedFor(one))
  if (isFact(claim) && isAboutUser(claim.type) && isAllMeant(claim, claims, wishes)) return trusted("user_said")
  // 5. Outside text in other words. In a turn that read strangers' text, anything could be that.
  if (isConfirmed && isFetchedAddress(claim, seen)) return trusted("own_work")
  if (seen.readWeb) return quarantined("read_web")
  if (seen.readQuarantined) return quarantined("read_quarantined")
  if (sentences.some((sentence) => resemblesOutside(sentence, seen.outside, grounds.text, own)))
    return quarantined("resembles")
  // What step 4 could not confirm waits for the user's word; notes have no such state.
  if (!isConfirmed) return { trust: isFact(claim) ? "unconfirmed" : "quarantined", reason: "claim_about_user" }
  // What a paste says is never global, even if the user asked to keep it. A fact is kept for the project instead.
  if (!isFact(claim) && claim.note?.isGlobal && isOfPaste(words, seen.outside)) return quarantined("resembles")
  // 6. The agent's own work.
  return trusted("own_work")
}

/** A prompt shows it without hidden characters; with one inside a word, an order would not be recognised. */
function asShown({ text, detail, ...rest }: Claim): Claim {
  return { ...rest, text: stripHidden(text).text, ...(detail !== undefined && { detail: stripHidden(detail).text }) }
}

/** Every word of the claim and its reason is the user's; then it does not matter what else was read. */
function isAllMeant({ detail = "" }: Claim, claims: readonly string[], wishes: readonly Statement[][]): boolean {
  const reasons = detail.trim() === "" ? [] : checkedPieces(detail)
  return [...claims, ...reasons].every((one) => isMeant(one, wishes, true))
}

/** In messages that the writer names, fewer words are enough. A claim that skips a check needs a message that does so too. */
function isNamed(
  claim: string,
  { type }: Claim,
  named: readonly string[],
  isOutside: (words: string) => boolean,
): boolean {
  const isRisky = isUnsafe(withoutContrast(claim))
  return named
    .filter((message) => !isRisky || toldStatements(message).some(({ text }) => isUnsafe(text)))
    .some((message) => isVouched({ text: claim, type }, message, isOutside))
}

function trusted(reason: TrustReason): TrustVerdict {
  return { trust: "trusted", reason }
}

function quarantined(reason: TrustReason): TrustVerdict {
  return { trust: "quarantined", reason }
}

function isFact({ note }: Claim): boolean {
  return note === undefined
}

function isAllTyped(claim: Claim, typed: readonly Statement[], wishes: readonly Statement[]): boolean {
  const { text, detail, note } = claim
  if (detail || note || !ordersIn(text).every((order) => isOrdered(order, typed))) return false
  if (claimsAboutUser(claim).length === 0) return isSaid(text, typed)
  return isSaid(text, wishes) || (!speaksOfUser(text) && isAllOfOne(text, typed))
}

function wordsOf(claim: Claim): string {
  return [...namesOf(claim), claim.text, claim.detail ?? ""].filter(Boolean).join("\n")
}

/** More than any fact has, and nearly any note of the usual size. */
const MAX_SENTENCES = 80

/** One by one, because among many others a single sentence would go unnoticed; a short text also as a whole. */
function checkedPieces(words: string): string[] {
  const whole = words.length <= MAX_FACT ? [words] : []
  return [...new Set([...whole, ...sentencesIn(words)])].slice(0, MAX_SENTENCES)
}

/** Folder and file name as words. An existing note's name was judged when it was created. */
function namesOf({ note }: Claim): string[] {
  if (!note?.isNew || note.path.startsWith(`${FACTS_FOLDER}/`)) return []
  return note.path
    .replace(/\.md$/, "")
    .split("/")
    .map((part) => part.replace(/[-_.]+/g, " "))
}

/** "log" and "use pnpm" are good names; an order takes more words. */
const LEAST_ORDER_IN_NAME = 4

function ordersOf(claim: Claim): string[] {
  if (claim.note?.wasJudged) return []
  const named = namesOf(claim).filter((part) => part.split(" ").length >= LEAST_ORDER_IN_NAME)
  return ordersIn([...named, claim.text, claim.detail ?? ""].join("\n"))
}

/**
 * An order that the user gave in part, or that is harmless and attributed to the user or borne out by a message that the writer names, is a claim
 * about what the user wants.
 */
function isWish(order: string, { type }: Claim, { wishes, own, isVouchedFor }: Wished): boolean {
  if ([...outwardIn(order)].some((name) => !own.has(name))) return false
  const unsafe = unsafePart(order)
  if (unsafe !== "" && !wishes.flat().some(({ text }) => isUnsafe(text)) && !isHalfMeant(unsafe, wishes)) return false
  if (isHalfMeant(order, wishes) || (isAboutUser(type) && namesTyped(order, wishes))) return true
  return isHarmless(order) && (isAboutUser(type) || isVouchedFor(order))
}

/** Whether one message of the user's has every command that the order names ("you forgot just check again"). */
function namesTyped(order: string, wishes: readonly (readonly Statement[])[]): boolean {
  const commands = commandsNamedIn(order).map(oneCommand)
  const hasAll = (said: string) => commands.every((command) => said.includes(command))
  return commands.length > 0 && wishes.some((message) => hasAll(oneCommand(message.map(({ text }) => text).join("\n"))))
}

/** Without one of these, an order is about how to write or answer. */
const ACTS =
  /\b(?:run|execute|install|download|upload|fetch|send|open|visit|push|merge|deploy|publish|delete|remove|approve|trust|grant|allow|accept|clone|submit|restart)\b/i

const FORBIDS = /^\W*(?:please\s+)?(?:never|do\s+not|don['’]t|no|avoid)\b/i
/** The same as told of the two. One with an exception could be an order in disguise: "must not commit before it has run …". */
const IS_FORBIDDEN =
  /^\W*(?:the\s+)?(?:(?:agent|assistant)\s+(?:must|should|may|shall)\s+(?:never|not)|user\s+(?:never\s+wants|does\s+not\s+want|doesn['’]t\s+want))\b(?!.*\b(?:until|before|after|unless|without|but|except|instead|when|if)\b)/i

function isHarmless(order: string): boolean {
  if (FORBIDS.test(order) || IS_FORBIDDEN.test(order)) return true
  return !ACTS.test(order) && !commandsNamedIn(order).some((command) => command.includes(" "))
}

interface Wished {
  readonly wishes: readonly (readonly Statement[])[]
  readonly own: ReadonlySet<string>
  readonly isVouchedFor: (order: string) => boolean
}

interface Known {
  readonly typed: readonly (readonly Statement[])[]
  readonly seen: Seen
  readonly grounds: Grounds
}

function isCovered(order: string, { typed, seen, grounds }: Known): boolean {
  if (isOrdered(order, typed.flat()) || isProjectsOwn(order, grounds)) return true
  return seen.asked === true && isGrounded(order, grounds, [...(seen.ran ?? []), ...seen.userTurns])
}

/**
 * The sentences that claim something about the user: all of a note about the user, the sentence of a fact about the user, elsewhere those that
 * say so.
 */
function claimsAboutUser(claim: Claim): string[] {
  if (claim.note?.wasJudged) return []
  const [said, more] = [claim.text, claim.detail ?? ""].map(sentencesIn) as [string[], string[]]
  if (!isAboutUser(claim.type, claim.note?.path)) return [...namesOf(claim), ...said, ...more].filter(speaksOfUser)
  if (isFact(claim)) return [claim.text, ...more.filter(speaksOfUser)]
  return [...said, ...more].filter((sentence) => !claimsNothing(sentence))
}

function ownNames({ fetched = [], userTurns }: Seen): Set<string> {
  return new Set([...fetched, ...userTurns].flatMap((text) => [...outwardIn(text)]))
}

const MAX_AROUND_ADDRESS = 8

/** Only says where something is: an address that the agent fetched, with a short name for it. */
function isFetchedAddress({ text, detail = "" }: Claim, { fetched = [] }: Seen): boolean {
  const address = fetched.find((one) => text.includes(one))
  if (address === undefined || detail !== "") return false
  const rest = text.replaceAll(address, " ")
  return outwardIn(rest).size === 0 && rest.split(/\s+/).filter(Boolean).length <= MAX_AROUND_ADDRESS
}
