// What the next summary takes over from a checkpoint. Where the record has something to say, it is right: a command that has passed since must not
// survive in a copy. From a summary made from the record, only what the record may have lost is carried over.

import type { Essential } from "../session/compaction-account.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { foldText } from "../text/fold.ts"
import type { Checkpoint } from "./checkpoint.ts"
import { pathsOfLine } from "./file-lines.ts"
import { spacedText, withoutHidden } from "./summary-page.ts"

export type Carried = ReturnType<typeof carriedFrom>

export const FROM_RECORD = "(from the record of this session, without a model)"
export const EARLIER = "earlier: "
export const LAST_WORDS = "my last words: "
export const QUOTE = "the user: "
const EXIT = /^(.+) \(exit (-?\d+)\)$/
const MOST = {
  objective: 5,
  directives: 20,
  decisions: 12,
  commands: 20,
  files: 200,
  completed: 15,
  earlier: 12,
} as const

export function carriedFrom(checkpoint: Checkpoint, memory: SessionMemory) {
  const isOwn = checkpoint["## Work State"].includes(FROM_RECORD)
  const context = checkpoint["## Important Context"]
  return {
    objective: checkpoint["## Objective"].slice(0, MOST.objective),
    directives: checkpoint["## Requirements"].slice(0, MOST.directives),
    decisions: checkpoint["## Decisions"].slice(0, MOST.decisions),
    commands: failuresIn(checkpoint["### Blocked"], memory).slice(0, MOST.commands),
    files: filesIn(checkpoint["## Relevant Files"], isOwn, memory).slice(0, MOST.files),
    completed: checkpoint["### Completed"].filter((line) => !EXIT.test(line)).slice(0, MOST.completed),
    quotes: context.filter((line) => line.startsWith(QUOTE)),
    lastWords: checkpoint["## Next Move"].filter((line) => line.startsWith(LAST_WORDS)).slice(0, 1),
    // Everything else, in the words of the summary.
    earlier: (isOwn ? context.filter((line) => line.startsWith(EARLIER)) : foreignLines(checkpoint))
      .map((line) => line.replace(EARLIER, ""))
      .slice(0, MOST.earlier),
  }
}

/** From a summary written by someone else: what has no list of its own here. */
function foreignLines(checkpoint: Checkpoint): string[] {
  return [
    ...checkpoint["### Blocked"].filter((line) => !EXIT.test(line)),
    ...checkpoint["### Active"],
    ...checkpoint["## Next Move"],
    ...checkpoint["## Important Context"].filter((line) => !line.startsWith(QUOTE)),
    ...checkpoint["## Relevant Files"].filter((line) => pathsOfLine(line, false).length === 0),
    ...checkpoint["## Work State"],
  ]
}

function failuresIn(lines: readonly string[], { ledger }: SessionMemory): Essential[] {
  const isOnRecord = (text: string) =>
    ledger.commands.some(({ command }) =>
      text.endsWith("…") ? keyOf(command).startsWith(keyOf(text.slice(0, -1))) : keyOf(command) === keyOf(text),
    )
  return lines.flatMap((line): Essential[] => {
    const [, text, exit] = EXIT.exec(line) ?? []
    return text === undefined || isOnRecord(text) ? [] : [{ kind: "command", text, exit: Number(exit) }]
  })
}

function filesIn(lines: readonly string[], isOwn: boolean, { ledger }: SessionMemory): Essential[] {
  const known = new Set(ledger.changedFiles.map(({ path }) => spacedText(withoutHidden(path))))
  const paths = lines.flatMap((line) => pathsOfLine(line, isOwn)).filter((path) => !known.has(withoutHidden(path)))
  return [...new Set(paths)].map((text) => ({ kind: "file", text, action: "edit" }))
}

/** Equal for texts that say the same, whether or not they were escaped for a prompt. */
export function keyOf(text: string): string {
  return foldText(withoutHidden(text))
}
