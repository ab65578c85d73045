import { ownCommand } from "../model/own-command.ts"
import { earlierWorkText } from "../prompt/earlier-work-lines.ts"
import { type EarlierWork, earlierWork } from "../session/earlier-work.ts"
import { localMinute } from "../text/local-time.ts"
import { type Operation, operation } from "./operation.ts"

/** In a session the user has the command `/where-were-we`, and the model is told without asking. */
export const memoryResume: Operation = operation({
  name: "memory_resume",
  summary: "Show what the last session on this branch was about and left open.",
  effect: "read",
  access: "person",
  offered: ({ pastSessions }) => pastSessions,
  input: {},
  async run({ app }): Promise<{ readonly work: EarlierWork | undefined }> {
    const { name } = app.project
    const peek = (id: string) => app.journal.peek(id)
    const here = app.store.lastWork.latest(name, "", await app.branch())
    return { work: earlierWork(here, peek) ?? earlierWork(app.store.lastWork.latest(name, ""), peek) }
  },
  toText: ({ work }) =>
    work
      ? `${earlierWorkText(work, localMinute).text}\n\nGo on with it: opencode --session ${work.session}; read it: ${ownCommand("messages")} --session-id ${work.session}`
      : "No session of this project is on record yet.",
})
