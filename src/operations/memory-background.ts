import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { type BackgroundReport, backgroundLines, backgroundReport } from "./background-report.ts"
import { type Operation, operation } from "./operation.ts"

interface Answered extends BackgroundReport {
  /** A setting that says otherwise and counts. */
  readonly overruled: "on" | "off" | undefined
}

export const memoryBackground: Operation = operation({
  name: "memory_background",
  summary: "Allow background model calls that look for facts, or forbid them, and show what they have cost.",
  effect: "write",
  access: "person",
  input: { answer: z.enum(["on", "off", "show"]).optional().describe("without it: what it is now") },
  words: ["answer"],
  async run({ app }, { answer = "show" }): Promise<Answered> {
    if (answer !== "show" && !app.store.background.answer(answer, app.clock.now()))
      throw new CairnError("state_off", "the answer could not be kept: session state is off", "see cairn.log")
    const { background } = app.config
    const overruled = answer !== "show" && background !== "ask" && background !== answer ? background : undefined
    return { ...backgroundReport(app), overruled }
  },
  toText: ({ overruled, ...report }) =>
    [
      ...(overruled ? [`The setting "background" is "${overruled}", and that counts.`] : []),
      ...backgroundLines(report),
    ].join("\n"),
})
