// Nothing that happens automatically may stop the host: what fails is in the log, and counts as having given no answer.
import type { App } from "../app.ts"
import { messageOf } from "../model/errors.ts"

export function toLog(
  { log }: App,
  event: string,
  fields: Parameters<App["log"]["warn"]>[1] = {},
): (error: unknown) => undefined {
  return (error) => void log.warn(event, { ...fields, why: messageOf(error) })
}
