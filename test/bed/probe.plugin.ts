// The smallest plugin that shows itself to the model on both generations of OpenCode: one system block and one tool.
// OpenCode 1 also calls `setup`, with a context that has no session hooks; there it must do nothing.

type Options = { block?: string } | undefined

type V1Output = { system: string[] }
type V2Event = { system: { type: "text"; text: string }[] }
type V2Context = {
  options?: Options
  session?: { hook?: (name: string, run: (event: V2Event) => Promise<void>) => Promise<void> }
  tool: { transform: (edit: (editor: { add: (tool: unknown) => void }) => void) => Promise<void> }
}

const description = "Repeats a word"
const blockOf = (options: Options) => options?.block ?? "<probe>the probe plugin was here</probe>"
const echo = (args: { word?: unknown }) => `echo: ${String(args.word)}`

export default {
  id: "bed-probe",
  server: async (_input: unknown, options: Options) => ({
    "experimental.chat.system.transform": async (_input: unknown, output: V1Output) => {
      if (output.system[0]?.includes("<env>")) output.system.push(blockOf(options))
    },
    tool: {
      probe_echo: {
        description,
        args: { word: { type: "string" } },
        execute: async (args: { word?: unknown }) => echo(args),
      },
    },
  }),
  setup: async (ctx: V2Context) => {
    if (typeof ctx.session?.hook !== "function") return
    await ctx.session.hook("context", async (event) => {
      event.system.push({ type: "text", text: blockOf(ctx.options) })
    })
    await ctx.tool.transform((editor) => {
      editor.add({
        name: "probe_echo",
        description,
        input: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
        execute: async (args: { word?: unknown }) => ({ content: echo(args) }),
        options: { codemode: false },
      })
    })
  },
}
