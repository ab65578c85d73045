// The names in a text that are specific to its work: identifiers, commit ids, and numbers together with the word that says what they count (`port
// 5432`, `tail -30`, `PR #7134`). A bare number tells a reader little.

const LEAST_NAME = 5
const MAX_NAME = 60
/** A file that is written whole would crowd out everything else. */
const MAX_NAMES = 80
const MAX_LINKS = 5
const MAX_PATHS = 10
const MAX_PATH = 200

const WORD = /[A-Za-z_$][\w$]*/g
/** `snake_case` or `camelCase`; a word that is only capitalised is prose. */
const IDENTIFIER = /[A-Za-z0-9]_+[A-Za-z0-9]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/
const COMMIT = /(?<![\w-])(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}(?![\w-])/g
/** Not part of a version, a date, a time or a name. Two digits count only with a word. */
const NUMBER =
  /(?<![\w.:/])(?:[A-Za-z][\w-]{0,23}["']?(?:[ \t]?[:=(#][ \t]?["']?#?|[ \t]-{0,2}#?)|#)[1-9]\d{1,11}(?![\w:]|[.-]\d)|(?<![\w.:/-])[1-9]\d{2,11}(?![\w:]|[.-]\d)/g
const COUNTED = /^(?:.*[^\w$])?(\d{2,12})$/

export function usedNames(text: string): string[] {
  // The host's engine is slow at look-behind.
  const written = /\d/.test(text) ? [COMMIT, NUMBER].flatMap((pattern) => text.match(pattern) ?? []) : []
  const identifiers = (text.match(WORD) ?? []).filter(isIdentifier)
  const names = [...written.map((name) => name.replace(/["']/g, "").replaceAll("(", " ").trim()), ...identifiers]
  return [...new Map(names.map((name) => [keyOfName(name), name])).values()].slice(0, MAX_NAMES)
}

const PATH =
  /(?<![\w./@:~$-])(?:\/|\.{1,2}\/|~\/)?(?:[\w.@+-]{1,100}\/){1,20}[\w.@+-]{0,100}\w\.[A-Za-z]\w{0,9}(?![\w/])/g

export function pathsIn(text: string, most = MAX_PATHS): string[] {
  return [...new Set(text.match(PATH))].filter(({ length }) => length <= MAX_PATH).slice(0, most)
}

/** Pull requests, issues and runs that a text links to. */
const LINK = /\bhttps?:\/\/[\w.-]{1,80}\/[\w./-]{1,120}?\/(?:pull|issues|runs|jobs|merge_requests|commit)\/\w{1,40}/g

export function trackerLinks(text: string): string[] {
  return [...new Set(text.match(LINK))].slice(0, MAX_LINKS)
}

/** The number, without its word. */
export function keyOfName(name: string): string {
  return COUNTED.exec(name)?.[1] ?? name
}

export function isCounted(name: string): boolean {
  return COUNTED.test(name)
}

function isIdentifier(word: string): boolean {
  return word.length >= LEAST_NAME && word.length <= MAX_NAME && IDENTIFIER.test(word)
}
