// Decides what the model answers. Asked in this order: the rules a test added, the script of the request's session, the
// script for any session, and last what keeps a host going by itself: a title, a summary, "ok".
import type { RecordedRequest } from "./recording.ts"
import { type Reply, say } from "./reply.ts"

export type Rule = {
  /** Without it the rule is for every main request. */
  when?: (request: RecordedRequest) => boolean
  /** How often the rule answers; without it, always. */
  times?: number
  reply: Reply | ((request: RecordedRequest) => Reply)
}

export class Script {
  readonly #rules: { rule: Rule; left: number }[] = []
  readonly #queues = new Map<string, Reply[]>()

  add(rules: Rule[]): void {
    for (const rule of rules) this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY })
  }

  enqueue(replies: Reply[], session = ""): void {
    this.#queues.set(session, [...(this.#queues.get(session) ?? []), ...replies])
  }

  /** Scripted replies that no request has fetched yet. */
  get unused(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0)
  }

  clear(): void {
    this.#rules.length = 0
    this.#queues.clear()
  }

  replyTo(request: RecordedRequest): Reply {
    return this.#byRule(request) ?? this.#byQueue(request) ?? ordinaryReply(request)
  }

  #byRule(request: RecordedRequest): Reply | undefined {
    const isMain = () => request.kind === "main"
    const match = this.#rules.find(({ rule, left }) => left > 0 && (rule.when ?? isMain)(request))
    if (!match) return undefined
    match.left -= 1
    return typeof match.rule.reply === "function" ? match.rule.reply(request) : match.rule.reply
  }

  #byQueue(request: RecordedRequest): Reply | undefined {
    if (request.kind !== "main") return undefined
    const own = this.#queues.get(request.sessionID)
    return own?.length ? own.shift() : this.#queues.get("")?.shift()
  }
}

function ordinaryReply(request: RecordedRequest): Reply {
  if (request.kind === "title") return say("A scripted title")
  if (request.kind === "compaction") return say(summary)
  return say("ok")
}

/** OpenCode 2 refuses a summary without a heading of its template; OpenCode 1 takes any. These serve both. */
export const summary = `## Objective
- A scripted summary
## Work State
### Completed
- everything so far
### Active
- (none)
### Blocked
- (none)
## Next Move
1. go on
## Relevant Files
- (none)`
