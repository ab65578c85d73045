// Feedback that was confirmed again and again is offered once as a line for AGENTS.md, with the diff. Only the user writes there.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { gate } from "../facts/gate.ts"
import { projectFiles } from "../intake/judge.ts"
import { knownFacts } from "../intake/known-facts.ts"
import type { Fact } from "../model/fact.ts"
import { notice } from "../model/notice.ts"
import { isPrivate } from "../model/scope.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { HostServices } from "./contract.ts"

const LEAST_CONFIRMED = 4
const OFFERED = "offered"

export async function offerInstruction(app: App, host: HostServices, session: string): Promise<void> {
  if (!host.isWatched || !app.config.toasts) return
  const isSettled = ({ type, trust, path, reinforced }: Fact) =>
    type === "feedback" && trust === "trusted" && !isPrivate(path) && reinforced.count >= LEAST_CONFIRMED
  const isNew = (fact: Fact) => !app.store.background.mark(markOf(fact))
  const settled = knownFacts(app, "project").facts.find((fact) => isSettled(fact) && isNew(fact))
  if (!settled) return
  const { text, type } = settled
  if (!app.store.background.setMark(markOf(settled), text.slice(0, 100), app.clock.now())) return
  const candidate = { text: cleanText(text).text, type, source: "manual", said: "assistant", evidence: "" } as const
  if (gate(candidate, (await projectFiles(app)).instructions) === "in_instructions") return
  const said = `"${text}" has been confirmed ${settled.reinforced.count} times. As a line of AGENTS.md it would be\n+ - ${text}`
  await host.notice(
    [{ ...notice("offer_instruction", said, "add it yourself if you like; this is said once"), isGood: true }],
    session,
  )
}

function markOf({ text }: Fact): string {
  return `${OFFERED} ${factId(text)}`
}
