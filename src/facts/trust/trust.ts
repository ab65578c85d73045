// Whether a candidate may enter prompts by itself. No filter can tell a poisoned sentence from a true one, so the judgement goes by where the
// words come from: the user's own are trusted, and what a tool, a file or a page may have put into the assistant's mouth waits for a person.
import type { Candidate, Trust } from "../../model/fact.ts"
import { ownLines } from "../../text/pasted-text.ts"
import { isQuestion, sentencesOf, wordsWithCode } from "../../text/user-text.ts"
import { contentOf, type FactWords, readWords } from "../fact-words.ts"
import { type Prints, printsOf, standsIn } from "./verbatim.ts"

/** What the session has seen. */
export interface Seen {
  readonly userTurns: readonly string[]
  /** What tools, files and pages said. */
  readonly foreign: readonly Prints[]
  /** Whether this turn read the web. */
  readonly readWeb: boolean
  /** Whether this turn was shown a quarantined note: what is written then may be its doing. */
  readonly readQuarantined: boolean
  /** Nobody knows what the conversation held: it was held before this process began. */
  readonly unheard?: boolean
}

export type TrustReason =
  | "user_said"
  | "approved"
  | "own_work"
  | "from_tool"
  | "verbatim"
  | "unheard"
  | "read_web"
  | "read_quarantined"
  | "instructs"
  | "claim_about_user"

export interface TrustVerdict {
  readonly trust: Trust
  readonly reason: TrustReason
}

/** So many of the words that carry the meaning must stand in one sentence of the user's. To an instruction nothing may be added. */
const SAME_CLAIM = 0.6
const SAME_INSTRUCTION = 1
const ABOUT_USER = new Set(["user", "feedback"])

/** Also of words that were on disk before. */
export interface Claim extends Pick<Candidate, "type" | "said"> {
  readonly text: string
  readonly detail?: string | undefined
}

export function judgeTrust(candidate: Claim, seen: Seen): TrustVerdict {
  if (candidate.said === "user") return { trust: "trusted", reason: "user_said" }
  const doubt = candidate.said === "tool" ? "from_tool" : doubtOf(candidate, seen)
  return doubt ? { trust: "quarantined", reason: doubt } : { trust: "trusted", reason: "own_work" }
}

function doubtOf({ text, detail = "", type }: Claim, seen: Seen): TrustReason | undefined {
  const said = (share: number) => userSaysTheSame(text, seen.userTurns, share)
  // What the user has said stands in many places afterwards.
  const isUsers = detail === "" && said(SAME_INSTRUCTION)
  if (isUsers) return undefined
  if (seen.unheard) return "unheard"
  if (standsVerbatim(`${text}\n${detail}`, seen.foreign)) return "verbatim"
  if (seen.readWeb) return "read_web"
  if (seen.readQuarantined) return "read_quarantined"
  if (instructsAgent(detail) || !saysAllOrders(text, seen.userTurns)) return "instructs"
  return ABOUT_USER.has(type) && !said(SAME_CLAIM) ? "claim_about_user" : undefined
}

/** Of a whole note, or of what is put into one: each of its sentences that tells an agent what to do must be the user's. */
export function judgeNote(text: string, seen: Seen, name = ""): TrustVerdict {
  // A name stands in the index lines of prompts.
  const doubt = standsVerbatim(name.replace(/[-_./]+/g, " "), seen.foreign) ? "verbatim" : noteDoubt(text, seen)
  return doubt ? { trust: "quarantined", reason: doubt } : { trust: "trusted", reason: "own_work" }
}

function noteDoubt(text: string, seen: Seen): TrustReason | undefined {
  if (seen.unheard) return "unheard"
  if (standsVerbatim(text, seen.foreign)) return "verbatim"
  if (seen.readWeb) return "read_web"
  if (seen.readQuarantined) return "read_quarantined"
  return saysAllOrders(text, seen.userTurns) ? undefined : "instructs"
}

/** Whether each clause that tells an agent what to do is the user's. Only a space ends a clause: `./check` is one word. */
function saysAllOrders(text: string, userTurns: readonly string[]): boolean {
  const orders = [...new Set(text.split(ORDER_END))].filter(instructsAgent)
  const statements = orders.length > 0 ? statementsIn(userTurns) : []
  return orders.every((order) => saysTheSame(order, statements, SAME_INSTRUCTION))
}

const ORDER_END = /[.;:!?](?=\s|$)|[。！？；：]|\n+|,\s?(?=(?:and|then|please)\s)/

/** Of the words that carry a text's meaning, so many stand in one that it may be retold from. */
const RETOLD = 0.7

/** Whether a text may be another one in other words; `theirs` are the words that carry that one's meaning. */
export function resemblesWords(text: string, theirs: ReadonlySet<string>): boolean {
  const content = contentOf(readWords(text))
  return content.size > 0 && [...content].filter((word) => theirs.has(word)).length >= RETOLD * content.size
}

/** The words that carry a text's meaning. */
export function meaningOf(text: string): Set<string> {
  return contentOf(readWords(text))
}

function standsVerbatim(text: string, others: readonly Prints[]): boolean {
  const prints = printsOf(text)
  return others.some((other) => standsIn(prints, other))
}

/** In the user's own words: not in a question, a quotation or a paste. */
export function userSaysTheSame(text: string, userTurns: readonly string[], share: number): boolean {
  return saysTheSame(text, statementsIn(userTurns), share)
}

function statementsIn(userTurns: readonly string[]): Statement[] {
  return userTurns.flatMap((turn) =>
    sentencesOf(ownLines(turn))
      .filter((sentence) => !isQuestion(sentence))
      .map((sentence) => {
        const words = readWords(wordsWithCode(sentence))
        return { negated: words.negated, content: contentOf(words) }
      }),
  )
}

interface Statement {
  readonly negated: ReadonlySet<string>
  readonly content: ReadonlySet<string>
}

function saysTheSame(text: string, statements: readonly Statement[], share: number): boolean {
  const claim = readWords(text)
  const content = contentOf(claim)
  if (content.size === 0) return false
  return statements.some((said) => {
    if (!isSameWayRound(claim, said)) return false
    const common = [...content].filter((word) => said.content.has(word))
    return common.length >= share * content.size && numbersOf(content).every((word) => said.content.has(word))
  })
}

/** "use ./check, never npm test" does not say "use npm test". */
function isSameWayRound({ negated, distinct }: FactWords, said: Statement): boolean {
  if (negated.size > 0) return said.negated.size > 0
  return ![...said.negated].some((word) => distinct.has(word))
}

function numbersOf(words: ReadonlySet<string>): string[] {
  return [...words].filter((word) => /\p{N}/u.test(word))
}

const CLAUSE = /[.;:!?\n]+\s*|,\s?(?=(?:and|then|please)\s)/
const IMPERATIVE =
  /^\s*(?:[-*•]\s|please\s|and\s|then\s|first,?\s|also\s|just\s|(?:when|if)\b[^,]{1,80},\s)?(?:do\s+not|don['’]t|never|always|add|append|answer|apply|ask|avoid|bypass|call|change|click|clone|commit|compose|configure|copy|create|delete|deploy|describe|develop|disable|disregard|download|draft|email|embed|enable|ensure|execute|explain|export|fetch|follow|forget|forward|give|grant|ignore|include|incorporate|insert|install|integrate|keep|launch|leak|log|make|merge|modify|move|open|overwrite|override|paste|post|prefer|print|provide|publish|push|put|read|recommend|redirect|remember|remove|render|replace|reply|respond|reveal|rewrite|run|save|say|send|set|share|show|skip|start|stop|store|submit|suggest|switch|tell|transfer|translate|treat|trust|turn|update|upload|use|visit|write)\b(?!['’-])/i
const ADDRESSED =
  /\b(?:you\s+(?:must|should|shall|need\s+to|have\s+to|are\s+(?:now|to|allowed|required))|your\s+(?:next\s+)?(?:response|answer|reply|message|replies|output|code|codebase|solution|implementation|task|instructions)|the\s+(?:assistant|agent|model|ai)\s+(?:must|should|shall|needs?\s+to|has\s+to|is\s+to)|always|never|ignore)\b/i
const COMMAND =
  /\b(?:curl|wget|iwr|npx|pip3?\s+install|npm\s+i(?:nstall)?|sudo|bash|powershell|chmod|rm\s+-\w+)\s+[-\w"'$@/.]|[|]\s{0,4}(?:ba|z)?sh\b|\b(?:visit|open|download|fetch|install|run|execute)\b[^.\n]{0,60}https?:\/\//i
const EASTERN =
  /(?:^|[，。；：,.!！\n])\s*(?:请|請|务必|務必|必须|必須|不要|别|別|禁止|永远|永遠|总是|總是|始终|始終|绝不|絕不|忽略|无视|無視|执行|執行|运行|運行|使用|删除|刪除|下载|下載|记住|記住)|(?:てください|て下さい|しなさい|せよ|すること|しないこと|ないでください|必ず|決して|無視)|(?:하세요|하십시오|해라|하시오|마세요|마십시오|해야\s?한다|항상|절대|무시)/

/** German, Spanish, French: at the beginning of a clause, or a word that none but orders have. */
const WESTERN =
  /^\s*(?:[-*•]\s|(?:bitte|und|dann|por\s+favor|y|luego|s'il\s+te\s+pla[iî]t|et|puis)[\s,]+)?(?:verwende[nt]?|benutze[nt]?|nutze[nt]?|führe[nt]?|installiere[nt]?|lösche[nt]?|entferne[nt]?|ignoriere[nt]?|antworte[nt]?|schreibe?[nt]?|sende[nt]?|schicke?[nt]?|lade[nt]?|öffne[nt]?|starte[nt]?|rufe?[nt]?|vermeide[nt]?|setze[nt]?|füge?[nt]?|speichere?[nt]?|vertraue[nt]?|usa|use|utiliza|ejecuta|instala|borra|elimina|ignora|responde|escribe|envía|descarga|abre|evita|añade|guarda|llama|confía|utilise[rz]?|exécute[rz]?|installe[rz]?|supprime[rz]?|réponds|écris|envoie|envoyez|télécharge[rz]?|ouvre|ouvrez|évite[rz]?|ajoute[rz]?|appelle)(?!\p{L})|(?<!\p{L})(?:immer|niemals|du\s+(?:musst|sollst|darfst)|siempre|nunca|jamás|debes|tienes\s+que|toujours|jamais|tu\s+dois)(?!\p{L})/iu

/** A fact with its body is shorter. */
const MAX_LOOKED_AT = 8000

/** Whether the text tells its reader what to do. */
export function instructsAgent(text: string): boolean {
  const short = text.slice(0, MAX_LOOKED_AT).replace(/[^\S\n]+/g, " ")
  return (
    short.split(CLAUSE).some((clause) => IMPERATIVE.test(clause) || WESTERN.test(clause)) ||
    [ADDRESSED, COMMAND, EASTERN].some((pattern) => pattern.test(short))
  )
}
