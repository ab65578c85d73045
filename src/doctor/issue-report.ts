// A report to paste into an issue: what is installed, what was found, what the log said last. Secrets, names of projects and of the person, and
// all words of notes are left out.
import { arch, homedir, platform, release } from "node:os"
import { redactText } from "../redaction/redact.ts"
import type { LogLine } from "../store/log-lines.ts"
import type { Examined } from "./doctor.ts"
import type { Patient } from "./examination.ts"

const LOG_LINES = 40
/** Fields whose values name a note, a project or what somebody said. */
const TELLING = new Set(["project", "note", "text", "path", "file", "words", "title", "key"])

export function issueReport(
  patient: Patient,
  examined: readonly Examined[],
  project: string | undefined,
  home = homedir(),
): string {
  const { version, hosts, plugins, log } = patient
  const runtime = process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`
  const findings = examined.flatMap(findingLines)
  const lines = log.filter(({ level }) => level !== "INFO").slice(-LOG_LINES)
  const text = [
    "### What happened\n\n(your words)\n",
    "### Installed\n",
    `- Cairn ${version}, ${runtime}, ${platform()} ${release()} ${arch()}`,
    ...hosts.map((host) => `- OpenCode ${host.version}`),
    `- plugins: ${plugins.map(({ spec }) => withoutFolders(spec)).join(", ") || "none"}`,
    "\n### Doctor\n",
    ...(findings.length > 0 ? findings : ["nothing found"]),
    "\n### Log, warnings and errors\n\n```",
    ...lines.map(logText),
    "```",
  ].join("\n")
  return withoutPerson(redactText(text), home, project)
}

/** Checks whose findings are about single notes and projects. */
const OF_NOTES = new Set(["notes", "projects"])

function findingLines({ check, findings }: Examined): string[] {
  if (OF_NOTES.has(check.name)) return findings.length > 0 ? [`- ${check.name}: ${findings.length} findings`] : []
  return findings.map(({ text }) => `- ${check.name}: ${text.split(" ").map(withoutFolders).join(" ")}`)
}

/** For a path on this machine, its last part; a package's name stays whole. */
function withoutFolders(word: string): string {
  return /^[("]*(?:file:\/\/|[/~.])/.test(word) && word.includes("/")
    ? `…/${word.slice(word.lastIndexOf("/") + 1)}`
    : word
}

function logText({ at, level, event, fields }: LogLine): string {
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${TELLING.has(name) ? "…" : `${value}`.split(" ").map(withoutFolders).join(" ")}`,
  )
  return [new Date(at).toISOString(), level, event, ...shown].join(" ")
}

function withoutPerson(text: string, home: string, project: string | undefined): string {
  const user = home.split(/[\\/]/).at(-1) ?? ""
  const hidden = [home, ...(project ? [project] : []), ...(user.length > 2 ? [user] : [])]
  return hidden.reduce((left, name, at) => left.replaceAll(name, at === 0 ? "~" : "…"), text)
}
