// Every place in which a note's words come before a model, and what a template that escapes nothing makes of the same words.

import { renderCompactionPrompt } from "../src/compaction/compaction-prompt.ts"
import { type Fact, factOf } from "../src/model/fact.ts"
import type { NoteInfo } from "../src/model/note.ts"
import { parseNotePath } from "../src/model/note-path.ts"
import { defaultConfig } from "../src/model/settings.ts"
import { hotLines, renderTail } from "../src/prompt/news.ts"
import { renderPrefix } from "../src/prompt/prefix.ts"
import { renderRelevant } from "../src/prompt/relevant-lines.ts"
import { forgetLines, savedLines } from "../src/prompt/remember-lines.ts"
import { emptyMemory } from "../src/session/session-memory.ts"

export interface Place {
  /** Undefined where the words cannot stand at all. */
  readonly render: (words: string) => string | undefined
  /** Without any care. */
  readonly naive: (words: string) => string
  /** Whether a line break in the words is one in the prompt. */
  readonly hasLines: boolean
}

export const PLACES: Readonly<Record<string, Place>> = {
  "fact, its text": line((words) => prefixOf({ cold: [note({ description: words })] }), facts),
  "fact, its reason": line((words) => prefixOf({ cold: [note({ body: `Why: ${words}` })] }), facts),
  "fact, its type": line((words) => prefixOf({ cold: [note({ type: words })] }), facts),
  "cold note, its description": line(
    (words) => prefixOf({ cold: [note({ path: "reference/x.md", description: words })] }),
    (words) => block(`<tree scope="project">\nreference/x.md — ${words}\n</tree>`),
  ),
  "cold note, its path": line(
    (words) => withPath(words, (path) => prefixOf({ cold: [note({ path: `reference/${path}` })] })),
    (words) => block(`<tree scope="project">\nreference/${words}.md — x\n</tree>`),
  ),
  "hot note, its path": line(
    (words) => withPath(words, (path) => prefixOf({ hot: [note({ path: `system/${path}`, hot: true })] })),
    (words) => block(`<system path="system/${words}.md">\nx\n</system>`),
  ),
  "hot note, its description": line(
    (words) => prefixOf({ hot: [note({ path: "system/x.md", hot: true, description: words })] }),
    (words) => block(`<system path="system/x.md" description="${words}">\nx\n</system>`),
  ),
  "hot note, its body": {
    ...line(
      (words) => prefixOf({ hot: [note({ path: "system/x.md", hot: true, body: words })] }),
      (words) => block(`<system path="system/x.md">\n${words}\n</system>`),
    ),
    hasLines: true,
  },
  "contradicting facts": line(
    (words) =>
      withPath(words, (path) => {
        const [one, other] = [note({ path: `facts/${path}` }), note({ path: "facts/other.md" })]
        return prefixOf({ cold: [one, other], conflicts: [[one.fact as Fact, other.fact as Fact]] })
      }),
    (words) => block(`<waiting>\nfacts/${words}.md and facts/other.md contradict each other\n</waiting>`),
  ),
  "relevant note, at the tail": line(
    (words) => renderTail(renderRelevant([note({ path: "reference/x.md", description: words })]).lines),
    (words) => tail(`- reference/x.md (project): ${words}`),
  ),
  "relevant note, its path": line(
    (words) => withPath(words, (path) => renderTail(renderRelevant([note({ path: `reference/${path}` })]).lines)),
    (words) => tail(`- reference/${words}.md (project): x`),
  ),
  "refused fact, at the tail": line(
    (words) =>
      renderTail(
        savedLines(
          [{ candidate: { text: words, scope: "project" }, outcome: "rejected", reason: "x" }],
          [{ text: words }],
          {
            hadSecret: false,
            tools: "standard",
          },
        ),
      ),
    (words) => tail(`Not saved: "${words}"`),
  ),
  "fact to forget, at the tail": line(
    (words) => renderTail(forgetLines([{ words, facts: [note({ description: words }).fact as Fact] }], "standard")),
    (words) => tail(`The user may want to forget this: "${words}"`),
  ),
  "changed hot note, at the tail": line(
    (words) =>
      withPath(words, (path) =>
        renderTail(Object.values(hotLines([note({ path: `system/${path}` })], "standard")).map(({ text }) => text)),
      ),
    (words) => tail(`hot note system/${words}.md has changed`),
  ),
  "marked fact, for a summary": line(
    (words) =>
      renderCompactionPrompt(
        {
          memory: emptyMemory,
          slots: {},
          todos: [],
          marked: { id: "x", facts: [note({ description: words, type: words }).fact as Fact] },
        },
        defaultConfig,
      ),
    (words) => `[M1] [project] ${words}`,
  ),
}

function line(render: Place["render"], naive: Place["naive"]): Place {
  return { render, naive, hasLines: false }
}

function block(inner: string): string {
  return `<cairn>\n<instructions>\nx\n</instructions>\n${inner}\n</cairn>`
}

function tail(inner: string): string {
  return `<cairn-news>\n${inner}\n</cairn-news>`
}

function facts(words: string): string {
  return block(`<facts>\nproject:\n- ${words}\n</facts>`)
}

interface NoteWords {
  readonly path?: string
  readonly description?: string
  readonly type?: string
  readonly body?: string
  readonly hot?: boolean
}

function note({
  path = "facts/x.md",
  description = "x",
  type = "project",
  body = "",
  hot = false,
}: NoteWords): NoteInfo {
  const values = new Map([
    ["type", type],
    ["description", description],
  ])
  return {
    scope: "project",
    path,
    description,
    limit: 5000,
    chars: body.length,
    hot,
    readonly: false,
    quarantined: false,
    hash: "0123456789abcdef",
    body: body || "x",
    ...(path.startsWith("facts/") && {
      fact: factOf(values, { path, scope: "project", fileTime: 0, description, body }),
    }),
  }
}

interface View {
  readonly hot?: readonly NoteInfo[]
  readonly cold?: readonly NoteInfo[]
  readonly conflicts?: readonly (readonly [Fact, Fact])[]
}

function prefixOf({ hot = [], cold = [], conflicts = [] }: View): string {
  const folders = new Map<string, number>()
  for (const { path } of cold) folders.set(path.replace(/\/[^/]*$/, ""), cold.length)
  const view = { scope: "project" as const, hot, cold, folders, facts: cold, quarantined: 0, conflicts }
  return renderPrefix({ scopes: [view], clock: { now: 0 } }, { memory: emptyMemory, slots: {} }, defaultConfig).text
}

/** Only what the grammar of paths allows ever gets there. */
function withPath(words: string, render: (path: string) => string): string | undefined {
  try {
    return render(parseNotePath(words).path)
  } catch {
    return undefined
  }
}
