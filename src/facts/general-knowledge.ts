// Detects statements that are true everywhere and say nothing about this project.
import { wordSet } from "../text/word-set.ts"
import { isPointed, LIMIT, RULE } from "./lasting.ts"

/** Signs of something specific to a project: a number, a path, a name, code. */
const SPECIFIC =
  /\d|`|["“”]|https?:|[\w-]\/(?=[\w\s.,-]|$)|\b\w+\.\w{1,5}\b|[a-z][A-Z]|\w_\w|\b[A-Z]{2,}\b|--\w|@\w|(?<=[\p{Ll}\p{N},;:]\s)\p{Lu}\p{L}+/u
/** Signs that outweigh even textbook wording. */
const OWN = /`|["“”]|https?:|[\w-]\/(?=[\w\s.,*-]|$)|[a-z][A-Z]\w|\w_\w|--\w|@\w|\d\.\d|=\w|\bv?\d{2,}/
const OURS = /\b(?:our|we|us|this|these|here|my|team)\b/i
const HERE = /\b(?:the|our|we|us|this|these|here|my|team)\b/i
/** Topics that every project shares. */
const WORLD = wordSet(
  "javascript typescript react vue angular svelte node node.js python java rust golang ruby php git github docker kubernetes linux bash npm html css http https rest graphql sql postgres postgresql mysql sqlite redis mongodb json yaml xml jwt oauth api apis url ui promise promises async closure closures hook hooks container containers thread threads mutex semaphore index indexes cache caching function functions variable variables class classes component components method methods loop loops array arrays string strings pointer pointers regex recursion inheritance polymorphism algorithm algorithms compiler compilers interpreter tcp udp dns tls ssl cors csrf xss dom orm mvc unicode websocket websockets transaction transactions deadlock deadlocks middleware microservices generics iterator iterators generator generators decorator decorators lambda lambdas encryption",
)
/** Widely known too, but naming one says something about a project. */
const TECHNOLOGY = wordSet(
  "utf-8 ascii base64 bcrypt argon2 i2c spi kotlin swift scala elixir haskell c++ django rails flask webpack terraform numpy pandas pytorch opengl vulkan unity",
)
/** Words that say nothing about a project. */
const EMPTY = wordSet(
  "app application apps code codebase project repo repository file files folder folders directory test tests testing build builds plan plans result results output outputs user users page pages form change changes error errors bug bugs issue issues fix fixes feature features work works working task tasks thing things everything something some refactoring implementation endpoint compile compiles run runs use uses used using is are was were be been has have had done ok fine good approved ready committed approach another other new old way step steps utils src try data database store stores structure structured well written make makes do does did will can and or not no it its in on of to for with by a an the this that there program software system developer developers language",
)
const LEAST_TELLING = 2
const TOPIC_WORDS = 3
const VERB =
  /\b(?:is|are|has|have|can|may|means?|lets?|allows?|[a-z-]{3,}(?:es|[^s]s)|resolve|verify|store|run|return|take|re-?render|share)\b/
const DEFINES = /\b(?:means|stands\s+for|refers\s+to|is\s+short\s+for)\b/
/** Says something about every member of a kind. */
const OF_A_KIND =
  /^an?\s|^[\w-]+(?:\s\w+)?\sis\san?\s(?:[\w-]+\s){0,2}(?:framework|format|language|library|pattern|platform|protocol|standard|system|technique|tool|way)\b|^(?!the\b)[\w-]+(?:\s\w+)?\s(?:have|can|make|allow|let|help|provide)\s/i

const ORDER =
  /^(?:use|write|ask|run|keep|put|add|avoid|prefer|answer|call|check|explain|follow|let|make|name|read|show|never|always)\b/i
const ABOUT_USER = /^(?:the\s+)?user(?:'s)?\s/i

/** Starts with what all work on software is about. */
const WORK =
  /^(?:[\w-]+\s+){0,3}?(?:app|argument|bug|button|change|class|code|column|command|comment|commit|component|config|console|constructor|crash|database|dependenc|diff|error|expression|feature|file|fix|folder|form|function|hook|import|input|layout|leak|library|line|list|listener|lockfile|log|loop|method|migration|model|module|output|page|password|patch|plugin|problem|process|prompt|queries|query|refactoring|result|review|schema|screen|screenshot|script|server|step|style|task|terminal|test|title|tool|transaction|type|variable|version|view|warning|window)(?:s|es|ies|y)?\b(?!-)/i
const ENGLISH = /\b(?:the|is|are|of|with|has|have|an|it|for|this|between|by)\b/i
/** Signs that a statement is worth keeping: "our", an order, how something is made. */
const SUPPORT =
  /[;:]|\b(?:we|our|in\s+this\s+(?:repo|repository|project|code|module|team))\b|^(?:use|write|ask|run|keep|put|add|avoid|prefer|answer|call|check|explain|follow|let|make|name|read|show)\b|\b(?:lives?|runs?|used?|uses|owns?|maintain(?:s|ed)|comes?|belongs?|follows?|stored|kept|built|formatted|rendered|handled|served|managed|organi[sz]ed|(?:created|made|done)\s+by|generated|depends?|means|merges?|reads?|writes?|talks?|listens?|ignores?|matters?)\b/i

/** About the work or a kind of thing, without a name, number, code, rule, reason, condition or contrast: nothing shows why it should be kept. */
function isUnsupported(text: string): boolean {
  return (
    (WORK.test(text) || OF_A_KIND.test(text)) &&
    ENGLISH.test(text) &&
    ![SUPPORT, LIMIT].some((sign) => sign.test(text)) &&
    !isPointed(text)
  )
}

/** A project's rule comes first in its sentence; "… is mutable, so it must not …" teaches. */
function firstClause(text: string): string {
  return text.split(/,\s|\s(?:and|so|but)\s/, 1)[0] ?? ""
}

/** "In Go, maps are …" */
const IN_LANGUAGE = /^in\s+(?:go|c|c\+\+|c#|[\p{L}.]+(?:script)?),\s/iu
/** An obligation; "always returns" is not one. */
const DUTY = /\b(?:must|shall|never|do\s+not|don['’]t|ha(?:s|ve)\s+to|required?|requires|prefers?|wants|expects)\b/i
/** The tone of a textbook. */
const TEXTBOOK =
  /^(?!user)(?:[\p{L}-]+\s+){1,3}should\s|\b(?:usually|generally|typically|commonly|often|in\s+general|such\s+as|easier|harder|improves?|speeds?\s+up)\b|^\p{L}+ing\s+(?:an?|can|allows?|avoids?|helps?|keeps?|makes?|prevents?|reduces?)\s/iu

/** How a technology works, or how one should generally work, with nothing that points to this project. */
function isTextbook(text: string, isWorld: boolean): boolean {
  if (OWN.test(text) || OURS.test(text) || DUTY.test(firstClause(text)) || ORDER.test(text)) return false
  if (TEXTBOOK.test(text) && !isPointed(text.replace(/\bshould\b|\beach\s+other\b/g, " "))) return true
  return (isWorld || IN_LANGUAGE.test(text)) && !/\bthe\b/i.test(text)
}

/** As written: capitals tell names. */
function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}'’.+-]*(?<![.'’-])/gu) ?? []
}

function isWorld(word: string): boolean {
  const plain = word.toLowerCase().replace(/['’]s$/, "")
  return WORLD.has(plain) || WORLD.has(plain.replace(/e?s$/, ""))
}

/** With the names of what every project shares in lower case, since they name nothing of this one. */
function inWorldsWords(text: string): string {
  return wordsOf(text)
    .filter(isWorld)
    .reduce((rest, word) => rest.replaceAll(word, word.toLowerCase()), text)
}

const PROJECTS_OWN =
  "(?:the|our|this)\\s+(?:[\\w-]+\\s+){0,2}?(?:tests?|suite|checks|build|app|application|server|service|site|website|docs|documentation|project|program|linter|image|package|bundle|client|frontend|backend|database|migrations?|release|benchmarks?)"
/** With what: a command or a tool, and nothing after it. "With care", "with two errors", "with make now" say something else. */
const BY_MEANS =
  "\\s+(?:with|by|via|using|through)\\s+(?!.*\\b(?:now|today|currently|instead|again|yet|yesterday|tomorrow)\\b)(?!(?:the|an?|no|some|any|each|every|all|many|few|great|care|coverage|errors?|warnings?|failures?|success|hand|one|two|three|several|me|you|us|him|her|them|it)\\b)[\\w./:@-]+(?:\\s+[\\w./:@-]+){0,3}\\.?$"
const HOW_IT_IS_RUN = new RegExp(
  `^(?:${PROJECTS_OWN}\\s+(?:(?:is|are|gets?)\\s+(?:always\\s+|only\\s+)?(?:run|built|made|started|launched|executed|deployed|compiled|checked|linted|formatted|served|generated|released|published|installed|packaged)|runs?|starts?|builds?|deploys?)|(?:run|build|start|launch|deploy|compile|publish|release)\\s+${PROJECTS_OWN})${BY_MEANS}`,
  "i",
)

/** "The tests are run with make test": what every project has, and by which means this one runs it, in words that each alone would say nothing. */
export function saysHowItIsRun(text: string): boolean {
  return HOW_IT_IS_RUN.test(text)
}

/** Only in Latin script, where words can be told apart. */
export function saysNothingOfHere(text: string): boolean {
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(text) || ABOUT_USER.test(text)) return false
  const all = wordsOf(text)
  const isTopic = (word: string) => isWorld(word) || TECHNOLOGY.has(word.toLowerCase())
  const hasWorldTopic = all.slice(0, TOPIC_WORDS).some(isTopic) && VERB.test(text)
  if (hasWorldTopic && DEFINES.test(text)) return true
  const plain = inWorldsWords(text)
  if (isTextbook(plain, hasWorldTopic)) return true
  if (RULE.test(firstClause(text))) return false
  const isAboutWorld = hasWorldTopic && !HERE.test(text)
  if (SPECIFIC.test(plain.replace(/^\P{L}*\p{Lu}/u, (start) => start.toLowerCase()))) return false
  const telling = all.filter((word) => !isWorld(word) && !EMPTY.has(word.toLowerCase()))
  return (
    telling.length < LEAST_TELLING ||
    (isAboutWorld && !/\b(?:because|since|so\s+that|to\s+avoid)\b/i.test(text)) ||
    isUnsupported(text)
  )
}

/** "after use" is no way of working. */
const NO_USE = /\b(?:after|in|of|before)\s+use\b/gi

/** Said by an agent, that is a lesson: no name, number, code or place, nothing that is here, no way of working. */
export function isLesson(text: string): boolean {
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(text) || HERE.test(text)) return false
  const plain = inWorldsWords(text).replace(/^\P{L}*\p{Lu}/u, (start) => start.toLowerCase())
  return !SPECIFIC.test(plain) && !SUPPORT.test(plain.replace(NO_USE, ""))
}
