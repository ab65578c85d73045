// The story the demo tells: what the person says, what the scripted model does about it, and which notes must come of it.
import { callTool, type Reply, say, type ToolCall } from "../../test/bed/reply.ts"

export const PROJECT = "tide-clock"

export interface StoryNote {
  readonly scope: "global" | "project"
  readonly path: string
  readonly content: string
  /** What the next session's prompt must show of it: a hot note's text, a cold note's index line. */
  readonly remembered: readonly string[]
  readonly call: ToolCall
}

/** What the person asks to remember, and nobody else writes. */
export const fact = "the tests are run with `./check`, never with `npm test`"

export const askedFirst =
  `Remember that ${fact}. That one talks to the real harbour, and in March it sounded the fog horn at three in the ` +
  "morning. And keep it short, please: I read your answers on my phone, on the pier."

export const askedNext = "Morning! I changed how neap tides are computed. Can you see whether I broke anything?"

export const notes: readonly StoryNote[] = [
  hot("global", "system/human.md", "Who the user is, and what they like", [
    "Wants short answers: reads them on a phone.",
  ]),
  cold(
    "reference/horn.md",
    "Why `npm test` is off limits: the night of the fog horn",
    "In March `npm test` talked to the real harbour and sounded its fog horn at three in the morning.\n" +
      "Since then the tests are run with `./check`.",
  ),
]

export const askedToWork = "They fail at spring tide, too. Please fix that, and never round the water level."

/** What the work leaves behind that a summary must not lose, as the prompt after it shows it. */
export const atStake = {
  goal: "Fix the spring tides without rounding the water level",
  directive: "never round the water level",
  file: "src/tides.js",
  command: "./check",
} as const

/** The agent sets its goal, changes a file and sees the tests fail. */
export function work(project: string): Reply[] {
  return [
    callTool("core_memory_update", { block: "goal", content: atStake.goal }),
    callTool("write", {
      filePath: `${project}/${atStake.file}`,
      content: "export const level = (tide) => tide.height\n",
    }),
    callTool("bash", { command: atStake.command, description: "run the tests" }),
    say("One test still fails. I go on."),
  ]
}

/** The worst summary there is. */
export const forgetful = say("## Objective\n(the conversation was about the sea)")

export const thanks = say("Noted. `./check` from now on, and the harbour may sleep.")

/** The model knows what its prompt tells it: it takes the command from the block, or has to ask. */
export function answerFrom(block: string): Reply {
  const command = /the tests are run with `([^`]+)`/.exec(block)?.[1]
  return say(command ? `On it, with \`${command}\`. The fog horn stays quiet.` : "Sure. How are the tests run here?")
}

function hot(scope: StoryNote["scope"], path: string, description: string, lines: string[]): StoryNote {
  const content = lines.join("\n")
  return { scope, path, content, remembered: lines, call: write({ scope, path, description, content }) }
}

function cold(path: string, description: string, content: string): StoryNote {
  const call = write({ scope: "project", path, description, type: "decision", content })
  return { scope: "project", path, content, remembered: [description], call }
}

function write(args: Record<string, string>): ToolCall {
  return { name: "memory_write", args }
}
