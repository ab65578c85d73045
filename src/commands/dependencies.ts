// Which packages a session has added: by an install command that succeeded, or by a line added to a manifest. Names with the version as the
// ecosystem writes it; a package from a path, an archive or an address has no such name and is left out.
import { basename } from "node:path"
import { wordSet } from "../text/word-set.ts"
import { afterFlags, commandsIn, sharedBy } from "./command.ts"
import type { Word } from "./shell-line.ts"

const MAX_DEPENDENCIES = 5
const MAX_TEXT = 64_000

const NPM = /^(?:@[\w.-]+\/)?[A-Za-z0-9][\w.-]*(?:@[\w.^~<>=*|+-]+)?$/
const PYTHON = /^[A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?(?:@[\w.^~*+-]+|(?:[=<>!~]=?=?[\w.*+-]+,?)+)?$/
const GO = /^[\w-]+(?:\.[\w-]+)+(?:\/[\w.~-]+)+(?:@[\w.+-]+)?$/
const COMPOSER = /^[\w.-]+\/[\w.-]+(?::[\w.^~*|@-]+)?$/
const OTHER = /^[A-Za-z0-9][\w.+-]*(?:[@=:][\w.^~*+:-]+)?$/
const ARCHIVE = /\.(?:tgz|gz|zip|whl|deb|gem|git|txt|toml|jar)$/

interface Installer {
  readonly verbs: readonly string[]
  readonly name: RegExp
  readonly valued: ReadonlySet<string>
}

const installer = (verbs: string, name: RegExp, valued: string): Installer => ({
  verbs: verbs.split(" "),
  name,
  valued: wordSet(valued),
})

const npm = installer("add install i", NPM, "--prefix -C -w --workspace --registry --tag --filter -F --dir --cwd")
const pip = installer("install", PYTHON, "-r -c -e -i -t --index-url --extra-index-url --target --requirement --python")
const python = installer("add install", PYTHON, "-G --group --extra --index --source -E --extras -r --project --python")
const apt = installer("install", OTHER, "-t -o -c")
const INSTALLERS: Readonly<Record<string, Installer>> = {
  ...sharedBy("npm pnpm bun", npm),
  yarn: { ...npm, verbs: ["add"] },
  ...sharedBy("pip pip3", pip),
  ...sharedBy("uv poetry pdm", { ...python, verbs: ["add"] }),
  pipenv: python,
  cargo: installer(
    "add",
    OTHER,
    "--features -F -p --package --rename --path --git --branch --tag --rev --manifest-path",
  ),
  go: installer("get", GO, "-C"),
  ...sharedBy("apt apt-get", apt),
  gem: installer("install", OTHER, "-v --version -i --install-dir -s --source"),
  bundle: installer("add", OTHER, "-v --version -g --group -s --source"),
  composer: installer("require", COMPOSER, "-d --working-dir"),
}

/** The packages that a command line installs. The caller knows whether it succeeded. */
export function installedPackages(line: string): string[] {
  const commands = commandsIn(line).filter(({ isScript }) => !isScript)
  return bounded(commands.flatMap(({ program, args }) => packagesOf(program, args)))
}

/** The packages named in text that was added to a manifest; none for any other file. */
export function manifestDependencies(path: string, addedText: string): string[] {
  const read = readerOf(basename(path))
  if (!read) return []
  const lines = addedText.slice(0, MAX_TEXT).split("\n")
  return bounded(lines.flatMap((line) => read(line.slice(0, 500).trim()) ?? []))
}

function bounded(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, MAX_DEPENDENCIES)
}

function packagesOf(program: string, args: readonly Word[]): string[] {
  if (!Object.hasOwn(INSTALLERS, program)) return []
  const found = INSTALLERS[program] as Installer
  const at = afterFlags(args, 0, found.valued)
  const first = args[at]?.text
  // `uv pip install x` is pip's own command line, `yarn global add x` is `yarn add x` elsewhere.
  if (program === "uv" && first === "pip") return packagesOf("pip", args.slice(at + 1))
  if (program === "yarn" && first === "global") return packagesOf("yarn", args.slice(at + 1))
  if (first === undefined || !found.verbs.includes(first) || args.some(({ text }) => text === "--dry-run")) return []
  return namesAfter(args, at + 1, found)
}

function namesAfter(args: readonly Word[], from: number, { name, valued }: Installer): string[] {
  const names: string[] = []
  for (let at = from; at < args.length; at++) {
    const text = args[at]?.text as string
    if (valued.has(text)) at++
    else if (text.length <= 200 && name.test(text) && !ARCHIVE.test(text)) names.push(text)
  }
  return names
}

function readerOf(file: string): ((line: string) => string | undefined) | undefined {
  if (file === "package.json") return packageJsonLine
  if (file === "go.mod") return goModLine
  if (file === "Cargo.toml") return tomlLine
  if (file === "pyproject.toml") return (line) => arrayItem(line) ?? tomlLine(line)
  return /^requirements[\w.-]*\.txt$/.test(file) ? requirementsLine : undefined
}

/** Keys of a manifest whose value looks like a version too. */
const NOT_A_PACKAGE = wordSet(
  "version node npm pnpm yarn bun vscode edition rust-version resolver python requires-python target-version minversion",
)
const VERSION = /^(?:[\^~<>=*]|v?\d|workspace:|npm:|latest$|next$)/

function packageJsonLine(line: string): string | undefined {
  const [, name = "", version = ""] = /"([^"]+)"\s*:\s*"([^"]*)"/.exec(line) ?? []
  return versioned(name, version, NPM)
}

function tomlLine(line: string): string | undefined {
  const [, name = "", value = ""] = /^"?([A-Za-z0-9][\w.-]*)"?\s*=\s*(.*)$/.exec(line) ?? []
  const [, version = ""] = /^"([^"]*)"/.exec(value) ?? /^\{.*?\bversion\s*=\s*"([^"]*)"/.exec(value) ?? []
  return versioned(name, version, OTHER)
}

function versioned(name: string, version: string, pattern: RegExp): string | undefined {
  if (!pattern.test(name) || NOT_A_PACKAGE.has(name) || !VERSION.test(version)) return undefined
  return `${name}@${version}`
}

/** An item of `dependencies = […]`. Without a version it could be a keyword as well. */
function arrayItem(line: string): string | undefined {
  const [, item = ""] = /^(?:dependencies\s*=\s*\[\s*)?["']([^"']+)["']\s*[,\]]*$/.exec(line) ?? []
  const text = item.replace(/\s+/g, "")
  return /[=<>~]/.test(text) && PYTHON.test(text) ? text : undefined
}

function requirementsLine(line: string): string | undefined {
  const text = (line.split(/[#;]/, 1)[0] as string).replace(/\s+/g, "")
  return PYTHON.test(text) && !ARCHIVE.test(text) ? text : undefined
}

function goModLine(line: string): string | undefined {
  const [, name = "", version = ""] = /^(?:require\s+)?(\S+)\s+(v\d\S*)/.exec(line) ?? []
  return GO.test(name) && !line.endsWith("// indirect") ? `${name}@${version}` : undefined
}
