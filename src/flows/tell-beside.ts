// On the first start beside another memory, the user is told once that it could be imported, and by which command. Only its existence was
// checked: nothing is read until the user asks.
import type { App } from "../app.ts"
import { notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import { importHint, memoriesToTell, surroundingsOf } from "../moving/other-memories.ts"

export async function tellBeside(app: App): Promise<void> {
  const { begun } = app
  if (begun.length === 0) return
  const all = (await memoriesToTell(surroundingsOf(app))).filter(({ memory: { told } }) => told && begun.includes(told))
  const found = [...new Map(all.map((one) => [one.memory, one])).values()]
  const [only, ...more] = found
  if (!only) return
  const titles = found.map(({ memory }) => memory.title).join(", ")
  app.store.tell(
    more.length === 0
      ? notice(
          "other_memory",
          `there is another memory here, from ${titles}; Cairn has not read it`,
          `in a terminal: ${importHint(only)}`,
        )
      : notice(
          "other_memory",
          `there are other memories here, from ${titles}; Cairn has not read them`,
          `in a terminal, "${ownCommand("import")}" lists them`,
        ),
  )
}
