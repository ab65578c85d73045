// The history of notes: its commits, and what one of them changed.
import * as z from "zod"
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import { type Paint, painter } from "../model/paint.ts"
import { SCOPES } from "../model/scope.ts"
import { messageAbout } from "../store/git/commit-message.ts"
import type { History, HistoryStatus } from "../store/git/history.ts"
import { fileOf, placeOf } from "./note-access.ts"
import { countArg, type Operation, operation, textArg } from "./operation.ts"

export const memoryHistory: Operation = operation({
  name: "memory_history",
  summary: "Show changes of notes, newest first.",
  effect: "read",
  access: "both",
  input: {
    limit: countArg(1, 200).optional().describe("default 10"),
    path: z.string().optional().describe("only this note"),
    scope: z.enum(SCOPES).optional().describe("default both"),
  },
  async run(ask, input) {
    const { app } = ask
    const history = historyOf(app)
    const projectFolder = app.project.scope.folder.join("/")
    const paths =
      input.path !== undefined
        ? [fileOf(placeOf(ask, { path: input.path, scope: input.scope }))]
        : input.scope
          ? [app.scope(input.scope).folder.join("/")]
          : [projectFolder, "global"]
    const { result } = await history.flush()
    // Without git there is nothing to list, and the status says so better than an error would.
    const commits =
      result === "failed" && history.status().state === "off"
        ? []
        : await history.list({ limit: input.limit ?? 10, paths })
    // A commit may name notes of other projects; they are not listed here.
    const about = commits.map((commit) => ({ ...commit, message: messageAbout(commit.message, commit.files) }))
    return { commits: about, status: history.status(), projectFolder }
  },
  toText({ commits, status, projectFolder }) {
    const lines = commits.map(({ hash, date, message, files }) => {
      const shown = files
        .slice(0, 8)
        .map((file) => (file.startsWith(`${projectFolder}/`) ? file.slice(projectFolder.length + 1) : file))
      const more = files.length > 8 ? `, and ${files.length - 8} more` : ""
      return `${hash.slice(0, 10)} ${date.slice(0, 16).replace("T", " ")} ${message}\n  ${shown.join(", ")}${more}`
    })
    return [...(lines.length > 0 ? lines : ["no changes yet"]), ...remark(status)].join("\n")
  },
})

export function historyOf(app: App): History {
  if (app.store.history) return app.store.history
  throw new CairnError("history_off", "history is switched off", 'the setting "history" switches it on')
}

function remark({ state, reason }: HistoryStatus): string[] {
  if (state === "off" || state === "behind")
    return [`history is behind: ${reason ?? "git failed"}; notes are safe and it goes on by itself`]
  if (state === "pending") return [`some changes are not committed yet${reason ? ` (${reason})` : ""}`]
  return reason ? [reason] : []
}

export const memoryDiff: Operation = operation({
  name: "memory_diff",
  summary: "Show what a commit of memory_history changed, line by line; default the last one.",
  effect: "read",
  access: "person",
  input: {
    commit: textArg(64).optional().describe("its hash, as in the history"),
    scope: z.enum(SCOPES).optional().describe("default both"),
  },
  words: ["commit"],
  ids: ["commit"],
  async run({ app }, { commit, scope }) {
    const history = historyOf(app)
    await history.flush()
    const folders = (scope ? [scope] : SCOPES).map((name) => app.scope(name).folder.join("/"))
    const hash =
      commit === undefined ? (await history.list({ limit: 1, paths: folders }))[0]?.hash : await history.resolve(commit)
    if (hash === undefined) return { diff: "" }
    const { message, date, diff } = await history.diff(hash, folders)
    return { commit: { hash, date, message }, diff }
  },
  toText({ commit, diff }, _, screen) {
    if (!commit) return "no changes yet"
    const paint = painter(screen?.hasColour ?? false)
    const paints: Readonly<Record<string, Paint>> = { "+": "green", "-": "red", "@": "cyan" }
    const shown = diff.split("\n").map((line) => {
      const isHead = /^(?:diff|index|---|\+\+\+|new file|deleted file)/.test(line)
      const colour = isHead ? "bold" : paints[line.charAt(0)]
      return colour ? paint(colour, line) : line
    })
    const head = `${commit.hash.slice(0, 10)} ${commit.date.slice(0, 16).replace("T", " ")} ${commit.message}`
    return [head, "", ...(diff === "" ? ["nothing in this project or in the global notes"] : shown)]
      .join("\n")
      .trimEnd()
  },
})
