// What in a project backs an order besides the user's own words: the instruction files that the host feeds to every model, and the scripts that
// the project defines. A README or other prose backs nothing.
import { commandsNamedIn, outwardIn } from "./named-things.ts"
import type { Statement } from "./statement.ts"
import { isSaid } from "./typed-words.ts"

export interface Grounds {
  /** From the instruction files. */
  readonly statements: readonly Statement[]
  /** Command lines that package.json, Makefile or CI define, as one would type them. */
  readonly scripts: ReadonlySet<string>
  /** All text of these files, folded, and what the scripts run. */
  readonly text: string
}

export const noGrounds: Grounds = { statements: [], scripts: new Set(), text: "" }

const RUNS =
  /^\s*(?:[-*•]\s+|please\s+|first,?\s+|then\s+|also\s+|(?:when|if|before|after)\b[^,]{1,80},\s+)?(?:run|use|execute|call|start|do)\b/i

/** Whether an order only names what the project itself names. */
export function isProjectsOwn(order: string, { statements, scripts }: Grounds): boolean {
  if (isSaid(order, statements)) return true
  const commands = commandsNamedIn(order).map(oneCommand)
  return (
    RUNS.test(order) &&
    outwardIn(order).size === 0 &&
    commands.length > 0 &&
    commands.every((command) => scripts.has(command))
  )
}

/** Whether everything external that an order names (hosts, packages and commands) was seen here: in those files or in commands that ran. */
export function isGrounded(order: string, { text, scripts }: Grounds, ran: readonly string[]): boolean {
  const known = `${text}\n${ran.map(oneCommand).join("\n")}`
  const isKnown = (command: string) => scripts.has(command) || known.includes(command)
  return (
    commandsNamedIn(order).map(oneCommand).every(isKnown) && [...outwardIn(order)].every((name) => known.includes(name))
  )
}

export function oneCommand(command: string): string {
  return command
    .toLowerCase()
    .replace(/[.,;:!?]+$/, "")
    .replace(/\s+/g, " ")
    .trim()
}

const WRITE_DOWN =
  /\b(?:(?:write|note|jot|put|take)\s+(?:\S+\s+){0,6}down|(?:document|save|record)\s+(?:this|that|these|those|how|what|why|when|where|which|everything|a\s+note)\b|(?<!\b(?:should|must|will|would|can|to|not)\s|n['’]t\s|["“'‘])remember(?!\s+me\b)|(?:put|keep|save|store|add|write|note|commit|persist)\s+(?:\S+\s+){0,8}(?:(?:in|into|to)\s+(?:your\s+|the\s+|long-term\s+){0,2}(?:memory|notes)|for\s+(?:(?:the\s+)?next\s+time|(?:later|future|the\s+next)\s+sessions?))\b|your\s+(?:memory|notes)\b|(?:make|take)\s+notes|memori[sz]e|keep\s+(?:a\s+)?(?:note|track)|make\s+(?:a\s+)?(?:\S+\s+){0,3}note|write\s+(?:a\s+|me\s+a\s+|up\s+)?(?:\S+\s+){0,3}(?:note|memory|up))\b|(?:schreib\S*\s+(?:\S+\s+){0,6}auf|notier|(?<!soll[^.\n]{0,40})merk|dokumentier|halte?\s[^.\n]{1,60}\sfest\b|gedächtnis|en\s+mémoire|en\s+tu\s+memoria|anota|apunta|recuerda|documenta|note[rz]?\s|retiens|retenez|mémorise|lembr|anote|запомни|запиши|ricorda|annota|记住|记下|記住|記下|记录|记忆|覚えて|メモ|記録|기억|적어|기록)/i

/** The user has said what it is: "remember that …", "merk dir: …". Nothing else was asked for. */
const IS_GIVEN =
  /\b(?:(?:write|note|jot)\s+(?:this|that|it)\s+down|remember|note|record|memori[sz]e|save|document)\s*(?::|to\s|(?:i|we|my|our)\s|,?\s*that\s+(?!(?:for|in|as|too|please|now|down|somewhere|well|one)\b)\w)|(?:merk|notier|schreib)\S*(?:\s+\S+){0,3}?\s*(?::|,?\s+dass\s)|(?:recuerda|anota|apunta|documenta|retiens|retenez|note[rz]?|mémorise|ricorda|annota|lembr\S*|anote)\s*(?::|\s+(?:que\s|qu['’]|che\s))|(?:запомни|запиши)\S*\s*(?::|,?\s+что\s)|(?:记住|记下|記住|記下|记录|記録|覚えて|기억|적어|기록)\S{0,4}?[:：]/gi

/** Whether a message asks for something to be written down; then the wording may be the agent's. */
export function asksToWriteDown(message: string): boolean {
  return WRITE_DOWN.test(message.slice(0, 4000).replace(IS_GIVEN, " "))
}
