// Text built to take over an agent rather than to inform it: it overrides earlier instructions, speaks as somebody else, or hides from the user.
// Only a few forms, none of which a fact needs; trust is decided by where words come from, not here.
import { stripHidden } from "../text/hidden-text.ts"

/** A negation right before the verb makes it advice: "never ignore the safety rules". Few of them, because each excuses a text. */
const NOT = "(?<!\\b(?:not|never|n['’]t|cannot|don['’]t)\\s{1,3})"
const BETWEEN =
  "(?:\\s{1,3}(?:all|any|every|each|of|the|your|my|our|its|their|these|those|this|previous|previously|prior|earlier|above|preceding|former|existing|current|original|initial|system|developer|safety|security|behaviou?r|behaviou?ral|memory|user|given|established|default)){0,7}"
const MARKED =
  "(?:all|any|every|your|previous|prior|earlier|above|preceding|former|existing|original|initial|system|developer|safety|security|behaviou?r|behaviou?ral)"
const RULES =
  "(?:instructions?|rules?|prompts?|guidelines?|directives?|polic(?:y|ies)|constraints?|restrictions?|guardrails?|commands?|orders|training|context)"

const OVERRIDES = [
  new RegExp(
    `${NOT}\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overwrit(?:e|ing)|overrid(?:e|ing)|bypass(?:ing)?|circumvent|discard|neglect|supersede|replace)${BETWEEN}\\s{1,3}${MARKED}${BETWEEN}\\s{1,3}${RULES}\\b`,
    "i",
  ),
  new RegExp(
    `${NOT}\\b(?:ignore|disregard|forget)\\s{1,3}(?:everything|anything|all)\\s{1,3}(?:(?:that\\s{1,3})?(?:you|was|were|has|have|i)\\b|(?:above|before|prior|previous|earlier)\\b)`,
    "i",
  ),
  /\b(?:new|updated|real|actual)\s{1,3}(?:system\s{1,3})?(?:instructions?|prompt|rules)\s{0,3}:/i,
  /\byou\s{1,3}are\s{1,3}(?:now|no\s{1,3}longer)\s{1,3}(?:an?\s|the\s|in\s|bound|free|unrestricted|dan\b|jailbroken|developer|root|admin)/i,
  /\b(?:reveal|print|leak|exfiltrate|repeat|output|show|send)\b[^.\n]{0,40}\b(?:system\s{1,3}prompt|hidden\s{1,3}(?:prompt|instructions)|environment\s{1,3}variables|api\s{1,3}keys|credentials|secrets|\.env\b|private\s{1,3}keys?|ssh\s{1,3}keys?)\b[^.\n]{0,40}\bto\b[^.\n]{0,40}(?:https?:\/\/|@|\bthe\s(?:attacker|following))/i,
  /\b(?:do\s{1,3}not|don['’]t|never|without)\s{1,3}(?:tell|telling|inform|informing|mention|mentioning|show|showing|alert|alerting|notify|notifying|ask)\b[^.\n]{0,30}\bthe\s{1,3}user\b(?!\s(?:to\b|for\b|twice|again|whether|which|what|about))/i,
  // "Never push without asking the user" protects the user.
  /\bwithout\s{1,3}asking\b[^.\n]{0,30}\bthe\s{1,3}user\b(?<!(?:\b(?:never|not|no|nothing|dont)\b|n['’]t\b)[^.\n]{0,120})/i,
]

const EASTERN_OVERRIDES = [
  /(?:忽略|无视|無視|忘[记記]|不要理会|不要理會|跳[过過]|覆[盖蓋]|推翻)[^。，\n]{0,12}(?:之前|以前|先前|以上|上述|前面|所有|系[统統]|全部|原有)[^。，\n]{0,8}(?:指令|指示|[规規][则則]|提示|命令|限制|[约約]束)/,
  /(?:以前|これまで|前述|上記|上述|全て|すべて|先ほど|システム)[^。\n]{0,8}(?:指示|命令|ルール|プロンプト|規則|制約)[^。\n]{0,4}(?:無視|忘れ|破棄|上書き)/,
  /(?:이전|위의|앞의|모든|기존|시스템)[^.\n]{0,8}(?:지시|명령|규칙|프롬프트|지침)[^.\n]{0,5}(?:무시|잊|무효|덮어)/,
  /\b(?:ignoriere|missachte|vergiss|überschreibe|umgehe)\s[^.\n]{0,20}\b(?:vorherigen|bisherigen|obigen|früheren|vorigen|alle[nr]?)\s[^.\n]{0,20}(?:anweisung|instruktion|regel|vorgabe|prompt)/i,
  /\b(?:ignora|ignore|olvida|descarta|anula)\s[^.\n]{0,20}\b(?:instrucci[oó]n(?:es)?|reglas|indicaciones|órdenes)\s(?:anteriores|previas|del\ssistema)/i,
  /\b(?:ignore[zr]?|oublie[zr]?|contourne[zr]?)\s[^.\n]{0,20}\b(?:instructions|consignes|règles)\s(?:précédentes|antérieures|ci-dessus|du\ssystème)/i,
]

/** Markers by which models and programs tell speakers apart. */
const OTHER_SPEAKER = [
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>/i,
  /\[\/?(?:INST|SYS)\]|<<\/?SYS>>/,
  /<\s{0,4}\/?\s{0,4}(?:system|system-reminder|system_prompt|instructions|assistant|tool_result|function_results|cairn)\b[^<>\n]{0,80}>/i,
  /(?:^|\n)\s{0,8}(?:#{1,6}\s{0,3})?(?:system|assistant|human|user|developer)\s{0,3}(?:message|prompt|override)?\s{0,3}:\s{0,3}(?:you\s|ignore|disregard|override|from\snow|new\s|always\s|never\s|do\snot\s)/i,
  /(?:^|\n)\s{0,8}#{1,6}\s{0,3}(?:new\s)?(?:system\s)?(?:instructions?|prompt)\s{0,3}(?::|\n|$)/i,
]

/** Characters that only a machine reads. Single joiners occur in emoji and some scripts; a whole word of them does not. */
const HIDDEN_WORD = /[\u{e0020}-\u{e007f}]{4}|[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069]{4}/u
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu

export function isInjection(text: string): boolean {
  if (HIDDEN_WORD.test(text.replace(FLAG, ""))) return true
  const seen = stripHidden(text).text.normalize("NFKC")
  return [...OVERRIDES, ...EASTERN_OVERRIDES, ...OTHER_SPEAKER].some((pattern) => pattern.test(seen))
}
