// A text cut into tokens: words, names and paths with the signs that may be inside them, runs of writing without spaces. Every past message goes
// through here, and most of it is ASCII with a few other characters: only pieces with such characters are cut by the slow rules.
import { SPACELESS } from "../text/script.ts"

const LETTER = `(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}_])`
/** A run of a script without spaces, C++ and its like, or letters with the signs that may be inside a name or a path. */
const TOKEN = new RegExp(`[${SPACELESS}]+|[CFGJcfgj](?:\\+\\+|#)|${LETTER}+(?:['’./\\\\:-]{1,2}${LETTER}+)*`, "gu")
/**
 * The same for ASCII. Anything beyond it is included here, and then cut by the other pattern. C++, C#, F#, J# and g++ keep their signs: without them
 * nothing would be left of the name. A letter behind a dot is the end of a file name.
 */
const RUN =
  /[\w\u0080-\uffff]+(?:['./\\:-]{1,2}[\w\u0080-\uffff]+)*(?:(?:\+\+|#)(?<=(?<![\w'.\\:-])[CFGJcfgj](?:\+\+|#)))?/g
const BEYOND_ASCII = /[^\x00-\x7f]/

export function eachToken(text: string, visit: (token: string) => void): void {
  for (const run of text.match(RUN) ?? []) {
    if (BEYOND_ASCII.test(run)) for (const token of run.normalize("NFKC").match(TOKEN) ?? []) visit(token)
    else visit(run)
  }
}
