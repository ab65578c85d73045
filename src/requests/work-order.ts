// What is asked to be done now, and so is neither to be kept nor forgotten.

/** How a sentence begins that is work to be done now, not part of what is to be kept. */
const WORK =
  "(?:fix|implement|refactor|investigate|debug|rename|revert|bump|review|continue|finish|commit|ship|look|find|open|explain|add|update|create|write|delete|remove|behebe|korrigiere|repariere|erstelle|schreibe?|prüfe?|entferne|corrige|arregla|añade|crea|revisa|ajoute|crée|répare|corrija|conserte|adicione|crie|correggi|aggiungi|исправь|почини|добавь|создай|проверь|удали)(?!\\p{L})"
const RULES =
  /(?<!\p{L})(?:always|never|every|each|whenever|any|immer|jede[rnms]?|siempre|cada|toujours|chaque|sempre|ogni|всегда|кажд\p{L}+)(?!\p{L})/iu
const IS_WORK = new RegExp(`^${WORK}`, "iu")
/** "Forget about the test, fix …". */
export const NEVER_MIND = new RegExp(
  `^\\s*about\\s[^,;—–]{1,80}(?:[,;—–]|\\sand\\s)\\s*(?:just|let's|lets|${WORK})`,
  "iu",
)

export function isWork(text: string): boolean {
  return IS_WORK.test(text) && !RULES.test(text.slice(0, 300))
}
