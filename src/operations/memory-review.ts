// What only a person may do: see what waits in quarantine or was refused, and decide. A decision names the words that were shown, so that nothing
// written since is approved.
import * as z from "zod"
import { SCOPES } from "../model/scope.ts"
import { localMinute } from "../text/local-time.ts"
import { explainReason } from "./fact-reasons.ts"
import { settleHint } from "./memory-save.ts"
import { countArg, type InputOf, type Operation, operation } from "./operation.ts"
import { approve, type Decision, reject } from "./quarantine.ts"
import { waitingNotes } from "./waiting-notes.ts"

export const memoryReview: Operation = operation({
  name: "memory_review",
  summary: "Show the notes that wait in quarantine.",
  effect: "read",
  access: "person",
  input: {},
  run: async ({ app }) => ({ waiting: await waitingNotes(app) }),
  toText: ({ waiting }) =>
    waiting.map(({ path, scope, description }) => `${path} (${scope}): ${description}`).join("\n") ||
    "Nothing is waiting for review.",
})

const decision = {
  path: z.string(),
  scope: z.enum(SCOPES),
  hash: z.string().describe("of the words that were shown"),
  presentHash: z.string().optional().describe("of the note that it would replace, as it was shown"),
}

export const memoryApprove: Operation = operation({
  name: "memory_approve",
  summary: "Trust a waiting note, or let it replace the note that it was proposed for.",
  effect: "keep",
  access: "person",
  input: decision,
  run: ({ app }, input) => approve(app, decisionOf(input)),
  toText({ into, path, conflicts }) {
    if (into !== undefined) return `approved; ${into} already says the same`
    if (!conflicts) return "approved"
    return `approved; it contradicts ${conflicts.join(", ")}: ${settleHint(path ?? "", conflicts)}`
  },
})

export const memoryReject: Operation = operation({
  name: "memory_reject",
  summary: "Remove a waiting note; history keeps it.",
  effect: "keep",
  access: "person",
  input: decision,
  async run({ app }, input) {
    await reject(app, decisionOf(input))
    return { path: input.path, scope: input.scope }
  },
  toText: () => "rejected",
})

function decisionOf({ presentHash, ...given }: InputOf<typeof decision>): Decision {
  return { ...given, ...(presentHash !== undefined && { present: { hash: presentHash } }) }
}

export const memoryRejected: Operation = operation({
  name: "memory_rejected",
  summary: "List what was not saved, newest first, and why.",
  effect: "read",
  access: "person",
  input: { limit: countArg(1, 200).optional().describe("default 20") },
  async run({ app }, { limit = 20 }) {
    const refused = app.store.outcomes
      .since(0, app.project.name, 10_000)
      .filter(({ outcome }) => outcome === "rejected")
      .slice(0, limit)
      .map(({ at, text, reason, source, session }) => ({ at, text, reason, source, session }))
    return { refused }
  },
  toText({ refused }) {
    const lines = refused.map(({ at, text, reason, source }) => {
      return `${localMinute(at)}  ${text}\n  ${reason} (${source}): ${explainReason(reason, "person")}`
    })
    return lines.join("\n") || "Nothing was refused."
  },
})
