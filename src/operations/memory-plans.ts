import { dirname, join } from "node:path"
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import { shortIds } from "../past/named-id.ts"
import type { PastView } from "../past/past.ts"
import type { PastSession } from "../past/past-session.ts"
import { listPlans, readPlan } from "../past/plan-files.ts"
import { asSessionData } from "../prompt/escape.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { localMinute } from "../text/local-time.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor } from "./audience.ts"
import { type Ask, type Audience, type Operation, operation, type Screen, textArg } from "./operation.ts"
import { quotedPage } from "./page.ts"
import { isKeptFrom, LOOKS_BACK, lookBack, sessionsOf } from "./past-access.ts"
import { gapLines, listRemark, nameText, pastRemark, tableFitting, timesHead } from "./past-text.ts"

/**
 * Plans that OpenCode 1 has written as files, newest first: in the work tree, or in its data folder if there is no git. Only files in these folders
 * count, and links are not followed: otherwise a repository with a link in it could show any file on the machine.
 */
async function plansOf(
  app: App,
  { meant, all }: { readonly meant: readonly PastSession[]; readonly all: readonly PastSession[] },
  worktrees: readonly string[] = [app.project.checkout.worktree],
) {
  const folders = [...worktrees.map(planFolder), sharedFolder(app)]
  const found = (await Promise.all([...new Set(folders)].map(listPlans))).flat()
  const isOf = (name: string) => (session: PastSession) => name.startsWith(`${session.created}-`)
  // Sessions of several projects may have been created at the same moment.
  const sessionOf = (name: string) => meant.find(isOf(name)) ?? all.find(isOf(name))
  return found.map((plan) => ({ ...plan, session: sessionOf(plan.name) })).sort((a, b) => b.changed - a.changed)
}

/** A plan is named after the time at which its session was created. */
const OF_A_SESSION = /^\d+-/

function planFolder(worktree: string): string {
  return join(worktree, ".opencode", "plans")
}

/** Here OpenCode keeps the plans of all folders that have no git. */
function sharedFolder({ past }: App): string {
  return join(past.folder, "plans")
}

/** How many plans belong to these sessions or lie in the work trees they were held in. */
export async function countPlans(app: App, all: readonly PastSession[], meant: readonly PastSession[]) {
  const ids = new Set(meant.map(({ id }) => id))
  const worktrees = new Set(meant.map(({ directory }) => directory))
  const { worktree } = app.project.checkout
  if (meant.some(({ directory }) => directory.startsWith(`${worktree}/`))) worktrees.add(worktree)
  const folders = [...worktrees].map(planFolder)
  const plans = await plansOf(app, { meant, all }, [...worktrees])
  return plans.filter(({ session, path }) => (session ? ids.has(session.id) : folders.includes(dirname(path)))).length
}

/** A name is whatever somebody called a file. */
function shownName({ name }: { readonly name: string }): string {
  return nameText(cleanText(name).text, MAX_PATH)
}

const MAX_PATH = 1000

const NO_PLANS =
  "No plans. OpenCode 1 saves them in plan mode (OPENCODE_EXPERIMENTAL_PLAN_MODE); OpenCode 2 saves none."

/**
 * Without those of sessions that are kept from this one, and of other projects. If a database cannot be read, a plan of an unknown session may be one
 * of the former.
 */
async function plansSeen(ask: Ask, view: PastView) {
  const ours = await sessionsOf(ask.app, view)
  const ids = new Set(ours.map(({ id }) => id))
  const isUnknown = (name: string) => view.faults.length > 0 && OF_A_SESSION.test(name)
  const plans = await plansOf(ask.app, { meant: ours, all: view.sessions })
  const ofProject = plans.filter((plan) => !isShared(ask.app, plan) || (plan.session && ids.has(plan.session.id)))
  return {
    plans: ofProject.filter(({ name, session }) => (session ? !isKeptFrom(ask, view, session) : !isUnknown(name))),
    shortOf: shortIds(view.sessions),
    gaps: gapLines(0, view.faults),
  }
}

function isShared(app: App, { path }: { readonly path: string }): boolean {
  return dirname(path) === sharedFolder(app)
}

export const memoryPlans: Operation = operation({
  name: "memory_plans",
  summary: "List saved plans, or read one.",
  ...LOOKS_BACK,
  input: { read: textArg(300).optional().describe("name") },
  internal: ["plans.session.titleMark"],
  async run(ask, { read }) {
    const { plans, shortOf, gaps } = await lookBack(ask, (view) => plansSeen(ask, view)).catch(
      async (error: unknown) => {
        // A plan is a file, and can be read where there is no database. One that cannot be read now may say that a plan's session was paused.
        if (!(error instanceof CairnError && error.code === "no_database")) throw error
        return {
          plans: (await plansOf(ask.app, { meant: [], all: [] })).filter((plan) => !isShared(ask.app, plan)),
          shortOf: shortIds([]),
          gaps: [],
        }
      },
    )
    const listed = plans.map((plan) => ({ ...plan, shortId: plan.session && shortOf(plan.session.id) }))
    if (read === undefined) return { plans: listed, gaps }
    // Looked up in the list: a name is never turned into a path.
    const isMeant = (name: string) => name.normalize() === read.trim().normalize()
    const plan = plans.find((one) => isMeant(one.name) || isMeant(shownName(one)))
    const text = plan && (await readPlan(plan.path))
    if (plan === undefined || text === undefined)
      throw new CairnError("no_such_plan", `there is no plan "${oneLine(read, 60)}"`, "memory_plans lists them")
    return { plans: listed, gaps, read: { name: shownName(plan), path: nameText(plan.path, MAX_PATH), text } }
  },
  origin: () => "past",
  toText({ plans, gaps, read }, audience, screen) {
    if (read) {
      const page = quotedPage(asSessionData(read.text))
      const rest = page.to < page.rows ? `\n… ${page.rows - page.to} more lines in ${read.path}` : ""
      return [`Plan ${read.name}. ${pastRemark(audience)}\n${page.text}${rest}`, ...gaps].join("\n")
    }
    if (plans.length === 0) return [NO_PLANS, ...gaps].join("\n")
    const { text, left } = plansTable(plans, audience, screen)
    const folders = [
      ...new Set(plans.slice(plans.length - left).map(({ path }) => nameText(dirname(path), MAX_PATH))),
    ].join(" and ")
    return [
      text,
      `\nRead one: ${argumentFor(audience, "read")} and its name.${listRemark(audience)}`,
      ...(left > 0 ? [`… ${left} older ones are not listed, but can be read too; they are in ${folders}`] : []),
      ...gaps,
    ].join("\n")
  },
})

type ListedPlan = Awaited<ReturnType<typeof plansSeen>>["plans"][number] & { readonly shortId: string | undefined }

const HEADING = { at: 3, beside: [0, 1, 2], least: 16, most: 80 } as const

/** On a screen, ids and headings are as short as its columns ask for. */
function plansTable(plans: readonly ListedPlan[], audience: Audience, screen?: Screen) {
  const columns = screen?.columns ?? Number.POSITIVE_INFINITY
  const rows = plans.map((plan) => [
    shownName(plan),
    (Number.isFinite(columns) ? plan.shortId : plan.session?.id) ?? "",
    localMinute(plan.changed),
    nameText(plan.heading, 80),
  ])
  return tableFitting(["Name", "Session", timesHead("Changed", audience), "Heading"], rows, audience, columns, HEADING)
}
