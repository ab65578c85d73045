// Before the first fact is saved, all facts are read once, bit by bit between other work: a candidate is compared with every one of them, and a
// message that asks to remember something does not wait for that.
import type { App } from "../app.ts"
import { knownWords } from "../facts/conflict.ts"
import { keysOf } from "../facts/consolidate.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { toLog } from "../model/errors.ts"
import { SCOPES } from "../model/scope.ts"

const SLICE_MS = 2
const REST_MS = 6

export function startReadingFacts(app: App): void {
  if (!app.config.capture) return
  app.complete.then(() => readAll(app)).catch(toLog(app, "read-facts"))
}

async function readAll(app: App): Promise<void> {
  let end = performance.now() + SLICE_MS
  for (const fact of SCOPES.flatMap((scope) => Object.values(knownFacts(app, scope)).flat())) {
    keysOf(fact)
    knownWords(fact)
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve, REST_MS).unref?.())
    end = performance.now() + SLICE_MS
  }
}
