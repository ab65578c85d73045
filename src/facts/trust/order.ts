// Whether a text tells its reader what to do, clause by clause: judged as a whole, a long note that begins with the user's words would carry
// one more order in with it.

const CLAUSE = /[.;:!?]+(?:\s+|$)|\n+\s*|,\s?(?=(?:and|then|please|so)\s)/
const IMPERATIVE =
  /^\s*(?:[-*•]\s|please\s|and\s|then\s|so\s|first,?\s|also\s|just\s|(?:when|if)\b[^,]{1,80},\s)?(?:do\s+not|don['’]t|never|always|add|append|answer|apply|ask|avoid|bypass|call|change|click|clone|commit|compose|configure|copy|create|delete|deploy|describe|develop|disable|disregard|download|draft|edit|email|embed|enable|ensure|execute|explain|export|fetch|follow|forget|forward|give|grant|ignore|include|incorporate|insert|install|integrate|keep|launch|leak|log|make|merge|modify|move|open|overwrite|override|paste|post|prefer|print|provide|publish|push|put|read|recommend|redirect|remember|remove|render|replace|reply|respond|reveal|rewrite|run|save|say|send|set|share|show|skip|start|stop|store|submit|suggest|switch|tell|transfer|translate|treat|trust|turn|update|upload|use|visit|write)\b(?!['’-]|[./]\w)/i
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

const TO_AGENTS =
  /\b(?:hey|dear|hello|attention|notes?\s+(?:to|for))\s+(?:\w+\s+){0,2}(?:agents?|assistants?|ai|llms?|models?|contributors?|bots?)\b|\bif\s+you\s+are\s+an?\s+(?:\w+\s+)?(?:ai|assistant|agent|llm|model|bot)\b/i

/** In somebody's name, or with a raised finger. */
const WITH_AUTHORITY =
  /\b(?:maintainers?|contributors?|owners?|team|users?|everybody|everyone|management|company)\s+(?:now\s+|all\s+)?(?:wants?|expects?|agrees?|agreed|asked|asks?|insists?|requires?|ha(?:s|ve)\s+(?:agreed|approved|asked|decided))\b|\b(?:important|attention|mandatory|urgent)\s*[:!]/i

/** The same of what others wrote, in which a question asks something too. */
export function addressesReader(text: string): boolean {
  return instructsAgent(text) || TO_AGENTS.test(text) || WITH_AUTHORITY.test(text) || /[?？]/.test(text)
}

/** Only a space ends a clause: `./check` is one word. */
const ORDER_END = /[.;:!?](?=\s|$)|[。！？；：]|\n+|,\s?(?=(?:and|then|please)\s)/

/** The clauses that tell their reader what to do. */
export function ordersIn(text: string): string[] {
  return [...new Set(text.split(ORDER_END))].filter(instructsAgent)
}
