// What Cairn would have put into each request of a recorded session, by its own moments: the block, the tails and what it cuts when written.
import { momentsOf } from "../src/flows/moments.ts"
import { noHost, type OpenedApp } from "../test/bed/opened-app.ts"
import { newSession } from "./hooks.ts"
import type { CairnParts } from "./retiring-replay.ts"
import { TRAIL_ROOT, type TrailCall, type TrailSession } from "./trail-sessions.ts"

const MODEL = "anthropic/claude"

/** Outputs that the recording has cut are played as they are there; what becomes of them is what would have become of the whole. */
export async function playedParts(cairn: OpenedApp, { steps }: TrailSession): Promise<Omit<CairnParts, "tools">> {
  const { project } = cairn.app
  const checkout = { ...project.checkout, worktree: TRAIL_ROOT, directory: TRAIL_ROOT }
  const moments = momentsOf({ ...cairn.app, project: { ...project, checkout } }, noHost)
  const sessionID = newSession()
  const prefixes: string[] = []
  const tails: (string | undefined)[] = []
  const shortened = new Map<string, string>()
  let answers = "msg_0000"
  let used = 15_000
  for (const [at, step] of steps.entries()) {
    cairn.clock.time += 20_000
    if (step.typedChars > 0) {
      answers = `msg_${String(at).padStart(4, "0")}`
      const said = { sessionID, messageID: answers, text: step.typed.join("\n"), isFirst: at === 0 }
      tails[at] = (await moments.userSpoke(said)).tail
    }
    const { prefix = "" } = await moments.promptBuilt({
      sessionID,
      model: MODEL,
      purpose: "turn",
      answers,
      tailed: [answers],
    })
    prefixes.push(prefix)
    await moments.stepEnded({ sessionID, tokens: { input: used }, window: { context: 200_000, usable: 168_000 } })
    for (const call of step.calls) {
      const { output } = await moments.toolEnded({ sessionID, callID: call.id, ...endedOf(call) })
      if (output !== undefined) shortened.set(call.id, output)
      used += Math.min(1000, call.outputChars / 4)
    }
  }
  return { prefixes, tails, shortened }
}

function endedOf({ tool, args, output, failed }: TrailCall) {
  const exit = tool === "bash" ? (failed ? 1 : 0) : undefined
  return { tool, args, ok: !failed || tool === "bash", output, exit, files: [] }
}
