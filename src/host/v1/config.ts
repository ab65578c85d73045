// The host's configuration, before anything else reads it: what Cairn needs to know of it, and what it puts there.
import { recordAt } from "../../model/fields.ts"
import type { Change } from "../guard.ts"
import { addCommands } from "./command.ts"
import type { Models } from "./models.ts"

/** `readable` is a folder outside every project that the agent may read without a question. */
export function configure(models: Models, readable: string) {
  return async (config: unknown): Promise<Change | undefined> => {
    const settings = recordAt(config)
    if (!settings) return undefined
    models.configure(settings)
    return () => {
      addCommands(settings)
      allowReading(settings, readable)
    }
  }
}

/**
 * OpenCode asks before it reads outside the project, and without anybody to ask, refuses. Of its rules the last that fits decides: ours
 * stands before all that name a folder, so that what the user has said of this very folder is what counts.
 */
function allowReading(settings: Record<string, unknown>, folder: string): void {
  const given = settings.permission
  const permission = typeof given === "string" ? { "*": given } : (recordAt(settings, "permission") ?? {})
  const rule = permission.external_directory
  const { "*": others, ...folders } = typeof rule === "string" ? { "*": rule } : (recordAt(rule) ?? {})
  const external = {
    ...(others !== undefined && { "*": others }),
    [`${folder.replaceAll("\\", "/")}/*`]: "allow",
    ...folders,
  }
  settings.permission = { ...permission, external_directory: external }
}
