// Signs in a sentence that somebody wants something permanently, has said it before, blames the agent, or only reports.
import { INSIST_WORDS, REPEAT_WORDS, WISH_WORDS } from "./wish-words.ts"

/** One language per line; `_` stands for any white space. */
function anyOf(words: string, eastern: string): RegExp {
  const list = words.trim().split(/\s+/).join("|").replaceAll("_", "\\s+")
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${list})(?![\\p{L}_])|${eastern}`, "iu")
}

export const WISHES = anyOf(
  WISH_WORDS,
  "不要|不用|不能|[别別]|[请請]|只|必[须須]|一律|[总總]是|用|ない|ください|使って|だけ|必ず|말고|마세요|지\\s?마|줘|주세요|항상|반드시|대신|만\\s",
)
const EASTERN_INSIST = "每次|[说說][过過]|忘了|老是|何度|毎回|言った|言いました|忘れ|매번|말했|잊"
export const INSISTS = anyOf(INSIST_WORDS, EASTERN_INSIST)
export const REPEATS = anyOf(REPEAT_WORDS, `${EASTERN_INSIST}|又|再次|[还還]是|また|まだ|いつも|또|다시|아직도`)
export const BLAMES_AGENT =
  /^(?:(?:hey|no|but|and|why|ok)[,.!]*\s+)?(?:you|u|your)\s(?!are|can|could|may|should|might|will|would)|(?<!\p{L})i\s+(?:don'?t|do\s+not|never)\s+want|^why\s+(?:is|are|do|did|does|you|u)\b|!!|\?\?/iu
/** A question only in form: "why is X still there?" */
export const COMPLAINS =
  /^(?:(?:but|and|hey|ok)\s+)?(?:why|warum|wieso|por\s?qu[eêé]|pourquoi|perché|почему|зачем)\s|^(?:can|could)\s+(?:you|u)\s.*\b(?:not|stop)\b|(?<!\p{L})(?:again|wieder|otra\s+vez|encore|de\s+novo|di\s+nuovo|опять|снова)(?!\p{L})|[?？]\P{L}*\p{L}|[又还還]|また|또/iu
/** Says how things are, seem or fail, what somebody thinks, or only answers. */
export const REPORTS =
  /(?<!\p{L})(?:(?:does|do|did|is|are|was)(?:n'?t|\s+not)\s+(?:seem|work|show|appear|render|look|load|match|see|find|get)\p{L}*|(?:i|we)\s+(?:(?:do\s+not|don'?t|can'?t|cannot|still)\s+(?:see|get|have|know|find|think)|am|get|was|think|feel|guess)|not\s+(?:seeing|working|getting|found)|seems?|fail(?:s|ed|ing|ures?)?|broken|bugs?|looks?\s+like|maybe|probably|question\s+is|expected|let'?s|can\s+we|go\s+ahead|yes|yeah|continue|https?:)(?!\p{L})/iu
export const FOR_THIS_ONCE =
  /(?<!\p{L})(?:yet|today|for\s+now|right\s+now|this\s+time|heute|diesmal|vorerst|hoy|por\s+ahora|aujourd'hui|pour\s+l'instant|hoje|por\s+enquanto|oggi|per\s+ora|сегодня|пока)(?!\p{L})|[这這]次|今回|이번/iu

/** Tells the agent what it did or what was found. */
export const TELLS =
  /(?<!\p{L})(?:you|u|du|tu|ты)\s|(?:^|\s)(?:another|why|enough|nope|there(?:'?s|\s+is|\s+are)|no[,.!])(?!\p{L})|\?\?|!!|\.\./iu
export const PLEASES =
  /(?<!\p{L})(?:please|pls|plz|bitte|porfa|por\s+favor|stp|svp|pfv|per\s+favore|пожалуйста)(?!\p{L})/iu
