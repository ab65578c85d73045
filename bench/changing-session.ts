// A session of thirty turns in a real OpenCode, in each of which session memory changes by what user and agent do and say, and by no tool of
// Cairn's: so it would be the same conversation without Cairn.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { resolveConfig } from "../src/model/config.ts"
import { renderSession } from "../src/prompt/prefix.ts"
import type { MemoryEvent } from "../src/session/memory-event.ts"
import { emptyMemory, memoryAfter } from "../src/session/session-memory.ts"
import { slotSettings } from "../src/session/working-memory.ts"
import { blockOf } from "../test/bed/cairn-block.ts"
import { type Host, type HostVersion, startHost } from "../test/bed/host.ts"
import { hostTools } from "../test/bed/host-tools.ts"
import { startModel } from "../test/bed/model-server.ts"
import type { RecordedRequest } from "../test/bed/recording.ts"
import { type Reply, say } from "../test/bed/reply.ts"
import { queryState } from "../test/bed/state-on-disk.ts"
import { builtPlugin } from "./plugins.ts"

export const TURNS = 30
export const STEPS_PER_TURN = 4

export interface ChangingSession {
  readonly turns: readonly Turn[]
}

export interface Turn {
  readonly requests: readonly RecordedRequest[]
  /** What Cairn's block would say of the session, were it rendered anew when the turn begins; empty in the first. */
  readonly memory: string
}

export async function changingSession(version: HostVersion): Promise<ChangingSession> {
  const model = await startModel()
  const host = await startHost({ version, model, api: "anthropic", plugin: builtPlugin() })
  writeProject(host.project)
  // The first prompt of a process may be answered before all notes are known; it is not what is measured here.
  await host.prompt(await host.createSession(), "hello")
  const session = await host.createSession()
  for (let turn = 0; turn < TURNS; turn++) {
    model.script(agentDoes(version, host.project, turn), { session })
    const { tools } = await host.prompt(session, userSays(turn))
    if (tools.length !== STEPS_PER_TURN - 1) throw new Error(`turn ${turn} had ${tools.length} tool calls`)
  }
  await host.stop()
  await model.close()
  const requests = model.of("main", session)
  const blocks = new Set(requests.map(blockOf))
  if (requests.length !== TURNS * STEPS_PER_TURN || blocks.size !== 1 || blocks.has(""))
    throw new Error(`${requests.length} requests with ${blocks.size} different blocks`)
  const states = statesOf(host, session)
  if (states.length !== TURNS) throw new Error(`${states.length} messages left a trace, of ${TURNS}`)
  return {
    turns: states.map((_, turn) => ({
      requests: requests.slice(turn * STEPS_PER_TURN, (turn + 1) * STEPS_PER_TURN),
      memory: states[turn - 1] ?? "",
    })),
  }
}

const fileAt = (turn: number) => `src/part-${turn}.ts`

function writeProject(project: string): void {
  mkdirSync(join(project, "src"), { recursive: true })
  const lines = Array.from({ length: 80 }, (_, at) => `export const value${at} = compute(${at}, "some text")`)
  for (let turn = 0; turn < TURNS; turn++) writeFileSync(join(project, fileAt(turn)), `${lines.join("\n")}\n`)
  const check = join(project, "tsc")
  const complaint = `echo "src/part-$1.ts(3,7): error TS2322: Type 'A$1' is not assignable to type 'B'."`
  writeFileSync(check, `#!/bin/sh\nif [ $(($1 % 2)) = 0 ]; then ${complaint}; exit 2; fi\necho "no errors"\n`)
  chmodSync(check, 0o755)
}

function userSays(turn: number): string {
  return [
    `Please go on with ${fileAt(turn)}. TODO: cover part ${turn} with a test`,
    `Let's use variant ${turn} of the parser in ${fileAt(turn)}.`,
    `Now the same for ${fileAt(turn)}, and check the types.`,
  ][turn % 3] as string
}

function agentDoes(version: HostVersion, project: string, turn: number): Reply[] {
  const { call, read, edit, shell } = hostTools(version)
  const path = join(project, fileAt(turn))
  const decision = turn % 3 === 2 ? ` [Decision: part ${turn} keeps its own cache]` : ""
  return [
    call(read(path)),
    call(edit(path, "compute(7,", `compute(${700 + turn},`)),
    shell(`./tsc ${turn}`),
    say(`Part ${turn} is changed, and its types are checked.${decision}`),
  ]
}

/** What Cairn's block says of the session after each of its messages. */
function statesOf(host: Host, session: string): string[] {
  const { config } = resolveConfig({ env: {} })
  const slots = slotSettings()
  const states = new Map<string, string>()
  let memory = emptyMemory
  for (const { message, data } of queryState(
    host,
    "SELECT message, data FROM session_event WHERE session = ? ORDER BY seq",
    session,
  )) {
    memory = memoryAfter(memory, JSON.parse(String(data)) as MemoryEvent, slots)
    states.set(String(message), renderSession({ memory, slots }, config))
  }
  return [...states.values()]
}
