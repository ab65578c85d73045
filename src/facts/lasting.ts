// Signs that a statement outlives the session: a rule, a reason, a condition, a limit, a contrast.

/** Says how things should be, not how they are at the moment. */
export const RULE =
  /\b(?:must|shall|should(?!\s+we\b)|never|always|do\s+not|don['’]t|cannot|can['’]t|required?|requires|only|has\s+to|have\s+to|needs?\s+to(?!\s+(?:check|look|be\s+(?:checked|fixed|done)))|prefers?|wants|expects|by\s+default|each|every|per)\b|必[须須]|不要|禁止|[应應][该該]|必ず|べき|반드시|해야|(?<!\p{L})(?:muss|müssen|immer|nie|niemals|siempre|nunca|debe|toujours|jamais|doit|sempre|mai|deve|всегда|никогда|нужно|должен)(?!\p{L})/iu
export const GIVEN_REASON =
  /\b(?:because|since|so\s+that|in\s+order\s+to|to\s+(?:avoid|keep|stay|prevent|allow|save|reduce|support)|in\s+favou?r\s+of|for\s+(?!now|review|approval)[a-z]+(?=[.;,]|$)|as\s+it|due\s+to|which|therefore|otherwise|so\s+(?:the|that|it|we|no|an?|any|every)\b)\b|因[为為]|以便|ため|때문|(?<!\p{L})(?:weil|damit|porque|parce\s+que|perché|потому)(?!\p{L})/iu
export const CONDITION =
  /\b(?:if|when|whenever|unless|until|once|every\s+time|in\s+case|without)\b|如果|[当當]|場合|とき|면\s|(?<!\p{L})(?:wenn|falls|si|quand|se|если)(?!\p{L})/iu
export const LIMIT =
  /\b(?:limit(?:ed|s)?|max(?:imum)?|min(?:imum)?|at\s+most|up\s+to|at\s+least|under|below|above|supports?|allow(?:s|ed)?|timeout|lifetime|ttl|interval|port|retr(?:y|ies)|expir(?:y|es?))\b|最多|最大|上限|每/i

export const isRule = (text: string) => RULE.test(text)
export const isLimit = (text: string) => LIMIT.test(text) || RULE.test(text)
export const isLasting = (text: string) => RULE.test(text) || GIVEN_REASON.test(text) || CONDITION.test(text)
/** Links that reports use too. They count as a reason when the choice is to refuse, not when it is to ask back. */
const NO_REASON =
  /\bwhich\b|\bfor\s+(?:it|them|this|that)\b|\bas\s+it\b|\b(?:because|since|as)\s+(?:the\s+)?user\s+(?:asked|wanted|requested)|\b(?:without|no)\s+(?:any\s+)?(?:problems?|errors?|issues?)\b/gi
export const mayLast = (text: string) => isLasting(text.replace(NO_REASON, " "))
export const isCaused = (text: string) => RULE.test(text) || /\b(?:because|since)\b/i.test(text)
const CONTRAST = /\b(?:not|no|but|instead|although|even|while|despite|rather)\b/i
export const isPointed = (text: string) => mayLast(text) || CONTRAST.test(text.replace(NO_REASON, " "))
