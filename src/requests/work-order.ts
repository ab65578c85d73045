// Recognises work to be done now, which is neither to be kept nor forgotten.

/** First words of such a sentence. */
const WORK =
  "(?:fix|implement|refactor|investigate|debug|rename|revert|bump|review|continue|finish|commit|ship|look|find|open|explain|add|update|create|write|delete|remove|behebe|korrigiere|repariere|erstelle|schreibe?|prüfe?|entferne|corrige|arregla|añade|crea|revisa|ajoute|crée|répare|corrija|conserte|adicione|crie|correggi|aggiungi|исправь|почини|добавь|создай|проверь|удали)(?!\\p{L})"
const RULES =
  /(?<!\p{L})(?:always|never|every|each|whenever|any|immer|jede[rnms]?|siempre|cada|toujours|chaque|sempre|ogni|всегда|кажд\p{L}+)(?!\p{L})/iu
const IS_WORK = new RegExp(`^${WORK}`, "iu")
/** "Forget about the test, fix …" means "never mind". */
export const NEVER_MIND = new RegExp(
  `^\\s*about\\s[^,;—–]{1,80}(?:[,;—–]|\\sand\\s)\\s*(?:just|let's|lets|${WORK})`,
  "iu",
)

/** What only makes sense in this conversation: what somebody still has to do or just did, a line of a file, a change to "it". */
const OF_NOW = new RegExp(
  `\\b(?:you|we|i)(?:'ve|'ll)?\\s+(?:still|just)\\b|\\bstill\\s+(?:has|have|need)s?\\s+to\\b|\\blines?\\s+\\d|\\b(?:so|and|then)\\s+(?:change|${WORK})\\s+(?:it|that|them|those)\\b`,
  "iu",
)

export function isOfNow(text: string): boolean {
  return OF_NOW.test(text.slice(0, 600)) && !RULES.test(text.slice(0, 300))
}

export function isWork(text: string): boolean {
  return IS_WORK.test(text) && !RULES.test(text.slice(0, 300))
}

const LEADS = "^(?:(?:ok|okay|now|um|please|pls|bitte|can\\s+you|could\\s+you|so)[,\\s]+)*"
const ORDER = new RegExp(
  `${LEADS}(?:fix|implement|refactor|rename|revert|bump|review|continue|commit|deploy|find|open|explain|add|update|create|write|delete|remove|make|merge|rebase|run|set|show|translate|drop|restart|start|squash|split|inline|regenerate|generate|mock|format|sign|pin|rewrite|change|move|pull|push|try|test|check|look(?!\\s*,)|read|point|ask|investigate|execute|resume|bring|mach|zeig|erklär|corrige|обнови|把)(?!\\p{L})`,
  "iu",
)
const ONE_THING = new RegExp(
  `${LEADS}\\p{L}+\\s+(?:me\\s+)?(?:an?|the|this|that|these|it|die|das|den|le|la|el)(?:\\s|$)`,
  "iu",
)

/** Begins like an order, for now or for good. */
export function isOrder(text: string): boolean {
  return ORDER.test(text)
}

/** An order about one thing: "add a spinner". */
export function isTask(text: string): boolean {
  return ORDER.test(text) && ONE_THING.test(text)
}
