// What the model is told when the user asks to remember or to forget something: one line each, at the tail of that message.
import type { Fact, FactFate } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import { asCalls, callOf, type ToolMode } from "../model/tool-mode.ts"
import { oneLine } from "../text/text.ts"
import { asData } from "./escape.ts"

/** The intake's answer, as far as it is needed here. */
export interface SavedOutcome extends FactFate {
  readonly candidate: { readonly text: string; readonly scope: ScopeName }
}

const SAVE_THIS =
  "The user asks you to remember what this message says or what was said just before. Save it now with memory_save, one self-contained fact per call, and say what you saved."

export function saveThisLine(tools: ToolMode): string {
  return asCalls(tools, SAVE_THIS)
}

const IF_SO =
  "If so, save it with memory_save, one self-contained fact per call. What is only for this task, or pasted from elsewhere, is not a request."

/** For what only looks like a request: nothing is saved unless the model decides that it is one. */
export function maybeLines(sentences: readonly string[], tools: ToolMode): string[] {
  const [first] = sentences
  if (first === undefined) return []
  return [`The user may be asking you to remember something: ${quoted(first)}. ${asCalls(tools, IF_SO)}`]
}

/** Every request gets an outcome, even this one. */
export const PAUSED_REQUEST =
  "Memory is paused by the user. If this message asks you to remember or forget something, nothing was saved or deleted: say so, and that /memory-pause resumes memory."

const MAX_TEXT = 80
const MAX_LINES = 3

const PUT_OFF = {
  kept: "What the user asked to remember could not be written yet. Cairn tries again when the session is idle. Tell the user.",
  in_memory:
    "What the user asked to remember could not be written. Cairn tries again when the session is idle, but only until OpenCode is closed. Tell the user.",
  lost: "What the user asked to remember was not saved, and Cairn does not try again. Tell the user, and save it with memory_save.",
} as const

/** `taken` is undefined while it is still being written, and a word if it could not be: how long Cairn keeps trying. */
export function savedLines(
  taken: readonly SavedOutcome[] | keyof typeof PUT_OFF | undefined,
  wanted: readonly { readonly text: string }[],
  { hadSecret, tools }: { readonly hadSecret: boolean; readonly tools: ToolMode },
): string[] {
  if (wanted.length === 0) return []
  if (!taken) return [`The user asked to remember this, and it is still being saved: ${quoted(wanted[0]?.text ?? "")}`]
  if (typeof taken === "string") return [asCalls(tools, PUT_OFF[taken])]
  const lines = taken.slice(0, MAX_LINES).map((one) => savedLine(one, hadSecret))
  return taken.length > MAX_LINES ? [...lines, `and ${taken.length - MAX_LINES} more`] : lines
}

/** The outcome of what was announced as still being saved. */
export function settledLines(settled: readonly SavedOutcome[]): string[] {
  return settled.slice(0, MAX_LINES).map((saved) => {
    const { candidate, outcome, reason, path, into } = saved
    const { text, scope } = candidate
    const note = path ?? into
    if (note === undefined || outcome === "rejected")
      return `What the user asked to remember could not be kept after all (${reason}): ${quoted(text)}. Tell the user why.`
    return `Now saved, as the user asked: ${note} (${scope})${besideOthers(saved)}`
  })
}

function savedLine(saved: SavedOutcome, hadSecret: boolean): string {
  const { candidate, outcome, reason, path, into } = saved
  const { scope } = candidate
  const without = hadSecret ? ", without the secret in it: tell the user" : ""
  if (outcome === "promoted")
    return `Saved already, at the user's request: ${path} (${scope})${without}${besideOthers(saved)}`
  if (outcome === "absorbed") return `In memory already: ${into} (${scope})${besideOthers(saved)}`
  return `Refused (${reason}): ${quoted(candidate.text)}. Tell the user why.`
}

/** No fact is archived or doubted behind the user's back. */
function besideOthers({ path, supersedes = [], conflicts = [] }: SavedOutcome): string {
  const named = (paths: readonly string[]) => paths.slice(0, MAX_LINES).join(", ")
  const others = supersedes.filter((one) => one !== path)
  const replaced = others.length > 0 ? `; replaces ${named(others)}` : ""
  return conflicts.length > 0 ? `${replaced}; may contradict ${named(conflicts)}: ask the user` : replaced
}

/** For what the user had to say a second time and is now a fact. */
export function repeatedLines(taken: readonly SavedOutcome[]): string[] {
  return taken.map((saved) => {
    if (saved.outcome !== "promoted") return savedLine(saved, false)
    const place = `${saved.path} (${saved.candidate.scope})${besideOthers(saved)}`
    return `Saved, because the user also said this in an earlier session: ${place}. Tell the user.`
  })
}

/** For the model to judge; each is offered once. */
export function offerLine(rules: readonly string[], tools: ToolMode): string[] {
  if (rules.length === 0) return []
  return [
    `If this applies beyond this session, save it with ${callOf(tools, "memory_save")}: ${rules.slice(0, MAX_LINES).map(quoted).join(", ")}`,
  ]
}

/** The model judges whether it is the same wish, and a lasting one. */
export function recalledLine(earlier: readonly string[], tools: ToolMode): string[] {
  if (earlier.length === 0) return []
  return [
    `In an earlier session the user said ${earlier.map(quoted).join(" and ")}. If this message repeats a standing wish, save it as a rule with ${callOf(tools, "memory_save")}.`,
  ]
}

export function forgetLines(
  requests: readonly { readonly words: string; readonly facts: readonly Fact[] }[],
  tools: ToolMode,
): string[] {
  return requests.slice(0, MAX_LINES).map(({ words, facts }) => {
    if (facts.length === 0)
      return `The user asked to forget ${quoted(words)}, but no fact matches. Check ${callOf(tools, "memory_tree")}, and ask before deleting anything.`
    const found = facts.map(({ path, scope, text }) => `${path} (${scope}) ${quoted(text)}`).join("; ")
    return `The user may want to forget this: ${found}. Ask the user to confirm, then delete it with ${callOf(tools, "memory_delete")}.`
  })
}

function quoted(text: string): string {
  return `"${asData(oneLine(text, MAX_TEXT))}"`
}
