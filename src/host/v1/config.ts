// The host's configuration, before anything else reads it: what Cairn needs to know from it, and what it adds.
import { recordAt } from "../../model/fields.ts"
import type { Change } from "../guard.ts"
import { addCommands } from "./command.ts"
import type { Models } from "./models.ts"

/** `readable` is a folder outside every project that the agent may read without asking. */
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
 * OpenCode asks before it reads outside the project, and refuses if there is nobody to ask. The last of its rules that fits decides: ours comes
 * before all rules that name a folder, so that what the user has said about this folder wins.
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
