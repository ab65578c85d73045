// How many tests passed and failed, by the last lines of a runner's report. Runners put it into one line, or each count on its own.
import { oneLine } from "../text/text.ts"
import { isBeside, isCount, lineStarts } from "./command-errors.ts"

/** The summary is the end of a report; a script may print some lines after it. */
const END_CHARS = 6000
const END_LINES = 60
const MOST_LINES = 3
const MAX_COUNTS = 80

const NUMBER_FIRST =
  /(?<![\w.])\d+ (?:tests? |specs? )?(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|problems?)\b(?!:)/i
const NUMBER_LAST = /\b(?:Tests run|Tests|Passed|Failed|Failures): *\d|^[ℹ#] (?:pass|fail) \d|\b(?:failures|errors)=\d/
/** Words of counts that are none of an error: isCount has the others. */
const MORE_WORDS = /\b(?:passing|failing|examples?|specs?|assertions|run|tested|ok)\b/gi
/** One line that has all counts; what stands above it counts files, or is the first of several such lines. */
const WHOLE = /^(?:\[\w+\] )?Tests?\b/i
const NOTHING_RUN = /\b0 passed; 0 failed\b/
const RULERS = /[━─═⎯=]{2,}/g
const TIMES = /[,;]? (?:finished )?in \d[\d.:]*\s?\w*\.?|\(\d[\d.]*\s?m?s\)/g
const UNTOLD = /[,;|] *0 (?:ignored|measured|filtered out|skipped|todo|pending)\b/gi

/** For example `3 failed, 120 passed`. Undefined if the report does not count. */
export function countsIn(output: string): string | undefined {
  const lines = lineStarts(output.slice(-END_CHARS))
    .slice(-END_LINES)
    .filter((line) => isCounts(line))
    .map((line) => oneLine(line.replace(RULERS, " ").replace(TIMES, "").replace(UNTOLD, ""), MAX_COUNTS))
  const whole = lines.filter((line) => WHOLE.test(line))
  const told = whole.length > 0 ? whole.slice(-1) : lines.slice(-MOST_LINES)
  return told.length === 0 ? undefined : oneLine(told.join(", ").replace(/[ℹ#] /g, ""), MAX_COUNTS)
}

function isCounts(line: string): boolean {
  if (!NUMBER_FIRST.test(line) && !NUMBER_LAST.test(line)) return false
  return !isBeside(line) && !NOTHING_RUN.test(line) && isCount(line.replace(MORE_WORDS, " "))
}
