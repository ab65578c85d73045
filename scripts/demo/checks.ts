// What must be true for the demo to have shown anything. Read from plain files, plain git and the requests as the model got them.

import { type Act, blockOf, commitOf, factPlace, placeOf, places, type Stage, textAt, textInCommit } from "./stage.ts"
import { atStake, fact, notes } from "./story.ts"

export interface Check {
  readonly what: string
  /** What speaks against it; nothing when the check holds. */
  readonly missing: readonly string[]
}

export function checkAll(stage: Stage, first: Act, next: Act, afterwards: Act["request"]): Check[] {
  return [
    {
      what: "what was to be remembered is kept, and no model had to save it",
      missing:
        factPlace(stage) === "" ? ["there is no such fact"] : first.turn.tools.filter(saves).map(({ name }) => name),
    },
    {
      what: `one fact and ${notes.length} notes on disk, word for word`,
      missing: [
        ...(factPlace(stage) === "" ? [`a fact that says "${fact}"`] : []),
        ...notes.filter((note) => !textAt(stage, placeOf(note)).includes(note.content)).map(placeOf),
      ],
    },
    {
      what: "the same bytes in a git commit",
      missing: places(stage)
        .filter((place) => !isCommitted(stage, place))
        .map((place) => place || "the fact"),
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
const remembered = [fact, ...notes.flatMap((note) => note.remembered)]

function saves({ name }: Act["turn"]["tools"][number]): boolean {
  return name === "memory_save"
}

function isCommitted(stage: Stage, place: string): boolean {
  const commit = commitOf(stage, place)
  const text = textAt(stage, place)
  return commit !== undefined && text !== "" && textInCommit(stage, place, commit) === text
}
