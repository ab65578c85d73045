// Since when background calls are allowed: what was said before is never looked at. An answer has its time; a setting has none, so the first time
// that Cairn sees it counts. Each project has a mark of its own, because its options may say "off" where the user's settings do not.
import type { App } from "../app.ts"

/** What the setting was in a project when it was last looked at, and since when. */
export const settingMark = (project: string) => `setting ${project}`

/** Undefined if they are not allowed. */
export function agreedSince(app: App): number | undefined {
  noteSetting(app)
  const { config, project, store } = app
  const changed = store.background.mark(settingMark(project.name))?.at
  if (config.background !== "ask") return config.background === "on" ? changed : undefined
  const answer = store.background.answer()
  // A setting "off" overrules an older answer for as long as it is there.
  return answer?.value === "on" ? Math.max(answer.at, changed ?? 0) : undefined
}

/** OpenCode may open Cairn only with the first message, so a setting that is on at the start was on when that was typed. */
export const BEFORE_OPENING_MS = 60_000

/** At every chance: the earlier a setting is seen, the more it covers. `before`: for how long it must have been so already. */
export function noteSetting({ config, project, store: { background }, clock }: App, before = 0): void {
  const name = settingMark(project.name)
  const was = background.mark(name)
  if (config.background === (was?.value ?? "ask")) return
  // From "on" back to the answer nothing was off in between, so what was said under "on" still counts.
  const isStillOn = was?.value === "on" && config.background === "ask"
  background.setMark(name, config.background, isStillOn ? was.at : clock.now() - before)
}
