// The tools that a session is offered stay as they were: others would miss the cache. A changed setting takes effect in the next session.
import type { App } from "../app.ts"
import type { ToolMode } from "../model/tool-mode.ts"
import { toolModeOf } from "../prompt/instructions.ts"
import type { LiveSession } from "../session/live-session.ts"

export function toolsOf({ config }: App, { served: { tools, epoch } }: LiveSession): ToolMode {
  return tools ?? (epoch ? toolModeOf(epoch.text) : config.tools)
}
