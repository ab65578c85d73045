// How the list of commands is grouped. A command without a group goes into the last one.
import { aliasesOf, type Command, type Commands } from "./commands.ts"
import type { CommandGroup } from "./help.ts"

const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["EVERY DAY", ["status", "search", "save", "review", "why", "undo"]],
  ["NOTES", ["tree", "read", "edit", "write", "delete", "promote", "demote", "rejected"]],
  ["HISTORY", ["history", "diff", "rollback"]],
  [
    "SESSIONS",
    [
      "sessions",
      "messages",
      "session",
      "resume",
      "summary",
      "plans",
      "compactions",
      "compare",
      "session-export",
      "context",
    ],
  ],
  ["HOUSE", ["setup", "doctor", "projects", "project", "import", "export", "erase", "uninstall", "completion"]],
]

export function commandGroups(commands: Commands): CommandGroup[] {
  const grouped = new Set(GROUPS.flatMap(([, names]) => names))
  const others = [...commands.keys()].filter((name) => !grouped.has(name))
  const groups = GROUPS.map(([title, names], at) => ({
    title,
    commands: (at === GROUPS.length - 1 ? [...names, ...others] : names)
      .flatMap((name) => commands.get(name) ?? [])
      .map(withAliases),
  }))
  return groups.filter((group) => group.commands.length > 0)
}

function withAliases(command: Command): Command {
  const also = aliasesOf(command.name)
  return also.length === 0 ? command : { ...command, summary: `${command.summary} Also: ${also.join(", ")}.` }
}
