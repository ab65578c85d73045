// Before the very first background call the user is asked, in one notice that says what would run, on which model and with which cap. No answer
// means no; the user is asked again after a week at the earliest.

import type { App } from "../app.ts"
import { consentOf } from "../background/consent.ts"
import { type Notice, notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import type { Config } from "../model/settings.ts"
import { thousands } from "../text/counted.ts"
import { backgroundModel } from "./ask-in-background.ts"
import type { HostServices } from "./contract.ts"

const ASKED = "asked"
const NO_MODEL = "no_model"
const WEEK_MS = 7 * 86_400_000
/** The first answer that somebody sees with Cairn is not covered by a question. */
const LEAST_TYPED = 2

export async function askForConsent(
  app: App,
  host: HostServices,
  { session, typed, isIdle }: { readonly session: string; readonly typed: number; readonly isIdle: () => boolean },
): Promise<void> {
  const { config, store } = app
  const consent = consentOf(config.background, store.background.answered())
  const wanted = (looks(config) || config.reconcile) && config.backgroundTokens > 0
  if (!wanted || consent === "off" || !host.isWatched || typed < LEAST_TYPED) return
  const [asked, toldOfModel] = [store.background.mark(ASKED), store.background.mark(NO_MODEL)]
  const isDue = consent === "ask" ? app.clock.now() - (asked?.at ?? 0) >= WEEK_MS : toldOfModel === undefined
  if (!isDue) return
  const looking = looks(config) ? await backgroundModel(app, host, "extraction") : undefined
  const tidying = config.reconcile ? await backgroundModel(app, host, "reconcile") : undefined
  const model = looking ?? tidying
  const told =
    model === undefined ? (consent === "on" ? NO_MODEL_NOTICE : undefined) : consentNotice(app, looking, tidying)
  if (!told || (model !== undefined && consent === "on")) return
  // In the middle of a turn a line in the conversation would make the host ask the model again.
  if (!host.hasToasts && !isIdle()) return
  // If it cannot be recorded that the user was asked, they would be asked every time.
  if (!store.background.setMark(model === undefined ? NO_MODEL : ASKED, "", app.clock.now())) return
  await host.notice([told], session)
}

function looks({ capture, extract }: Config): boolean {
  return capture && extract
}

function consentNotice({ config }: App, looking: string | undefined, tidying: string | undefined): Notice {
  const cap = thousands(config.backgroundTokens)
  const other = looking !== undefined && tidying !== looking ? ` (with ${tidying})` : ""
  const work = [
    ...(looking === undefined ? [] : ["look through the conversation and keep what later sessions need"]),
    ...(tidying === undefined ? [] : [`merge facts that say the same${other}`]),
  ]
  return notice(
    "background_consent",
    `Once you have been idle for a minute, Cairn can have ${looking ?? tidying} ${work.join(", and now and then ")}, for at most ${cap} tokens a day. It is off until you agree`,
    `To allow it, run ${ownCommand("background on")} in a terminal. To decline for good: ${ownCommand("background off")}.`,
  )
}

const NO_MODEL_NOTICE = notice(
  "background_no_model",
  "background extraction is on, but OpenCode has no small_model configured, so it does not run",
  'set "small_model" in opencode.json, or "extractModel" in cairn.jsonc',
)
