// Whether a text may enter prompts by itself: one list for every writer, and the first match wins. No filter can tell a poisoned sentence from a
// true one, so the list goes by where the words come from. What each step asks is in a file of its own.
import { type Candidate, FACTS_FOLDER, type Trust } from "../../model/fact.ts"
import { MAX_FACT } from "../../model/fact-text.ts"
import { isAboutUser, speaksOfUser } from "./about-user.ts"
import { isShortCopy, isVerbatim } from "./copied-text.ts"
import { isUnsafe, unsafePart } from "./danger.ts"
import { type Grounds, isGrounded, isProjectsOwn, noGrounds } from "./grounds.ts"
import { commandsNamedIn, outwardIn } from "./named-things.ts"
import { ordersIn } from "./order.ts"
import { resemblesOutside } from "./resemblance.ts"
import type { SeenText } from "./seen-text.ts"
import { type Statement, typedStatements, wishesOf } from "./statement.ts"
import {
  claimsNothing,
  isAllOfOne,
  isBacked,
  isForbidden,
  isHalfMeant,
  isMeant,
  isOrdered,
  isSaid,
  withoutContrast,
} from "./typed-words.ts"

/** What the session has seen. */
export interface Seen {
  /** What the user typed, a message each. */
  readonly userTurns: readonly string[]
  /** Those of them that the writer names as where it has this from. */
  readonly named?: readonly string[]
  readonly outside: readonly SeenText[]
  /** Whether this turn read what strangers may have written. */
  readonly readWeb: boolean
  /** Whether this turn was shown a quarantined note: what is written then may be its doing. */
  readonly readQuarantined: boolean
  /** Nobody knows what the conversation held: it was held before this process began. */
  readonly unheard?: boolean
  /** Addresses that the agent itself asked for. */
  readonly fetched?: readonly string[]
  /** Command lines that ran here. */
  readonly ran?: readonly string[]
  /** Whether the user has asked for something to be written down. */
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

/** A fact, or what is put into a note. */
export interface Claim extends Pick<Candidate, "type" | "said"> {
  readonly text: string
  readonly detail?: string | undefined
  /** What it is put into; a fact, which is named by what it says, has none. Index lines show the path. */
  readonly note?: NoteWritten | undefined
}

interface NoteWritten {
  readonly path: string
  readonly isNew: boolean
  /** Its words were judged when they were written; only what the session has seen since is asked. */
  readonly wasJudged?: boolean | undefined
}

export function judgeTrust(claim: Claim, seen: Seen, grounds: Grounds = noGrounds): TrustVerdict {
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
  const sentences = sentencesOf(words)
  if (sentences.some((sentence) => isShortCopy(sentence, seen.outside, own))) return quarantined("short_copy")
  // 3. An order: of the user, or of what the project itself tells every agent.
  const orders = ordersOf(claim).filter((order) => !isCovered(order, { typed, seen, grounds }))
  if (orders.some((order) => !isWish(order, claim, { wishes, own }))) return quarantined("instructs")
  // 4. A claim about the user, and what of an order he has said only in part.
  const claims = [...orders, ...claimsAboutUser(claim)]
  const isTainted = seen.readWeb || seen.readQuarantined
  const named = isTainted ? [] : (seen.named ?? []).map(typedStatements)
  const isConfirmed = claims.every((one) => isMeant(one, wishes, isTainted) || isNamed(one, named))
  if (isFact(claim) && isAboutUser(claim.type) && isAllMeant(claim, claims, wishes)) return trusted("user_said")
  // 5. Outside text in other words; in a turn that has read what strangers wrote, anything may be.
  if (isConfirmed && isFetchedAddress(claim, seen)) return trusted("own_work")
  if (seen.readWeb) return quarantined("read_web")
  if (seen.readQuarantined) return quarantined("read_quarantined")
  if (sentences.some((sentence) => resemblesOutside(sentence, seen.outside, grounds.text)))
    return quarantined("resembles")
  // What step 4 could not confirm waits for the user's word; a note has no such state.
  if (!isConfirmed) return { trust: isFact(claim) ? "unconfirmed" : "quarantined", reason: "claim_about_user" }
  // 6. The agent's own work.
  return trusted("own_work")
}

/** Every word of it and of its reason is the user's: then it does not matter what else was read. */
function isAllMeant({ detail = "" }: Claim, claims: readonly string[], wishes: readonly Statement[][]): boolean {
  const reasons = detail.trim() === "" ? [] : sentencesOf(detail)
  return [...claims, ...reasons].every((one) => isMeant(one, wishes, true))
}

/** In messages that the writer names fewer words are enough; who leaves out a check must have named that, too. */
function isNamed(claim: string, named: readonly (readonly Statement[])[]): boolean {
  const fit = isUnsafe(withoutContrast(claim))
    ? named.filter((message) => message.some(({ text }) => isUnsafe(text)))
    : named
  return isBacked(claim, fit) || (FORBIDS.test(claim) && isForbidden(claim, fit))
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

/** More than these a fact has never, and a note of the usual size hardly. */
const MAX_SENTENCES = 80

/** Each for itself: among many others one would not be seen. A fact is short, and its sentences belong together. */
function sentencesOf(words: string): string[] {
  const sentences = words.split(SENTENCE_END).filter((sentence) => sentence.trim() !== "")
  const whole = words.length <= MAX_FACT ? [words] : []
  return [...new Set([...whole, ...sentences])].slice(0, MAX_SENTENCES)
}

/** Folders and file as words. A name that the note had before was judged then. */
function namesOf({ note }: Claim): string[] {
  if (!note?.isNew || note.path.startsWith(`${FACTS_FOLDER}/`)) return []
  return note.path
    .replace(/\.md$/, "")
    .split("/")
    .map((part) => part.replace(/[-_.]+/g, " "))
}

/** "log" and "use pnpm" name a note well; an order takes more words. */
const LEAST_ORDER_IN_NAME = 4

function ordersOf(claim: Claim): string[] {
  if (claim.note?.wasJudged) return []
  const named = namesOf(claim).filter((part) => part.split(" ").length >= LEAST_ORDER_IN_NAME)
  return ordersIn([...named, claim.text, claim.detail ?? ""].join("\n"))
}

/** An order that the user has given in part, or that is attributed to the user and harms nobody, is a claim about what the user wants. */
function isWish(order: string, { type }: Claim, { wishes, own }: Wished): boolean {
  if ([...outwardIn(order)].some((name) => !own.has(name))) return false
  const unsafe = unsafePart(order)
  if (unsafe !== "" && !wishes.flat().some(({ text }) => isUnsafe(text)) && !isHalfMeant(unsafe, wishes)) return false
  return isHalfMeant(order, wishes) || (isAboutUser(type) && isHarmless(order))
}

/** How to write or answer, and what not to do. */
const ACTS =
  /\b(?:run|execute|install|download|upload|fetch|send|open|visit|push|merge|deploy|publish|delete|remove|approve|trust|grant|allow|accept|clone|submit|restart)\b/i

const FORBIDS = /^\W*(?:please\s+)?(?:never|do\s+not|don['’]t|no|avoid)\b/i

function isHarmless(order: string): boolean {
  if (FORBIDS.test(order)) return true
  return !ACTS.test(order) && !commandsNamedIn(order).some((command) => command.includes(" "))
}

interface Wished {
  readonly wishes: readonly (readonly Statement[])[]
  readonly own: ReadonlySet<string>
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

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/

/** The sentences that claim something about the user: each of a note about him, and the sentence of such a fact. */
function claimsAboutUser(claim: Claim): string[] {
  if (claim.note?.wasJudged) return []
  const sentencesIn = (text: string) => text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== "")
  const [said, more] = [claim.text, claim.detail ?? ""].map(sentencesIn) as [string[], string[]]
  if (!isAboutUser(claim.type, claim.note?.path)) return [...namesOf(claim), ...said, ...more].filter(speaksOfUser)
  if (isFact(claim)) return [claim.text, ...more.filter(speaksOfUser)]
  return [...said, ...more].filter((sentence) => !claimsNothing(sentence))
}

function ownNames({ fetched = [], userTurns }: Seen): Set<string> {
  return new Set([...fetched, ...userTurns].flatMap((text) => [...outwardIn(text)]))
}

const MAX_AROUND_ADDRESS = 8

/** Nothing but where something is: an address that the agent asked for, and what it calls it. */
function isFetchedAddress({ text, detail = "" }: Claim, { fetched = [] }: Seen): boolean {
  const address = fetched.find((one) => text.includes(one))
  if (address === undefined || detail !== "") return false
  const rest = text.replaceAll(address, " ")
  return outwardIn(rest).size === 0 && rest.split(/\s+/).filter(Boolean).length <= MAX_AROUND_ADDRESS
}
