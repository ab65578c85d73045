// On the first start next to another memory the user is told once that it could be imported, and by which command. Only its name was looked at:
// nothing is read until the user asks.
import type { App } from "../app.ts"
import { notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import { findMemories, surroundingsOf } from "../moving/other-memories.ts"

export async function tellBeside(app: App): Promise<void> {
  const { begun } = app
  if (begun.length === 0) return
  const found = (await findMemories(surroundingsOf(app))).filter(({ memory: { told } }) => told && begun.includes(told))
  for (const { name, title } of new Set(found.map(({ memory }) => memory)))
    app.store.tell(
      notice(
        "other_memory",
        `there is another memory here, from ${title}; Cairn has not read it`,
        `"${ownCommand(`import ${name}`)}" in a terminal shows what would move in`,
      ),
    )
}
