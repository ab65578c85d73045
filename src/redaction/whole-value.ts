// Where a value without quotes ends. A secret may contain any sign, so only clear evidence in the text around it ends it before the next blank or
// quote: the next field of a query, a form or a connection string, a tag, a cell, an escaped line end.
import type { Joint } from "./secret-value.ts"

const FIELD_BEFORE = /[?&;][\w .%[\]-]{0,40}[:=]$/
/** Within an address or behind other fields any name is a field's; elsewhere it may be a piece of the password. */
const LINKED = /:\/\/\S*$|[?&;]\S*$|^\S*=\S*[&;]\S*$/
const ANY_FIELD = /[&;][A-Za-z][\w .-]{1,30}=/
const KNOWN_FIELD =
  /[&;] ?(?:user(?:name|[ _]?id)?|uid|login|e?mail|server|host(?:name)?|addr(?:ess)?|data[ _]?source|database|db(?:name)?|initial[ _]catalog|port|ssl ?mode|ssl|encrypt|pooling|timeout|connect[ _]?timeout|trusted_connection|trustservercertificate|persist security info|application[ _]name|integrated security|charset|driver|grant_type|client_id|client_secret|scope|state|code|redirect_uri|next|remember(?:_me)?|submit|csrf\w*|token|account\w*|endpoint\w*|sharedaccesskey\w*)=/i
const TAG = /<\/[a-z][\w:-]{0,30}>|<(?:br|p|b|i|li|td|div|span|code|pre|strong|em)\s?\/?>/i
const OPENED = /<[^<>]{1,60}>$/
const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", ">": "<" }

/** `run` begins at `start` and contains neither blank nor quote. */
export function wholeValue(text: string, start: number, run: string, joint: Joint, env: boolean): string {
  const before = text.slice(Math.max(0, start - 60), start)
  const ends = [
    ...fieldEnds(before, run, env),
    ...(env ? [] : markupEnds(before, run, joint)),
    escapeEnd(text, start, run),
  ]
  const end = Math.min(run.length, ...ends.filter((end) => end > 0))
  return withoutClosers(run.slice(0, end))
}

function fieldEnds(before: string, run: string, env: boolean): number[] {
  const separator = FIELD_BEFORE.exec(before)?.[0].charAt(0)
  if (separator) return [run.indexOf(separator === ";" ? ";" : "&")]
  if (env) return []
  return [run.search(LINKED.test(before) ? ANY_FIELD : KNOWN_FIELD)]
}

function markupEnds(before: string, run: string, joint: Joint): number[] {
  const tag = OPENED.test(before) ? run.indexOf("<") : run.search(TAG)
  return joint === "cell" ? [tag, run.indexOf("|")] : [tag]
}

/** In a text that is itself a string of code, where line ends are escaped. */
function escapeEnd(text: string, start: number, run: string): number {
  const end = run.search(/\\(?:[nrt]|$)/)
  if (end < 0 || end === run.length - 1) return end
  const around = text.slice(Math.max(0, start - 200), start) + text.slice(start + end + 2, start + end + 200)
  return /\\[nrt"]/.test(around) ? end : -1
}

/** Without the punctuation of the sentence and brackets that were opened before the value. */
function withoutClosers(value: string): string {
  let end = value.length
  for (let i = 0; i < 3 && end > 1; i++) {
    const last = value.charAt(end - 1)
    const opener = CLOSERS[last]
    if (opener ? value.slice(0, end).includes(opener) : !/[.,;:]/.test(last) || value.charAt(end - 2) === ".") break
    end--
  }
  return value.slice(0, end)
}
