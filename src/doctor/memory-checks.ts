// Whether what is remembered can be used: notes that are understood, that fit the prompt, and that belong to a project that is still there.
import { existsSync } from "node:fs"
import type { App } from "../app.ts"
import { ownCommand } from "../model/own-command.ts"
import { SCOPES } from "../model/scope.ts"
import type { HealthCheck, HealthFinding, Patient } from "./examination.ts"
import { warn } from "./host-checks.ts"

export const memoryChecks: readonly HealthCheck[] = [
  { name: "notes", healthy: "every note is understood", examine: withMemory(notes) },
  { name: "budget", healthy: "the hot notes fit the prompt", examine: withMemory(budget) },
  { name: "projects", healthy: "every project has a folder", examine: withMemory(projects) },
  { name: "waiting", healthy: "nothing has waited for long", examine: withMemory(waiting) },
]

function withMemory(look: (app: App, patient: Patient) => Promise<HealthFinding[]>): HealthCheck["examine"] {
  return async (patient) => {
    const { app } = await patient.memory()
    return app ? look(app, patient) : []
  }
}

async function notes(app: App): Promise<HealthFinding[]> {
  const findings: HealthFinding[] = []
  for (const scope of SCOPES) {
    await app.scopeNotes(scope).refreshNow()
    for (const { path, problem } of app.scopeNotes(scope).index.all())
      if (problem !== undefined)
        findings.push(
          warn("notes", `${path} (${scope}): ${problem}`, `mend it: ${ownCommand(`edit ${path} --scope ${scope}`)}`),
        )
  }
  return findings
}

async function budget(app: App): Promise<HealthFinding[]> {
  const hot = SCOPES.flatMap((scope) => app.scopeNotes(scope).index.hot)
  const chars = hot.reduce((sum, note) => sum + note.chars, 0)
  const room = Math.min(app.config.hotBudget, app.config.prefixBudget)
  if (chars <= room) return []
  const [largest] = [...hot].sort((a, b) => b.chars - a.chars)
  const text = `hot notes have ${chars} characters, and the prompt has room for ${room}: some are cut`
  return [warn("budget", text, `make one cold: ${ownCommand(`demote ${largest?.path} --scope ${largest?.scope}`)}`)]
}

async function projects(app: App): Promise<HealthFinding[]> {
  const gone = (await app.store.projects.list()).filter(({ paths }) => paths.length > 0 && !paths.some(existsSync))
  return gone.map(({ name, path }) =>
    warn(
      "projects",
      `the folder of ${name} is gone (${path})`,
      `${ownCommand(`projects forget ${name}`)}, or join it to another; if the disk is only not mounted, do nothing`,
    ),
  )
}

const MONTH_MS = 30 * 86_400_000

async function waiting(app: App, { now }: Patient): Promise<HealthFinding[]> {
  const old = SCOPES.flatMap((scope) => app.scopeNotes(scope).index.quarantined).filter(
    ({ updated }) => updated !== undefined && now - Date.parse(updated) > MONTH_MS,
  )
  return old.length === 0
    ? []
    : [warn("waiting", `${old.length} notes have waited for your review for over a month`, ownCommand("review"))]
}
