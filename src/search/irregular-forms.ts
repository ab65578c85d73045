// English words whose forms do not begin alike: "buy" also finds "bought", and "color" finds "colour". Only words that mean something by themselves.
import { stemOf } from "../text/words.ts"

const FORMS = `arise arose arisen|become became|begin began begun|bend bent|bind bound|bite bit bitten|blow blew blown|break broke broken|breed bred|bring
  brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|cost costs|cut cutting|deal dealt|dig dug|draw drew drawn|dream
  dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot
  forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid
  hidden|hit hitting|hold held|keep kept|know knew known|lead led|leave left|lend lent|let letting|lie lay lain|light lit|lose lost|make made|mean
  meant|meet met|overwrite overwrote overwritten|pay paid|put putting|quit quitting|rebuild rebuilt|rewrite rewrote rewritten|ride rode ridden|ring
  rang rung|rise rose risen|run ran running|say said|see saw seen|seek sought|sell sold|send sent|set setting|shake shook shaken|shine shone|shoot
  shot|show shown|shrink shrank shrunk|shut shutting|sing sang sung|sink sank sunk|sit sat sitting|sleep slept|slide slid|speak spoke spoken|spend
  spent|spin spun|split splitting|spread spreading|spring sprang sprung|stand stood|steal stole stolen|stick stuck|strike struck|swear swore
  sworn|sweep swept|swim swam swum swimming|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw
  thrown|understand understood|wake woke woken|wear wore worn|win won winning|withdraw withdrew withdrawn|write wrote written|child children|foot
  feet|tooth teeth|goose geese|mouse mice|man men|woman women|person people|wife wives|life lives|knife knives|leaf leaves|half halves|shelf
  shelves|wolf wolves|index indices indexes|matrix matrices|vertex vertices|criterion criteria|good better best|bad worse worst`

/** Words with two spellings that no rule turns into each other; the forms are those whose stems differ. */
export const SPELLINGS = `acknowledgment acknowledgement|analog analogue|analyze analyse analysed analysis|artifact artefact|catalog
  catalogue|center centre|defense defence|dialog dialogue|draft draught|enrollment enrolment|fulfil fulfill|gray grey|judgment judgement|license licence
  licensed|liter litre|meter metre|mold mould|offense offence|program programme|skeptical sceptical`

const BASE = firstOf(FORMS, (word) => word)
const SPELT = firstOf(SPELLINGS, stemOf)

/** Leads from each further word of a line to its first. */
function firstOf(table: string, read: (word: string) => string): ReadonlyMap<string, string> {
  const lines = table.split("|").map((line) => line.trim().split(/\s+/).map(read))
  return new Map(lines.flatMap(([first = "", ...others]) => others.map((other) => [other, first] as const)))
}

/** Of "colour", "behavioural" and their like, in what is left of a word without its ending. */
const OUR = /^((?:col|behavi|fav|flav|harb|hon|hum|lab|neighb|rum|arm|endeav|od|vap)o)u(?=r)/
/** "optimise", "normalising", "tokeniser". */
const ISE = /([lmnrt]i)s(?=(?:er)?$)/

/** One spelling, the American, for a stem that has two. */
export function oneSpelling(stem: string): string {
  const spelt = SPELT.get(stem)
  if (spelt !== undefined || stem.length < 5) return spelt ?? stem
  return stem.replace(OUR, "$1").replace(ISE, "$1z")
}

/** The dictionary form, or the word itself. */
export function baseForm(word: string): string {
  return BASE.get(word) ?? word
}
