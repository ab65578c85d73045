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

/** At every chance: the earlier a setting is seen, the more it covers. */
export function noteSetting({ config, store: { background }, clock }: App): void {
  const isOn = config.background === "on"
  const wasOn = background.mark(SETTING_MARK)?.value === "on"
  if (isOn !== wasOn) background.setMark(SETTING_MARK, isOn ? "on" : "off", clock.now())
}
