// One session as Cairn sees it: its goal, what it keeps in mind, what is still failing, and exactly what its model was shown.
import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { painter } from "../model/paint.ts"
import { localMinute } from "../text/local-time.ts"
import { type Operation, operation, textArg } from "./operation.ts"
import { promptsShown, type SeenPrompt, sessionMeant, sourcesOf } from "./seen-prompts.ts"

export const memorySession: Operation = operation({
  name: "memory_session",
  summary: "Show what a session keeps in mind; with --prompts, what its model was shown, line by line.",
  effect: "read",
  access: "person",
  input: {
    session: textArg(200).optional().describe("its id; default the last one of this project"),
    prompts: z.boolean().optional().describe("also all texts that the model was shown, each line with its origin"),
  },
  words: ["session"],
  ids: ["session"],
  async run({ app }, { session: named, prompts }) {
    const session = await sessionMeant(app, named)
    const shown = promptsShown(app, session)
    if (shown.length === 0 && !app.journal.knows(session))
      throw new CairnError(
        "no_such_session",
        `Cairn knows nothing of session ${session}`,
        "memory_sessions lists those of OpenCode",
      )
    const { core, working, activity, directives, paused } = app.journal.peek(session)
    const slots = [
      ...Object.entries(working.slots).map(([name, items]) => ({ title: app.slots[name]?.title ?? name, items })),
      { title: "Pool", items: working.pool },
    ]
    return {
      session,
      isPaused: paused === "now",
      core,
      slots: slots
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => ({ title, items: items.map(({ text }) => text) })),
      openErrors: activity.openErrors.map(({ summary, command }) => ({ summary, command })),
      files: activity.files.map(({ path, action }) => `${path} (${action})`),
      directives,
      shown,
      showsAll: prompts === true,
    }
  },
  toText({ session, isPaused, core, slots, openErrors, files, directives, shown, showsAll }, _, screen) {
    const hasColour = screen?.hasColour ?? false
    const paint = painter(hasColour)
    const part = (title: string, lines: readonly string[]) =>
      lines.length === 0 ? [] : ["", paint("bold", title), ...lines]
    const list = (title: string, items: readonly string[]) => {
      return part(
        title,
        items.map((item) => `- ${item}`),
      )
    }
    const failing = openErrors.map(({ summary, command }) => `${summary} (${command})`)
    const pictures = shown.map(
      (prompt) => `${localMinute(prompt.at)}  ${prompt.kind} (${prompt.reason}): ${sourcesOf(prompt)}`,
    )
    return [
      `Session ${session}${isPaused ? " (paused: nothing of it is kept)" : ""}`,
      ...Object.entries(core).flatMap(([name, { content }]) =>
        part(name.toUpperCase(), content.trim() ? content.trim().split("\n") : []),
      ),
      ...list("YOUR INSTRUCTIONS", directives),
      ...slots.flatMap(({ title, items }) => list(title.toUpperCase(), items)),
      ...list("STILL FAILING", failing),
      ...part("FILES", files),
      ...part("WHAT THE MODEL WAS SHOWN, newest first", pictures),
      ...(showsAll ? shown.flatMap((prompt) => wholePrompt(prompt, hasColour)) : []),
      ...(shown.length > 0 && !showsAll
        ? ["", "--prompts shows these texts themselves, each line with its origin"]
        : []),
    ].join("\n")
  },
})

const ORIGIN_COLUMNS = 28

/** Each line after its origin, which is not repeated from line to line. */
function wholePrompt(prompt: SeenPrompt, hasColour: boolean): string[] {
  const paint = painter(hasColour)
  let last = ""
  const lines = prompt.lines.map(({ text, from }) => {
    const origin = from.of === undefined ? from.kind : `${from.kind} ${from.of}`
    const shown = origin === last ? "" : origin
    last = origin
    const cut = shown.length > ORIGIN_COLUMNS ? `…${shown.slice(1 - ORIGIN_COLUMNS)}` : shown
    return `${paint("dim", cut.padEnd(ORIGIN_COLUMNS))} │ ${text}`
  })
  return ["", paint("bold", `${prompt.kind} of ${localMinute(prompt.at)} (${prompt.reason})`), ...lines]
}
