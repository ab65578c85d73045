// What the agent and the user mention in passing: after a compaction the work continues with it.
import type { App } from "../app.ts"
import { inWorktree } from "../commands/shell-files.ts"
import { cleanText, piecesOf } from "../redaction/clean-text.ts"
import type { CleanEvent } from "../session/event-kinds.ts"
import type { LiveSession } from "../session/live-session.ts"
import { mentionedItems } from "../session/mentions.ts"
import { workingItems } from "../session/working-memory.ts"
import type { CleanText } from "../text/known-clean.ts"
import { pathsIn, trackerLinks, usedNames } from "../text/used-names.ts"
import { isLibraryCode } from "../window/pruning/foreign.ts"

const MAX_SAID = 64 * 1024
const MAX_FILES_NAMED = 40
/** Only the first paths: a pasted trace is mostly frames of libraries. */
const MAX_PATHS_READ = 400

/** `said` is the agent's own text; from a tool's output only links count. */
export function namesUsed({ project }: App, said: string, printed = ""): CleanEvent[] {
  const { text } = cleanText([said, ...trackerLinks(printed)].join("\n"))
  const root = project.checkout.worktree
  const paths = pathsIn(text).map((path) => inWorktree(path, { root }))
  const names = [...trackerLinks(text), ...usedNames(withoutFolder(text, root))]
  if (names.length + paths.length === 0) return []
  return [piecesOf(text, { kind: "used" as const, names, paths })]
}

/** The folder's own name says nothing: it is in every absolute path. `/application` is not in `/app`. */
function withoutFolder(text: string, root: string): string {
  return text.split(root).reduce((said, after) => `${said}${/^[\w$-]/.test(after) ? root : "."}${after}`)
}

/** The files that the user mentions are what the agent will look at, even if it has not got to them yet. */
export function filesSpokenOf({ project, config }: App, said: CleanText): CleanEvent[] {
  if (!config.activity) return []
  const paths = pathsIn(said.slice(0, MAX_SAID), MAX_PATHS_READ)
  const root = project.checkout.worktree
  const own = paths.map((path) => inWorktree(path, { root })).filter((path) => !isLibraryCode(path))
  const files = piecesOf(said, own.slice(0, MAX_FILES_NAMED))
  return files.length === 0 ? [] : [{ kind: "used", names: [], paths: files }]
}

/** The items of working memory that a text names, except for what was added just now: they count as named again, once for each message or step. */
export function itemsNamed(
  app: App,
  { id }: LiveSession,
  text: string,
  { message, added }: { readonly message?: string; readonly added?: ReadonlySet<string> } = {},
): CleanEvent[] {
  const { working, step } = app.journal.read(id)
  const items = workingItems(working).filter((item) => !added?.has(item.text))
  const texts = mentionedItems(items, text)
  return texts.length > 0 ? [{ kind: "mention", texts, in: message ?? `step ${step}` }] : []
}
