// `doctor`: what is wrong, each with one thing to do. `--fix` does what is safe, `--issue` prints a report without anything personal.
import { dirname, resolve } from "node:path"
import { CHECKS, type Examined, examine, mend } from "../../doctor/doctor.ts"
import type { HealthFinding, OpenedMemory, Patient } from "../../doctor/examination.ts"
import { issueReport } from "../../doctor/issue-report.ts"
import { messageOf } from "../../model/errors.ts"
import { ownCommand } from "../../model/own-command.ts"
import { painter } from "../../model/paint.ts"
import { asCommands } from "../../operations/audience.ts"
import { readRepository } from "../../platform/repository.ts"
import {
  isOwnEntry,
  type PluginEntry,
  pluginsIn,
  projectConfigFolders,
  readHostConfigs,
} from "../../setup/host-config.ts"
import { checkVersion, findHosts, type VersionCheck } from "../../setup/install.ts"
import { configFile, findRoot, layoutOf } from "../../store/layout.ts"
import { readLogLines } from "../../store/log-lines.ts"
import { readSettings } from "../../store/settings-file.ts"
import { rowsOf } from "../../text/columns.ts"
import { flag, inputOf, PROJECT_OPTION } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { visibleJson, visibleText } from "./visible-text.ts"
import { whileWaiting } from "./waiting-line.ts"

const KNOWN = [
  flag("fix", "do what is safe: modes, left-over files, derived databases"),
  flag("issue", "print a report for an issue, without secrets, notes or names"),
  flag("updates", "ask npm whether there is a newer version; nothing else here uses the network"),
  PROJECT_OPTION,
  flag("json", "print the result as JSON"),
]

export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check OpenCode, the configuration, the store and the notes; say what to do about what is wrong.",
  arguments: KNOWN,
  examples: ["doctor", "doctor --fix", "doctor --issue > report.md"],
  isReading: true,
  async run(typed, cli) {
    const { fix, issue, updates, project, json } = inputOf(typed, KNOWN)
    if (fix) refuseInHostShell(cli.env)
    const { patient, close } = await whileWaiting(cli.terminal, "looking for OpenCode", () =>
      gather(cli, project as string | undefined),
    )
    try {
      const examined = await whileWaiting(cli.terminal, "checking", async ({ tell }) =>
        inCommands(await examine(patient, CHECKS, (name) => tell(`checking ${name}`))),
      )
      const mended = fix ? await whileWaiting(cli.terminal, "mending", () => mend(examined)) : []
      const update = updates
        ? await whileWaiting(cli.terminal, "asking npm", () => checkVersion(patient.own, cli.version, cli.env))
        : undefined
      if (json) cli.terminal.print(`${visibleJson(asData(examined, mended, update))}\n`)
      else if (issue)
        cli.terminal.print(
          `${visibleText(issueReport(patient, examined, (await patient.memory()).app?.project.name))}\n`,
        )
      else cli.terminal.print(`${reportOf(cli, examined, mended, update)}\n`)
      return !examined.flatMap(({ findings }) => findings).some((one) => one.level === "bad" && !mended.includes(one))
    } finally {
      await close()
    }
  },
}

/** What to do may be the hint of an error, which names tools. */
function inCommands(examined: readonly Examined[]): Examined[] {
  return examined.map(({ check, findings }) => ({
    check,
    findings: findings.map((one) => ({ ...one, advice: asCommands(one.advice) })),
  }))
}

async function gather(cli: Cli, project: string | undefined): Promise<{ patient: Patient; close(): Promise<void> }> {
  const { env, version } = cli
  const layout = layoutOf(findRoot(env))
  const { plugins, configFault } = await hostSetup(dirname(configFile(env)), folderOf(cli, project))
  const log = await readLogLines(layout.log)
  let opening: Promise<OpenedMemory> | undefined
  const patient: Patient = {
    ...{ env, version, layout, plugins, configFault, log },
    now: Date.now(),
    hosts: await findHosts(env),
    own: plugins.filter((entry) => isOwnEntry(entry)),
    settings: (await readSettings({ env })).problems,
    memory() {
      opening ??= cli.open(true, project).then(
        (app) => ({ app }),
        (error) => ({ fault: messageOf(error) }),
      )
      return opening
    },
  }
  return { patient, close: async () => (await opening)?.app?.close() }
}

/** A project given by name has no folder before memory is open; then OpenCode's configuration is read from the current folder. */
function folderOf({ directory }: Cli, project = ""): string {
  return /^\.|[\\/]/.test(project) ? resolve(directory, project) : directory
}

/** A mistake in one file does not hide the plugins of the others. */
async function hostSetup(user: string, directory: string): Promise<Pick<Patient, "plugins" | "configFault">> {
  const { worktree, directory: real } = await readRepository(directory)
  const plugins: PluginEntry[] = []
  let configFault: string | undefined
  for (const folder of new Set([user, ...projectConfigFolders(worktree, real)]))
    try {
      plugins.push(...(await readHostConfigs(folder, folder === user ? "own" : { below: worktree })).flatMap(pluginsIn))
    } catch (error) {
      configFault ??= messageOf(error)
    }
  return { plugins, configFault }
}

function asData(examined: readonly Examined[], mended: readonly HealthFinding[], update: VersionCheck | undefined) {
  const plain = ({ check, level, text, advice }: HealthFinding) => ({ check, level, text, advice })
  return {
    checks: examined.map(({ check, findings }) => ({ name: check.name, isWell: findings.length === 0 })),
    findings: examined.flatMap(({ findings }) => findings).map(plain),
    mended: mended.map(plain),
    ...(update && { update }),
  }
}

/** Columns before the words. */
const MARK = 5

function reportOf(
  { terminal }: Cli,
  examined: readonly Examined[],
  mended: readonly HealthFinding[],
  update: VersionCheck | undefined,
): string {
  const paint = painter(terminal.hasColour)
  const room = terminal.isInteractive ? terminal.columns - MARK : Number.POSITIVE_INFINITY
  const below = (text: string) => rowsOf(text, room).join(`\n${" ".repeat(MARK)}`)
  const lines = examined.flatMap(({ check, findings }) => {
    if (findings.length === 0) return [`${paint("green", "ok  ")} ${below(check.healthy)}`]
    return findings.flatMap((one) => {
      const mark = mended.includes(one)
        ? paint("green", "done")
        : paint(one.level === "bad" ? "red" : "yellow", one.level.padEnd(4))
      return [
        `${mark} ${below(one.text)}`,
        ...(mended.includes(one) ? [] : [paint("dim", `     ${below(one.advice)}`)]),
      ]
    })
  })
  const fixable = examined.flatMap(({ findings }) => findings).some((one) => one.fix && !mended.includes(one))
  const hint = fixable ? ["", `"${ownCommand("doctor --fix")}" does what is safe.`] : []
  const text = [...lines, ...(update ? ["", versionLine(update)] : []), ...hint].join("\n")
  return visibleText(text, terminal.hasColour)
}

function versionLine({ used, newest, isOld }: VersionCheck): string {
  if (newest === undefined) return "npm did not answer, so a newer version may exist; try again later"
  return isOld
    ? `Version ${newest} is out, you use ${used}: npx opencode-cairn@${newest} setup --upgrade`
    : `Version ${used} is up to date; npm has ${newest}.`
}
