// Cairn switched off by the plugin's options. A repository can supply those, so the user is told and it is logged; the user's own settings file
// and environment switch it off silently.
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { logFile } from "../app.ts"
import type { HostServices } from "../flows/contract.ts"
import { messageOf } from "../model/errors.ts"
import { notice } from "../model/notice.ts"
import { systemClock } from "../platform/clock.ts"
import { openLog } from "../platform/log.ts"
import { readSettings } from "../store/settings-file.ts"
import { isServed } from "./claim.ts"
import { guard, HOOK_MS } from "./guard.ts"
import { isNews } from "./runtime.ts"

const SWITCHED_OFF = notice(
  "switched_off",
  "memory is off in this folder: the plugin's options in its opencode.json switch Cairn off",
  'if that is not your wish, put "enabled": true into cairn.jsonc; "enabled": false there ends this notice',
)

/** For the hook of a user message: tells the person, given the session. Undefined if the options have not switched Cairn off. */
export async function tellSwitchedOff(
  directory: string,
  options: unknown,
  services: Pick<HostServices, "notice">,
): Promise<((sessionID: string) => Promise<void>) | undefined> {
  const { config, narrowed } = await readSettings({ env: process.env, options })
  if (config.enabled || !narrowed.includes("enabled")) return undefined
  const file = logFile(process.env)
  const log = openLog(file, { clock: systemClock })
  // Switched off, it creates no folder.
  if (existsSync(dirname(file))) log.info("config", { setByOptions: narrowed.join(" "), directory })
  return guard("switched-off", log, HOOK_MS, async (sessionID: string) => {
    // If it is configured twice, it may be off in only one place.
    if (isServed(directory) || !isNews(SWITCHED_OFF)) return undefined
    services.notice([SWITCHED_OFF], sessionID).catch((error) => log.warn("notices", { why: messageOf(error) }))
    return undefined
  })
}
