import * as z from "zod"
import { type Paint, painter } from "../model/paint.ts"
import { SCOPES } from "../model/scope.ts"
import type { Commit } from "../store/git/git-log.ts"
import { historyOf } from "./memory-history.ts"
import { type Operation, operation, textArg } from "./operation.ts"

interface Diff {
  readonly commit?: Pick<Commit, "hash" | "date" | "message"> | undefined
  readonly diff: string
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
  async run({ app }, { commit, scope }): Promise<Diff> {
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
