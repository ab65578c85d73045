// Scores how much in a sentence suggests that it lasts. No single sign decides: a rule, a reason, a place, a name or a kind of thing speaks for
// it; the past tense, the moment, a hedge or the work itself speaks against it. The weights were fitted on labelled proposals, rounded, and
// tested on sets that were not used for fitting. English only.
import { LIMIT } from "./lasting.ts"

interface Weight {
  readonly points: number
  readonly sign: RegExp
}

const WEIGHTS: readonly Weight[] = [
  // A rule.
  {
    points: 2,
    sign: /\b(?:must|shall|never|always|do\s+not|don['’]t|cannot|can['’]t|may\s+not|ha(?:s|ve)\s+to|required?|requires|needs?|only|every|each|per|all|any)\b/i,
  },
  // A second clause about the first.
  { points: 2, sign: /[;:]\s/ },
  // A place, an address, a command, a flag, a variable.
  { points: 2, sign: /[\w-]\/[\w-]|\w\/(?:\s|$|\*)|`|\b[A-Z]{2,}\w*=|--\w|:\/\/|\w@\w|\b\w[\w-]*\.\w[\w-]*\.[a-z]/ },
  {
    points: 1,
    sign: /\b(?:because|since|so\s+that|due\s+to|in\s+order\s+to|in\s+favou?r\s+of|otherwise)\b|,\s(?:as|so|or|to)\b/i,
  },
  { points: 1, sign: /\b(?:if|when|whenever|unless|until|once|before|after|while|without)\b/i },
  { points: 1, sign: /\b(?:not|no|but|instead|although|even|rather|over|nothing|nobody)\b/i },
  // A name.
  {
    points: 1,
    sign: /(?<=[a-z0-9,;:)]\s)[A-Z][a-z]+|\b[A-Z]{2,}\b|[a-z][A-Z]{2,}|["'][A-Za-z]|\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}\b/,
  },
  { points: 1, sign: LIMIT },
  { points: 1, sign: /^(?:the\s+)?user\b/i },
  // A kind of thing, and what is usual for it here.
  { points: 1, sign: /^(?!the\b|this\b|is\b|was\b)[\w-]+s\b(?!')/i },
  { points: 1, sign: /\b(?:is|are)\s+(?:\w+-)?\w{2,}(?:ed|en|wn|pt|lt|ut)\b/i },
  {
    points: 1,
    sign: /\b(?:uses?|used|runs?|lives?|kept|stored|stays?|built|chosen|written|generated|tracked|owns?|belongs?|listens?|default|in\s+this|we|our|here|team|customers?|repo|repository)\b/i,
  },
  {
    points: 1,
    sign: /^(?:use|run|write|ask|keep|never|always|do|don['’]t|prefer|show|leave|put|add|split|avoid|make|change|push|delete|commit)\b/i,
  },
  { points: -1, sign: /\b(?:was|were|had|got|came|went|did|took|ran)\b|^\w+ed\s/i },
  { points: -1, sign: /\b(?:has|have|contains?)\b/i },
  {
    points: -1,
    sign: /\b(?:this(?!\s+(?:app|code|codebase|module|package|project|repo|repository|schema|service|team|workspace))|these|now|today|still|yet|next|last|again|first|will)\b/i,
  },
  { points: -1, sign: /\b(?:should|may|might|could|can|usually|looks?)\b/i },
  {
    points: -1,
    sign: /\b(?:tests?|build|branch|commit|PR|errors?|bug|fix|fixed|step|changes?|CI|function|class|method|file|variable|component|struct|module|script|enum|folder)\b/,
  },
]
/** Longer sentences have room for more information and start with more points. */
const SOME_WORDS = 8
const MANY_WORDS = 12

const ENGLISH = /\b(?:the|is|are|of|with|have|and|to|for|between|by|uses)\b/i

/** Nothing in it suggests why it should last. */
export function isThin(text: string): boolean {
  if (!ENGLISH.test(text)) return false
  const words = text.split(/\s+/).length
  const room = words >= MANY_WORDS ? 2 : words >= SOME_WORDS ? 1 : 0
  return WEIGHTS.reduce((points, weight) => points + (weight.sign.test(text) ? weight.points : 0), room) <= 0
}
