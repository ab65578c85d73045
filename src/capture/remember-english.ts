// How English asks to remember and to forget. "Remember to …" is a todo, "remember when …" a tale, "save this file" a command.
import { anyOf, fillers, type Language, lead, MARKS, OVER, type Phrase, trail, WORD_END } from "./request-phrase.ts"

const GREETING = "(?:(?:hey|hi|hello|dear)\\s\\p{L}{1,20}[,!]\\s*)?"
const OPENING = fillers(
  "please|pls|note|kindly|also|and|but|so|oh|ok|okay|btw|hey|yes|yeah|well|now|just|always|important|fyi|again|finally|one\\smore\\sthing|by\\sthe\\sway",
)
const TOLD =
  "(?:you\\s+(?:should|must|need\\s+to|have\\s+to)\\s+|(?:i\\s+(?:want|need|would\\s+like)|i'd\\s+like)\\s+you\\s+to\\s+|make\\s+sure\\s+(?:you\\s+|to\\s+)?)?(?:(?:please|always|also)\\s+){0,2}"

const FOR =
  "(?:\\s+(?:about\\s+(?:me|us|(?:this|the)\\s+project)|for\\s+(?:me|later|good|next\\s+time|the\\s+future|future\\s+sessions?)|too|as\\s+well|please|permanently|forever|always)){0,2}"
const THIS = `(?:this|that|it|these|those|the\\s+following|all\\s+(?:of\\s+)?(?:this|that))(?:\\s+(?:one|rules?|facts?|points?|things?|preferences?))?${FOR}${OVER}`
/** Before a verb it is no conjunction: "remember that is wrong". */
const THAT = `that${WORD_END}(?!'|\\s*$|\\s*[,.!;]|\\s+(?:is|was|are|were|has|had|will|would|should|can|could|must|does|did|one)\\b)`
const OBJECT = `(?:\\s+please)?(?:\\s+(?:${THIS}|${THAT}))?`
const TALE =
  "(?:to|when|how|what|why|who|whom|whose|where|which|whether|if|me|him|her|us|them|(?:the|that|this|our)\\s+(?:(?:last|first|other|one)\\s+)?(?:time|days?|night)|last\\s+(?:time|week|year)|back\\s+(?:when|in)|(?:see|read|hav|do|be|talk|discuss|try|hear|say|tell|us)ing)"

const REMEMBER = `(?:remember|memori[sz]e)${WORD_END}(?!\\s+${TALE}${WORD_END})${OBJECT}`
const MEMORY = `(?:(?:your|the|my|our|long-term|project|persistent|global)\\s+){0,3}memory${WORD_END}(?=\\s*(?:[:,.!;—–]|\\s-\\s|$)|\\s+that\\s)(?:\\s+${THAT})?`
const SAVE = anyOf(
  `(?:save|add)\\s+(?:(?:this|that|it|the\\s+following)\\s+(?:to|in|into)|to)\\s+${MEMORY}`,
  `(?:store|put|keep|write)\\s+(?:this|that|it|the\\s+following)\\s+(?:to|in|into)\\s+(?:your|long-term|persistent)\\s+${MEMORY}`,
  `save\\s+(?:this|that)${FOR}${OVER}`,
  `commit(?:\\s+(?:this|that|it|the\\s+following))?\\s+to\\s+${MEMORY}`,
  `(?:note|write|jot)\\s+(?:this|that|it|the\\s+following)\\s+down${FOR}${OVER}`,
)
const DO_NOT_FORGET = `(?:do\\s+not|don't|dont|never|let's\\s+not)\\s+(?:ever\\s+)?forget${WORD_END}(?!\\s+(?:${TALE}|about)${WORD_END})${OBJECT}`
const NOT =
  "(?:(?:you\\s+)?(?:do\\s+not|don't|dont|never|(?:must|should|need)(?:n't|\\s+not))(?:\\s+(?:need|have)\\s+to|\\s+ever)?|(?:there(?:'s|\\s+is)\\s+)?no\\s+need\\s+(?:for\\s+you\\s+)?to|i\\s+(?:do\\s+not|don't)\\s+want\\s+you\\s+to)\\s+"
const FORGET = `forget${WORD_END}(?:\\s+(?:about|everything\\s+about|what\\s+i\\s+(?:said|told\\s+you)(?:\\s+about)?|the\\s+fact\\s+that|(?:the|my)\\s+(?:rule|fact|note|memory|preference)\\s+(?:that|about|on|for)))?(?:\\s+that(?=\\s+[\\p{L}\\p{N}\ue000]|\\s*:))?`

const AFTERTHOUGHT = "\\s*[,;—–]\\s*(?:(?:and|so|but)\\s+)?(?:please\\s+)?"
const POLITELY = "(?:,?\\s+please)?"

const PHRASES: readonly Phrase[] = [
  { asks: "refuse", lead: lead(OPENING, NOT, anyOf(REMEMBER, SAVE), MARKS) },
  {
    asks: "refuse",
    trail: trail(
      AFTERTHOUGHT,
      "(?:do\\s+not|don't|dont|never|no\\s+need\\s+to)\\s+(?:remember|memori[sz]e|save)\\s+(?:this|that|it)",
      POLITELY,
    ),
  },
  {
    asks: "keep",
    polite: true,
    lead: lead(
      OPENING,
      "(?:can|could|would|will)\\s+you\\s+",
      anyOf(
        `(?:please|kindly)\\s+(?=\\p{L}+\\s+(?:that|this|the\\s+following)\\b)${REMEMBER}`,
        `(?:please\\s+)?${SAVE}`,
      ),
      MARKS,
    ),
  },
  { asks: "keep", lead: lead(OPENING, GREETING, TOLD, anyOf(REMEMBER, SAVE, DO_NOT_FORGET), MARKS) },
  {
    asks: "keep",
    trail: trail(
      AFTERTHOUGHT,
      anyOf(
        "(?:always\\s+)?remember\\s+(?:this|that|it)",
        "(?:note|write)\\s+(?:this|that|it)\\s+down",
        "(?:save|add|commit)\\s+(?:this|that|it)\\s+(?:to|in)\\s+(?:your\\s+)?memory",
        "(?:don't|do\\s+not|dont|never)\\s+forget(?:\\s+(?:this|that|it))?",
      ),
      POLITELY,
    ),
    unless: /^(?:if|when|as|where)\s+(?:you|possible|needed|necessary)\b.{0,30}$/i,
  },
  {
    asks: "forget",
    lead: lead(OPENING, "(?:delete|remove|erase|forget)\\s+"),
    trail: trail("\\s+from\\s+(?:your\\s+|the\\s+)?memory", POLITELY),
  },
  {
    asks: "forget",
    lead: lead(OPENING, "(?:you\\s+(?:can|may|should|must)\\s+(?:please\\s+|now\\s+)?)?", FORGET, MARKS),
    unless:
      /^(?:(?:it|this|that|them|everything|all\s+(?:of\s+)?(?:it|this|that))\s*(?:[,;.!—–]|$|and\b|for\b|then\b)|(?:to|how|why|me|him|her|(?:your\s+)?password)\b|$)|\bfor\s+now[.!\s]*$/i,
  },
]

export const ENGLISH: Language = {
  cue: /remember|memor|forget|\bsave\s+th|\bdown\b/i,
  phrases: PHRASES,
}
