import { type Operation, operation } from "./operation.ts"

export const memoryFlush: Operation = operation({
  name: "memory_flush",
  summary: "Bring this session's <cairn> block up to date. Costs a prompt-cache miss.",
  effect: "write",
  access: "agent",
  input: {},
  async run({ app, session }) {
    await Promise.all([app.scopeNotes("global").refreshNow(), app.scopeNotes("project").refreshNow()])
    if (session) app.journal.note(session.id, [{ kind: "fresh", by: "flush-tool" }])
    return { refreshed: true }
  },
  toText: () => "The <cairn> block will be refreshed at the next step if anything changed",
})
