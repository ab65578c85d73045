// Whether a text tells its reader what to do, clause by clause: judged as a whole, a long note that begins with the user's words could smuggle in
// another order.

const CLAUSE = /[.;:!?]+(?:\s+|$)|\n+\s*|,\s?(?=(?:and|then|please|so)\s)/
const IMPERATIVE =
  /^\s*(?:[-*•]\s|please\s|and\s|then\s|so\s|first,?\s|also\s|just\s|(?:when|if)\b[^,]{1,80},\s)?(?:do\s+not|don['’]t|never|always|add|append|answer|apply|ask|avoid|bypass|call|change|click|clone|commit|compose|configure|copy|create|delete|deploy|describe|develop|disable|disregard|download|draft|edit|email|embed|enable|ensure|execute|explain|export|fetch|follow|forget|forward|give|grant|ignore|include|incorporate|insert|install|integrate|keep|launch|leak|log|make|merge|modify|move|open|overwrite|override|paste|post|prefer|print|provide|publish|push|put|read|recommend|redirect|remember|remove|render|replace|reply|respond|reveal|rewrite|run|save|say|send|set|share|show|skip|start|stop|store|submit|suggest|switch|tell|transfer|translate|treat|trust|turn|update|upload|use|visit|write)\b(?!['’-]|[./]\w)/i
const ADDRESSED =
  /\b(?:you\s+(?:must|should|shall|need\s+to|have\s+to|are\s+(?:now|to|allowed|required))|your\s+(?:next\s+)?(?:response|answer|reply|message|replies|output|code|codebase|solution|implementation|task|instructions)|the\s+(?:assistant|agent|model|ai)\s+(?:must|should|shall|needs?\s+to|has\s+to|is\s+to)|always|never|ignore)\b/i
const COMMAND =
  /\b(?:npx|pip3?\s+install|npm\s+i(?:nstall)?|sudo|chmod|rm\s+-\w+)\s+[-\w"'$@/.]|\b(?:curl|wget|iwr|bash|powershell)\s+(?:[-"'$@/.<]|https?:|\w+[./])|[|]\s{0,4}(?:ba|z)?sh\b|\b(?:visit|open|download|fetch|install|run|execute)\b[^.\n]{0,60}https?:\/\//i
const EASTERN =
  /(?:^|[，。；：,.!！\n])\s*(?:请(?!求)|請(?!求)|务必|務必|必须|必須|不要|别|別|禁止|永远|永遠|总是|總是|始终|始終|绝不|絕不|忽略|无视|無視|执行|執行|运行|運行|使用|删除|刪除|下载|下載|记住|記住)|(?:てください|て下さい|しなさい|せよ|すること|しないこと|ないでください|必ず|決して|無視)|(?:하세요|하십시오|해라|하시오|마세요|마십시오|해야\s?한다|항상|절대|무시)/

/** German, Spanish, French: an imperative at the beginning of a clause, or a word that only orders have. */
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

/** Readers of a project's files that act for somebody. "Agent" and "bot" may also be programs of the project. */
const ASSISTANTS =
  "(?:ai|llms?|chatbots?|copilots?|assistants?|language\\s+models?|automated\\s+(?:\\w+\\s+)?(?:contributor|tool|reviewer|system)s?)"
const AGENTS = `(?:${ASSISTANTS}|agents?|bots?)`
const TO_AGENTS = [
  `${AGENTS}(?:\\s+[\\w.'-]+){0,4}\\s+(?:should|must|shall|may|needs?\\s+to|ha(?:s|ve)\\s+to|(?:is|are)\\s+(?:to|allowed|asked|expected|required)|please|remember|note|know|always|never)\\b(?!\\s+be\\b)`,
  `${AGENTS}(?:\\s*:|\\s+(?:notices?|notes?|hints?|rules?|instructions?)\\b)`,
  `(?:(?:notices?|notes?|hints?|rules?|instructions?|messages?)\\s+(?:to|for)|hey|dear|hello|hi|attention|tell|ask)\\s+(?:[\\w'-]+\\s+){0,3}${AGENTS}\\b`,
  `(?:for|if|when(?:ever)?)\\s+(?:[\\w'-]+\\s+){0,3}${ASSISTANTS}\\b`,
].map((pattern) => new RegExp(`\\b${pattern}`, "i"))

/** Wants to be kept for later, or for other places. */
const FOR_LATER =
  /\b(?:remember|memori[sz]e|note|record|keep\s+in\s+mind)\b[^.\n]{0,40}\b(?:later|future|permanently|next\s+time)\b|\bremember(?:\s+that\b|:)|\b(?:future|later|coming)\s+(?:conversation|session|chat|answer)s?\b|\b(?:all|every|any)\s+(?:future|coming|later)\b|\bin\s+future\b(?!\s+(?:version|release))|\bfrom\s+now\s+on\b|\byour\s+(?:\w+\s+)?projects\b|\bprojects?\s+of\s+yours\b|\bin\s+(?:all|every)\s+projects?\b/i

const IN_SOMEBODYS_NAME =
  /\b(?:maintainers?|contributors?|owners?|team|users?|developers?|everybody|everyone|management|company|organi[sz]ation)\s+(?:(?:now|all|explicitly|already|ha(?:s|ve))\s+){0,3}(?:wants?|expects?|agree[sd]?|ask(?:s|ed)?|insists?|requires?|says?|said|approve[sd]?|allow(?:s|ed)?|opted|prefers?|decided|confirmed|authori[sz]ed|consented)\b|\bagreed\s+(?:that|on|upon)\b/i

/** Whether a sentence by others addresses agents or their memory, or speaks in somebody's name: few facts of a project need that. */
export function seeksBelief(text: string): boolean {
  return TO_AGENTS.some((pattern) => pattern.test(text)) || FOR_LATER.test(text) || IN_SOMEBODYS_NAME.test(text)
}

const RAISED_FINGER = /\b(?:important|attention|mandatory|urgent)\s*[:!]|[?？]/i

/** Whether a text by others asks something of its reader, including questions. */
export function addressesReader(text: string): boolean {
  return instructsAgent(text) || seeksBelief(text) || RAISED_FINGER.test(text)
}

/** Punctuation must be followed by a space: `./check` is one word. */
const ORDER_END = /[.;:!?](?=\s|$)|[。！？；：]|\n+|,\s?(?=(?:and|then|please)\s)/

/** The clauses that tell their reader what to do. */
export function ordersIn(text: string): string[] {
  return [...new Set(text.split(ORDER_END))].filter(instructsAgent)
}
