// Plans that OpenCode 1 has written as files: in the work tree, or in its data folder where there is no git. Only what lies in these folders counts
// and no link is followed: whoever can put one into a repository could show any file of the machine.
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
  // A plan is called after the moment at which its session was made.
  const sessionOf = ({ name }: PlanFile) => sessions.find(({ created }) => name.startsWith(`${created}-`))
  return found.map((plan) => ({ ...plan, session: sessionOf(plan) })).sort((a, b) => b.changed - a.changed)
}
