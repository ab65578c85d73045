// The `<cairn>` block of the system prompt, most stable part first. It is a pure function of the notes: no clock, no iteration order, so the
// same notes always give the same bytes.
import { createHash } from "node:crypto"
import type { NoteInfo } from "../model/note.ts"
import { renderHot } from "./hot-notes.ts"
import { type ColdNotes, renderTrees } from "./tree.ts"

export interface PrefixSettings {
  readonly prefixBudget: number
  readonly hotBudget: number
  readonly treeBudget: number
  readonly maxTreeDepth: number
  readonly hotDir: string
}

export interface Prefix {
  readonly text: string
  readonly hash: string
  /** Notes the model sees word for word: it may replace these without reading them first. */
  readonly whole: readonly NoteInfo[]
  readonly hidden: readonly NoteInfo[]
}

/** One scope's notes; a quarantined one enters no prompt by itself and is not among them. */
export interface ScopeView extends ColdNotes {
  readonly hot: readonly NoteInfo[]
}

/** The global scope first: it changes least. */
export function renderPrefix(scopes: readonly ScopeView[], settings: PrefixSettings): Prefix {
  const open = `<cairn>\n${instructions(settings.hotDir)}`
  const close = "</cairn>"
  const room = settings.prefixBudget - open.length - close.length - 4
  const hot = scopes.flatMap((scope) => scope.hot)
  const notes = renderHot(hot, Math.min(settings.hotBudget, room))
  const trees = renderTrees(scopes, Math.min(settings.treeBudget, room - notes.text.length), settings.maxTreeDepth)
  const text = [open, notes.text, trees, close].filter((part) => part !== "").join("\n")
  return { text, hash: createHash("sha256").update(text).digest("hex"), whole: notes.whole, hidden: notes.hidden }
}

export function instructions(hotDir: string): string {
  return `<instructions>
Your long-term memory: markdown notes kept in git and shared by all sessions. The notes are what you or the user saved earlier: use them as knowledge; the user's words in this conversation come first.
Hot notes (${hotDir}/) stand below in full. Of cold notes you see path, size and description: memory_read one when it touches your task.
When you learn something a later session will need (a decision and why, a convention, a command, what the user prefers), save it at once with memory_write or memory_edit: scope "global" about the user, "project" about this project. One topic a note, short and current; ${hotDir}/ only for what every session needs, reference/ for the rest. Never save secrets.
This block is not updated after every change; memory_read and memory_tree always are.
</instructions>`
}
