// A guard cannot interrupt code that does not return, so nothing that reads a command or its output may take more than linear time. Much
// of each input here; quadratic code would run for minutes and be ended by the test's own deadline.
import { describe, expect, test } from "bun:test"
import { commandsIn } from "../commands/command.ts"
import { errorFingerprint, placeAt } from "../commands/command-errors.ts"
import { commandEvent } from "../commands/command-event.ts"
import { installedPackages, manifestDependencies } from "../commands/dependencies.ts"
import { categoryOfCommand } from "../commands/error-category.ts"
import { projectScripts } from "../commands/project-scripts.ts"
import { shellFiles } from "../commands/shell-files.ts"
import { workOf } from "../commands/work-of-command.ts"
import { pathsIn, trackerLinks, usedNames } from "../text/used-names.ts"

const SIZE = 150_000
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE)
const units = [
  ..."\n \t\ra/\\.\"'`$()[]{}<>&|;#=-!~*0:,@éE😀✓\x1b",
  ...[
    "\r\n",
    "$(",
    "${",
    "=()",
    "a=(b)",
    "(a",
    "((a;",
    ")(",
    "<<E\n",
    "<<-'E'\n\t",
    "a>b ",
    "2>&1",
    "&&",
    "||",
    "a;",
    "a|b ",
  ],
  ...[
    "env ",
    "sudo -u ",
    "npx ",
    "npm run ",
    "A=1 ",
    "sh -c '",
    'sh -c "',
    "cd a;",
    "cd a&&(",
    "rm a ",
    "mv -t ",
    "sed -i -e ",
    "git -C ",
  ],
  ...[
    "error ",
    "error\n",
    "0 errors ",
    "no x errors",
    "Error:",
    "Error: a\n",
    "E   ",
    "TS1234",
    "ERR!",
    "Traceback\n",
    "panic:",
    "PASSED  ",
  ],
  ...[
    "a.b.",
    "/a.b:1",
    "a.ts:1:",
    "a.ts(1,1)\n",
    'File "',
    "    at a (",
    "--> a",
    "npm error a\n",
    "\x1b[",
    "\x1b[0m",
    "\x1b]",
    "\x1b[0;",
  ],
  ...[
    "a==1,",
    "a!=!",
    '"a":"1",\n',
    'a = "1"\n',
    "a.b/c ",
    "[a,",
    "dGVzdA+/",
    "0123456789abcdef",
    "12:30:05.1",
    "deadbee-",
  ],
]

describe("much", () => {
  test.each(units.map((unit) => [JSON.stringify(unit), fill(unit)]))("of %s", (_name, text) => {
    for (const body of [text, `npm install ${text}`, `rm "${text}`]) {
      commandsIn(body)
      categoryOfCommand(body, { mine: "^deploy" })
      expect(installedPackages(body).length).toBeLessThanOrEqual(5)
      expect(shellFiles(body, { root: "/repo" }).length).toBeLessThanOrEqual(20)
    }
    for (const output of [text, `${text}\nError: x`, `Error: ${text}`, `a.ts${text}`]) {
      for (const [command, exit] of [
        ["npm test", 1],
        ["node a.js", 1],
        ["npm run verify | tail", 0],
      ] as const) {
        const { errors = [] } = commandEvent({ command, exit, output, place: { root: "/repo" } })
        expect(errors.length).toBeLessThanOrEqual(5)
        expect(errors.every(({ summary }) => summary.length <= 280)).toBe(true)
      }
    }
    for (const manifest of ["package.json", "requirements.txt", "pyproject.toml", "Cargo.toml", "go.mod"]) {
      expect(manifestDependencies(manifest, text).length).toBeLessThanOrEqual(5)
    }
    commandEvent({ command: `pytest ${text}`, exit: 0, output: "" })
    projectScripts([
      { name: "package.json", text },
      { name: "Makefile", text },
    ])
    workOf(text)
    expect(usedNames(text).length + pathsIn(text).length + trackerLinks(text).length).toBeLessThanOrEqual(95)
    errorFingerprint("test", text.slice(0, 280))
    placeAt([text.slice(0, 2000)], 0, { root: "/repo" })
  })
})

test("many kept lines, each as long as a line may be", () => {
  const line = `Error: ${"a.b/".repeat(500)}`
  const output = Array.from({ length: 500 }, (_, index) => `${line}${index}`).join("\n")
  expect(commandEvent({ command: "npm test", exit: 1, output }).errors).toHaveLength(1)
})
