// The `<cairn>` block of a request, and what Cairn says about it in its log.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Host } from "./host.ts"
import type { ModelServer } from "./model-server.ts"
import type { RecordedRequest } from "./recording.ts"
import { cairnRoot, untilTrue } from "./store-on-disk.ts"

export function blockOf(request: RecordedRequest | undefined): string {
  return /<cairn>[\s\S]*<\/cairn>/.exec(request?.systemText ?? "")?.[0] ?? ""
}

/** The block of each turn request of a session, oldest first. */
export function blocksOf(model: ModelServer, session: string): string[] {
  return model.of("main", session).map(blockOf)
}

/** Why the prefix was rendered or served, for each turn request of a session, as cairn.log has it: `rendered first`, `served same` … */
export async function decisions(host: Pick<Host, "root">, model: ModelServer, session: string): Promise<string[]> {
  const told = () => decisionsInLog(host, session)
  // The log is written behind the prompt's back.
  await untilTrue(() => told().length >= model.of("main", session).length)
  return told()
}

/** The newest of them, once it is what it should be: a process that was ended may not have written all of its own. */
export async function untilDecided(host: Pick<Host, "root">, session: string, wanted: string): Promise<void> {
  await untilTrue(() => decisionsInLog(host, session).at(-1) === wanted)
}

function decisionsInLog(host: Pick<Host, "root">, session: string): string[] {
  const log = readFileSync(join(cairnRoot(host), "cairn.log"), "utf8")
  return [...log.matchAll(/prefix-(rendered|served) session=(\S+) reason=(\S+)/g)]
    .filter((match) => match[2] === session)
    .map((match) => `${match[1]} ${match[3]}`)
}
