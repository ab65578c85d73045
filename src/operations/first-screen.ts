// The status while nothing is saved yet: how far this install has come, and what to do next.
import { ownCommand } from "../model/own-command.ts"
import { painter } from "../model/paint.ts"
import { localMinute } from "../text/local-time.ts"
import type { MemoryStatus } from "./memory-status.ts"

export function renderFirstScreen({ version, plugin, host, beside, folder }: MemoryStatus, hasColour: boolean): string {
  const paint = painter(hasColour)
  const step = (isDone: boolean, [first = "", ...more]: readonly string[]) => [
    `${isDone ? paint("green", "ok") : paint("yellow", "->")}  ${first}`,
    ...more.map((line) => `    ${line}`),
  ]
  const others = beside.map(({ name, title }) => `    ${ownCommand(`import ${name}`)}   ${paint("dim", title)}`)
  return [
    `${paint("bold", `Cairn ${version}`)} · nothing is kept yet`,
    "",
    ...step(plugin.fault === undefined && (host ?? plugin.spec) !== undefined, setUp(plugin, host !== undefined)),
    ...step(
      host !== undefined,
      host
        ? [`OpenCode ${host.version} was last started with it ${localMinute(host.at)}`]
        : ["No OpenCode has been started with it yet: restart OpenCode", "(OpenCode 2: opencode service restart)"],
    ),
    ...step(false, [
      "Tell OpenCode what later sessions should know, for example:",
      "Remember that we deploy from the release branch.",
      `or save it from here: ${ownCommand('save "We deploy from the release branch"')}`,
    ]),
    "",
    ...(others.length > 0 ? ["Another memory is here. This shows what would move in, and changes nothing:"] : []),
    ...(others.length > 0 ? [...others, ""] : []),
    `Is something wrong? ${ownCommand("doctor")}`,
    paint("dim", `Notes go to ${folder}`),
  ].join("\n")
}

function setUp({ fault, spec }: MemoryStatus["plugin"], isStarted: boolean): readonly string[] {
  if (fault !== undefined) return [fault, "OpenCode cannot read it either: fix that line"]
  if (spec !== undefined) return [`OpenCode's configuration loads ${spec}`]
  if (isStarted) return ["OpenCode loads Cairn, though not by your own configuration file"]
  return ["OpenCode's configuration does not load Cairn yet. This adds it:", ownCommand("setup")]
}
