import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { type BackgroundReport, backgroundLines, backgroundReport } from "./background-report.ts"
import { type Operation, operation } from "./operation.ts"

interface Answered extends BackgroundReport {
  /** A setting that overrides the answer. */
  readonly overruled: "on" | "off" | undefined
}

export const memoryBackground: Operation = operation({
  name: "memory_background",
  summary: "Allow background model calls that look for facts, or forbid them, and show what they have cost.",
  effect: "write",
  access: "person",
  input: { answer: z.enum(["on", "off", "show"]).optional().describe("default: show") },
  words: ["answer"],
  async run({ app }, { answer = "show" }): Promise<Answered> {
    if (answer !== "show" && !app.store.background.answer(answer, app.clock.now()))
      throw new CairnError("state_off", "the answer could not be saved: session state is off", "see cairn.log")
    const { background } = app.config
    const overruled = answer !== "show" && background !== "ask" && background !== answer ? background : undefined
    return { ...backgroundReport(app), overruled }
  },
  toText: ({ overruled, ...report }) =>
    [
      ...(overruled ? [`The setting "background" is "${overruled}", which overrides the answer.`] : []),
      ...backgroundLines(report),
    ].join("\n"),
})
