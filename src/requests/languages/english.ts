// How English asks to remember and to forget. "Remember to …" is a todo, "remember when …" a tale, "save this file" a command.
import { anyOf, fillers, type Language, lead, MARKS, OVER, type Phrase, trail, WORD_END } from "../request-phrase.ts"

const GREETING = "(?:(?:hey|hi|hello|dear)\\s\\p{L}{1,20}[,!]\\s*)?"
const OPENING = fillers(
  "please|pls|note|kindly|also|and|but|so|oh|ok|okay|btw|hey|yes|yeah|well|now|just|always|important|fyi|again|finally|one\\smore\\sthing|by\\sthe\\sway",
)
const TOLD =
  "(?:let's\\s+|(?:you|we)\\s+(?:should|must|need\\s+to|have\\s+to)\\s+|(?:i\\s+(?:want|need|would\\s+like)|i'd\\s+like)\\s+you\\s+to\\s+|make\\s+sure\\s+(?:you\\s+|to\\s+)?)?(?:(?:please|always|also)\\s+){0,2}"

const FOR =
  "(?:\\s+(?:about\\s+(?:me|us|(?:this|the)\\s+project)|for\\s+(?:me|later|good|next\\s+time|the\\s+future|future\\s+sessions?)|too|as\\s+well|please|permanently|forever|always)){0,2}"
const THIS = `(?:this|that|it|these|those|the\\s+following|all\\s+(?:of\\s+)?(?:this|that))(?:\\s+(?:one|rules?|facts?|points?|things?|preferences?))?${FOR}${OVER}`
/** Before a verb it is no conjunction: "remember that is wrong". */
const THAT = `that${WORD_END}(?!'|\\s*$|\\s*[,.!;]|\\s+(?:is|was|are|were|has|had|will|would|should|can|could|must|does|did|one)\\b)`
const OBJECT = `(?:\\s+please)?(?:\\s+(?:${THIS}|${THAT}))?`
const TALE =
  "(?:to|when|how|what|why|who|whom|whose|where|which|whether|if|me|him|her|us|them|(?:the|that|this|our)\\s+(?:(?:last|first|other|one)\\s+)?(?:time|days?|night)|last\\s+(?:time|week|year)|back\\s+(?:when|in)|(?:see|read|hav|do|be|talk|discuss|try|hear|say|tell|us)ing)"

const REMEMBER = `(?:remember|memori[sz]e)${WORD_END}(?!\\s+${TALE}${WORD_END})${OBJECT}`
const MY_MEMORY = "(?:(?:your|the|my|our|long-term|project|persistent|global)\\s+){0,3}memory"
const MEMORY = `${MY_MEMORY}${WORD_END}(?=\\s*(?:[:,!;—–]|\\.(?![\\p{L}\\p{N}])|\\s-\\s|$)|\\s+that\\s)(?:\\s+${THAT})?`
/** Programs keep things in memory and hold notes, so these need a clause or a colon after them. */
const STATED = anyOf(`\\s+${THAT}`, "\\s*(?=[:：])")
const SAVE = anyOf(
  `(?:save|add)\\s+(?:(?:this|that|it|the\\s+following)\\s+(?:to|in|into)|to)\\s+${MEMORY}`,
  `(?:store|put|keep|write)\\s+(?:this|that|it|the\\s+following)\\s+(?:to|in|into)\\s+(?:your|long-term|persistent)\\s+${MEMORY}`,
  `(?:store|put|keep|save|add|record)\\s+(?:(?:this|that|it|the\\s+following)\\s+)?(?:to|in|into)\\s+${MY_MEMORY}${STATED}`,
  `update\\s+(?:your\\s+|my\\s+)?(?:(?:long-term|project|global)\\s+)?memory(?:\\s+with\\s+(?:this|the\\s+following))?${STATED}`,
  `(?:(?:make|take)\\s+(?:a\\s+)?(?:mental\\s+)?note(?:\\s+of\\s+(?:this|the\\s+following))?(?:\\s+for\\s+(?:later|next\\s+time))?)${STATED}`,
  `save\\s+(?:this|that)${FOR}${OVER}`,
  `commit(?:\\s+(?:this|that|it|the\\s+following))?\\s+to\\s+${MEMORY}`,
  `(?:note|write|jot)\\s+(?:this|that|it|the\\s+following)\\s+down${FOR}${OVER}`,
)
const IN_MIND = `(?:keep|bear|have)\\s+(?:(?:this|that|it|the\\s+following)\\s+in\\s+mind${FOR}${OVER}|in\\s+mind${WORD_END}(?!\\s+${TALE}${WORD_END})(?:\\s+${THAT}|(?=\\s*[:,]|\\s+(?:we|i|our|my|this|there|it)${WORD_END}|\\s+(?:\\S{1,40}\\s+){1,4}?(?:is|are|was|has|needs?|uses?|runs?|takes?|must|should|can|cannot|can't|will)\\s)))`
const DO_NOT_FORGET = `(?:do\\s+not|don't|dont|never|let's\\s+not)\\s+(?:ever\\s+)?forget${WORD_END}(?!\\s+(?:${TALE}|about)${WORD_END})${OBJECT}`
const NOT =
  "(?:(?:you\\s+)?(?:do\\s+not|don't|dont|never|(?:must|should|need)(?:n't|\\s+not))(?:\\s+(?:need|have)\\s+to|\\s+ever)?|(?:there(?:'s|\\s+is)\\s+)?no\\s+need\\s+(?:for\\s+you\\s+)?to|i\\s+(?:do\\s+not|don't)\\s+want\\s+you\\s+to)\\s+"
const FORGET = `forget${WORD_END}(?:\\s+(?:about|everything\\s+about|what\\s+i\\s+(?:said|told\\s+you)(?:\\s+about)?|the\\s+fact\\s+that|(?:the|my)\\s+(?:rule|fact|note|memory|preference)\\s+(?:that|about|on|for)))?(?:\\s+that(?=\\s+[\\p{L}\\p{N}\ue000]|\\s*:))?`

const MAY = "(?:(?:you\\s+(?:can|may|should|must)|(?:can|could)\\s+you)\\s+(?:please\\s+|now\\s+)?)?"
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
      "(?:can|could|would|will(?=\\s+you\\s+please))\\s+you\\s+",
      anyOf(
        `(?:(?:please|kindly|also|always)\\s+){0,2}(?=\\p{L}+(?:\\s+(?:that|this|the\\s+following)\\b|\\s*[:,]))${REMEMBER}`,
        `(?:(?:please|also|always)\\s+){0,2}${anyOf(SAVE, IN_MIND)}`,
      ),
      MARKS,
    ),
  },
  { asks: "keep", lead: lead(OPENING, GREETING, TOLD, anyOf(REMEMBER, SAVE, IN_MIND, DO_NOT_FORGET), MARKS) },
  {
    asks: "keep",
    trail: trail(
      AFTERTHOUGHT,
      anyOf(
        "(?:always\\s+)?remember\\s+(?:this|that|it)",
        "(?:note|write)\\s+(?:this|that|it)\\s+down",
        "(?:keep|bear)\\s+(?:this|that|it)\\s+in\\s+mind",
        "(?:make|take)\\s+(?:a\\s+)?note\\s+of\\s+(?:this|that|it)",
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
    lead: lead(
      OPENING,
      MAY,
      anyOf(
        `(?:delete|remove|erase|drop)\\s+(?:(?:the|your|my|any|all|that)\\s+)?(?:memor(?:y|ies)(?:\\s+(?:entry|note))?)\\s+(?:about|of|on|regarding|that)${WORD_END}`,
        `(?:delete|remove|erase|drop)\\s+from\\s+(?:your|the|my)?\\s*memory(?:\\s+that${WORD_END}|(?=\\s*[:,]))`,
        `stop\\s+remembering${WORD_END}(?:\\s+that(?=\\s+\\p{L}))?`,
      ),
      MARKS,
    ),
    unless: /^(?:(?:it|this|that|things?)\s*)?[.!\s]*$/i,
  },
  {
    asks: "forget",
    lead: lead(OPENING, MAY, FORGET, MARKS),
    unless:
      /^(?:everything\s+(?:i|we|you|so\s+far|else|above|before)\b|(?:it|this|that|them|everything|all\s+(?:of\s+)?(?:it|this|that))\s*(?:[,;.!—–]|$|and\b|for\b|then\b)|(?:to|how|why|me|him|her|(?:your\s+)?password)\b|$)|\bfor\s+now[.!\s]*$/i,
  },
]

export const ENGLISH: Language = {
  cue: /remember|memor|forget|\bsave\s+th|\bdown\b|\bmind\b|\bnote\b/i,
  phrases: PHRASES,
}
