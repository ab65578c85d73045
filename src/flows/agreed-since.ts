// Since when background calls are allowed: what was said before is never looked at. An answer has its time; a setting has none, so the first time
// that Cairn sees it counts.
import type { App } from "../app.ts"

/** Whether the setting was on when it was last looked at, and since when. */
export const SETTING_MARK = "setting"

/** Undefined if they are not allowed. */
export function agreedSince(app: App): number | undefined {
  const { background } = app.store
  if (app.config.background === "ask") {
    const answer = background.answer()
    return answer?.value === "on" ? answer.at : undefined
  }
  noteSetting(app)
  return app.config.background === "on" ? background.mark(SETTING_MARK)?.at : undefined
}

/** OpenCode may open Cairn only with the first message, so a setting that is on at the start was on when that was typed. */
export const BEFORE_OPENING_MS = 60_000

/** At every chance: the earlier a setting is seen, the more it covers. `before`: for how long it must have been so already. */
export function noteSetting({ config, store: { background }, clock }: App, before = 0): void {
  const isOn = config.background === "on"
  const wasOn = background.mark(SETTING_MARK)?.value === "on"
  if (isOn !== wasOn) background.setMark(SETTING_MARK, isOn ? "on" : "off", clock.now() - before)
}
