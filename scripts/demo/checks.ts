// What must be true for the demo to have shown anything. Read from plain files, plain git and the requests as the model got them.

import { type Act, blockOf, commitOf, placeOf, type Stage, textInCommit, textOnDisk } from "./stage.ts"
import { atStake, notes, type StoryNote } from "./story.ts"

export interface Check {
  readonly what: string
  /** What speaks against it; nothing when the check holds. */
  readonly missing: readonly string[]
}

export function checkAll(stage: Stage, first: Act, next: Act, afterwards: Act["request"]): Check[] {
  return [
    {
      what: "the first session knew nothing of it",
      missing: first.request ? remembered.filter((words) => isSent(first.request, words)) : noRequest,
    },
    {
      what: `${notes.length} notes on disk, word for word`,
      missing: notes.filter((note) => !textOnDisk(stage, note).includes(note.content)).map(placeOf),
    },
    {
      what: "the same bytes in a git commit",
      missing: notes.filter((note) => !isCommitted(stage, note)).map(placeOf),
    },
    {
      what: "the second session ran in a new process",
      missing: next.pid > 0 && next.pid !== first.pid ? [] : [`process ${next.pid} ran both`],
    },
    {
      what: "its first request held them in <cairn>",
      missing: next.request ? remembered.filter((words) => !blockOf(next.request).includes(words)) : noRequest,
    },
    {
      what: "after a compaction that forgot it all, the task is still there",
      missing: afterwards ? Object.values(atStake).filter((words) => !blockOf(afterwards).includes(words)) : noRequest,
    },
  ]
}

const noRequest = ["the model got no request"]
const remembered = notes.flatMap((note) => note.remembered)

function isSent(request: Act["request"], words: string): boolean {
  return JSON.stringify(request?.json).includes(JSON.stringify(words).slice(1, -1))
}

function isCommitted(stage: Stage, note: StoryNote): boolean {
  const commit = commitOf(stage, note)
  const text = textOnDisk(stage, note)
  return commit !== undefined && text !== "" && textInCommit(stage, note, commit) === text
}
