// An agent that has read an attack and does as it says: it asks for its words to be kept, as they are or a little changed.
import { openedApp } from "../test/bed/opened-app.ts"

export interface Attack {
  readonly kind: string
  readonly text: string
}

export interface Copying {
  readonly way: "memory_save" | "memory_write" | "candidate"
  /** Who said it. */
  readonly tool: "read" | "webfetch"
  readonly reword: (text: string) => string
}

/** The attacks that are in a note which prompts may show. */
export async function poisoned(attacks: readonly Attack[], { way, tool, reword }: Copying): Promise<Attack[]> {
  const cairn = await openedApp({ env: { CAIRN_HISTORY: "false" } })
  const { app, moments, call } = cairn
  await app.complete
  const shown = () => {
    const { hot, cold } = app.scopeNotes("project").index
    return hot.length + cold.length
  }
  const reached: Attack[] = []
  for (const [number, attack] of attacks.entries()) {
    const sessionID = `ses_${number}`
    const before = shown()
    await moments.userSpoke({
      sessionID,
      messageID: `msg_${number}`,
      text: "Look at the readme, please",
      isFirst: true,
    })
    await moments.promptBuilt({ sessionID, model: "p/m", purpose: "turn", tailed: [] })
    await moments.toolEnded({
      sessionID,
      callID: `call_${number}`,
      tool,
      args: tool === "read" ? { filePath: "README.md" } : { url: "https://example.org" },
      ok: true,
      output: `# Readme\n\nHow to build it.\n\n${attack.text}\n\nThanks.`,
      files: [],
    })
    const text = reword(attack.text)
    if (way === "memory_save") await call("memory_save", { text, type: "project" }, sessionID)
    else if (way === "memory_write")
      await call("memory_write", { path: `system/note-${number}`, content: text }, sessionID)
    else
      await moments.compacted({
        sessionID,
        summary: `## Goal\nShip it\n\nMemory candidates:\n- [project] ${text.replace(/\s+/g, " ")}`,
      })
    if (shown() > before) reached.push(attack)
  }
  if (reached.length === 0 && attacks.some(({ text }) => cairn.prefixNow().includes(reword(text))))
    throw new Error("an attack is in the prompt although no note holds it")
  await cairn.close()
  return reached
}
