// Takes memory elsewhere: as text for people and programs.
import * as z from "zod"
import { SCOPES } from "../model/scope.ts"
import { exportNotes, toJson, toMarkdown } from "../moving/export-facts.ts"
import { type Operation, operation } from "./operation.ts"

export const memoryExport: Operation = operation({
  name: "memory_export",
  summary: "Print this memory as markdown or JSON.",
  effect: "read",
  access: "person",
  input: {
    format: z.enum(["markdown", "json"]).optional().describe("default markdown"),
    scope: z.enum(SCOPES).optional().describe("default both"),
  },
  async run({ app }, { format = "markdown", scope }): Promise<{ readonly format: string; readonly text: string }> {
    const memory = await exportNotes(app, scope ? [scope] : SCOPES)
    return { format, text: format === "json" ? toJson(memory) : toMarkdown(memory) }
  },
  toText: ({ text }) => text.trimEnd(),
})
