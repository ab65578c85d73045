// What the flow of moments.plugin.ts has heard in a real host.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "./sandbox.ts"

export interface LoggedMoment {
  readonly moment: string
  readonly said: Record<string, unknown>
}

export interface MomentsLog {
  readonly env: Record<string, string>
  read(): LoggedMoment[]
  /** Of one session, in order: the moment and what tells it from others of its kind. */
  of(session: string, ...moments: string[]): string[]
}

export function momentsLog(): MomentsLog {
  const file = join(tempDir("moments"), "moments.jsonl")
  writeFileSync(file, "")
  const read = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as LoggedMoment)
  return {
    env: { CAIRN_TEST_MOMENTS: file },
    read,
    of: (session, ...moments) =>
      read()
        .filter(({ moment, said }) => said.sessionID === session && moments.includes(moment))
        .map(({ moment, said }) => `${moment} ${said.text ?? said.messageID ?? ""}`.trim()),
  }
}
