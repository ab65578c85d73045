// A flow that only writes down what it hears, in order, to the file CAIRN_TEST_MOMENTS names. A message that begins with
// "facts" also has the host asked about the sessions it names. A tail is put on every message but a session's first.
import type { HostServices, Moments, PromptBuilt } from "../../src/flows/contract.ts"
import { flowPlugin, silentMoments, writeMoment, writtenDown } from "./flow-plugin.ts"

function momentsFor(host: HostServices): Moments {
  const moments = writtenDown({
    ...silentMoments,
    async userSpoke(said) {
      if (said.text.startsWith("facts")) await writeFacts(host, said.text.split(" ").slice(1))
      const question = { purpose: "extraction", prompt: "a question of Cairn's", model: "bed/small" } as const
      if (said.text.startsWith("ask")) void host.ask({ ...question, deadlineMs: 20_000, about: said.sessionID })
      return said.isFirst ? {} : { tail: `\n\n[tail of ${said.text}]` }
    },
  })
  return {
    ...moments,
    promptBuilt: (said) => moments.promptBuilt(spelledOut(said)),
    /** Takes a while, as a disk may. */
    async reverted(said) {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
      await moments.reverted(said)
    },
  }
}

/** With what tools have said in it, which is else a question that a log cannot ask. */
function spelledOut(said: PromptBuilt): PromptBuilt {
  return { ...said, foreign: said.foreign?.() } as unknown as PromptBuilt
}

async function writeFacts(host: HostServices, sessions: readonly string[]): Promise<void> {
  for (const session of sessions) {
    const [parent, exists, todos] = await Promise.all([
      host.parentOf(session).catch(() => "failed"),
      host.exists(session),
      host.todos(session),
    ])
    writeMoment("facts", {
      session,
      parent: parent === undefined ? "unknown" : parent,
      exists: exists ?? "unknown",
      todos,
    })
  }
}

export default flowPlugin("moments", (host) => ({ moments: momentsFor(host) }))
