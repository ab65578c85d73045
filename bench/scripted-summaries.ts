// Models that summarise, played by scripts, in the template of OpenCode 1.18: what is lost in a compaction then depends on nothing but how
// much of what it sees a model writes down.
import type { Essential } from "../src/session/compaction-account.ts"

/** What of the items that a model sees gets into its summary, word for word. */
export type Summariser = (seen: readonly Essential[]) => readonly Essential[]

export const SUMMARISERS: Readonly<Record<string, Summariser>> = {
  "that keeps all": (seen) => seen,
  "that keeps half": (seen) => seen.filter((_one, at) => at % 2 === 0),
  "that keeps one in ten": (seen) => seen.filter((_one, at) => at % 10 === 0),
  "that writes nothing": () => [],
}

export function summaryText(kept: readonly Essential[]): string {
  if (kept.length === 0) return ""
  const lines = (kind: Essential["kind"], text: (one: Essential) => string = (one) => one.text) => {
    const own = kept.filter((one) => one.kind === kind).map((one) => `- ${text(one)}`)
    return own.length > 0 ? own : ["- (none)"]
  }
  return [
    "## Objective",
    "- Fix the bug that the user describes",
    "## Important Details",
    ...lines("directive"),
    "## Work State",
    "### Completed",
    "- Looked at the code and ran some of the tests",
    "### Blocked",
    ...lines("command", (one) => `\`${one.text}\` fails${one.kind === "command" ? ` with exit code ${one.exit}` : ""}`),
    "## Next Move",
    ...lines("todo"),
    "## Relevant Files",
    ...lines("file", ({ text }) => `\`${text}\`: changed`),
  ].join("\n")
}
