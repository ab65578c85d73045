// Source code printed by the shell, half of all that agents print. The words of a line do not tell where an agent will edit, so as much code as
// fits stays, in blocks. What is seldom edited goes first: comments and licences. Imports rank a little below code.
import type { Strategy } from "./strategy.ts"

const NUMBER = /^\s*\d+(?:\t|[:-](?=\s))/
const DEFINITION =
  /^\s*(?:(?:export|default|public|private|protected|static|async|abstract|final|inline|override|pub(?:\(\w+\))?) +)*(?:def|class|function|func|fn|interface|struct|enum|trait|impl|type|module|namespace)\b|^\s*(?:export +)?(?:const|let|var) +\w+ *= *(?:async *)?(?:\(|function\b)/
const IMPORT = /^\s*(?:import\b|from +\S+ +import\b|use +[\w:]+|#include\b|(?:const|let|var) +[^=]{1,200}= *require\()/
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|else|endif)|--\s|<!--)/
/** Only at the start of a line: a long string assigned to a name is code. */
const DOC_START = /^\s*[rRuUbB]{0,2}("""|''')/
const DOC_QUOTE = /"""|'''/g

export const source: Strategy = {
  name: "source",
  room: 1,
  names: 1,
  around: "paragraph",
  command: /\b(?:cat|sed +-n|nl|head|tail|bat|less|more|awk)\b/,
  weigh(lines) {
    let inDoc = false
    return lines.map((numbered) => {
      const line = numbered.replace(NUMBER, "")
      const wasInDoc = inDoc
      if ((inDoc || DOC_START.test(line)) && (line.match(DOC_QUOTE)?.length ?? 0) % 2 === 1) inDoc = !inDoc
      if (line.trim() === "") return 0.2
      if (DEFINITION.test(line)) return 1.2
      if (IMPORT.test(line)) return 0.9
      return wasInDoc || inDoc || COMMENT.test(line) ? 0.5 : 1
    })
  },
}

export function isDefinition(line: string): boolean {
  return DEFINITION.test(line.replace(NUMBER, ""))
}
