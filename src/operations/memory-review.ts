// What only a person may do: see what waits in quarantine, and decide. A decision names the words that were shown, so that nothing written since is
// approved.
import * as z from "zod"
import { SCOPES } from "../model/scope.ts"
import { type Operation, operation } from "./operation.ts"
import { type Approved, approve, type Decision, reject } from "./quarantine.ts"
import { type WaitingNote, waitingNotes } from "./waiting-notes.ts"

interface Review {
  readonly waiting: readonly WaitingNote[]
}

export const memoryReview: Operation = operation({
  name: "memory_review",
  summary: "Show the notes that wait in quarantine.",
  effect: "read",
  access: "person",
  input: {},
  run: async ({ app }): Promise<Review> => ({ waiting: await waitingNotes(app) }),
  toText: ({ waiting }) =>
    waiting.length === 0
      ? "Nothing is waiting for review."
      : waiting.map(({ path, scope, description }) => `${path} (${scope}): ${description}`).join("\n"),
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
  run: ({ app }, input): Promise<Approved> => approve(app, decisionOf(input)),
  toText({ into, conflicts }) {
    if (into !== undefined) return `approved; ${into} already says the same`
    if (!conflicts) return "approved"
    return `approved; it contradicts ${conflicts.join(", ")}: both stay until you edit or delete one`
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

function decisionOf({ presentHash, ...given }: z.infer<z.ZodObject<typeof decision>>): Decision {
  return { ...given, ...(presentHash !== undefined && { present: { hash: presentHash } }) }
}
