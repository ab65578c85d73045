// Plans that OpenCode 1 has written as files: in the work tree, or in its data folder if there is no git. Only files in these folders count, and
// links are not followed: otherwise a repository with a link in it could show any file on the machine.
import { join } from "node:path"
import type { App } from "../app.ts"
import type { PastSession } from "../past/past-session.ts"
import { listPlans, type PlanFile } from "../past/plan-files.ts"

export interface Plan extends PlanFile {
  readonly session: PastSession | undefined
}

/** Newest first. */
export async function plansOf({ past, project }: App, sessions: readonly PastSession[]): Promise<Plan[]> {
  const folders = [join(project.checkout.worktree, ".opencode", "plans"), join(past.folder, "plans")]
  const found = (await Promise.all(folders.map(listPlans))).flat()
  // A plan is named after the time at which its session was created.
  const sessionOf = ({ name }: PlanFile) => sessions.find(({ created }) => name.startsWith(`${created}-`))
  return found.map((plan) => ({ ...plan, session: sessionOf(plan) })).sort((a, b) => b.changed - a.changed)
}
