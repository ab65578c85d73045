// Which tools, verbs and script names are checks, and of which kind. What is missing here is `runtime`, which only the same command closes.
import { wordSet } from "../text/word-set.ts"
export const RUNTIME = "runtime"

type Kinds = Readonly<Record<"typecheck" | "test" | "lint" | "build", string>>
type Names = ReadonlyMap<string, string>

/** The kinds whose names say most come first: `test:types` checks types. */
const KINDS = ["typecheck", "test", "lint", "build"] as const

function byName(kinds: Partial<Kinds>): Names {
  return new Map(KINDS.flatMap((kind) => (kinds[kind]?.match(/\S+/g) ?? []).map((name) => [name, kind] as const)))
}

const TOOLS = byName({
  typecheck: `tsc vue-tsc tsgo tsd mypy dmypy pyright basedpyright pyre pytype svelte-check phpstan psalm flow steep dialyzer attw`,
  test: `vitest jest mocha ava tap jasmine karma wtr pytest unittest nose2 tox nox rspec minitest phpunit pest paratest ctest gotestsum
    ginkgo bats prove busted uvu nyc c8 elm-test`,
  lint: `eslint biome oxlint standard xo stylelint prettier ruff flake8 pylint pycodestyle pydocstyle bandit black isort autopep8 yapf vulture
    golangci-lint staticcheck revive gofmt goimports gofumpt errcheck rubocop standardrb reek brakeman shellcheck shfmt hadolint
    markdownlint markdownlint-cli2 yamllint actionlint ktlint detekt checkstyle swiftlint swiftformat phpcs php-cs-fixer pint tflint
    ansible-lint py_compile compileall commitlint dprint rustfmt clippy-driver clang-tidy clang-format cppcheck cpplint sqlfluff cspell vale knip publint depcheck
    lint-staged pre-commit lefthook textlint htmlhint djlint`,
  build: `webpack tsup rollup esbuild parcel rspack rolldown unbuild make gmake cmake ninja msbuild javac gcc g++ cc clang clang++ rustc
    kotlinc scalac latexmk`,
})

/** Programs whose first word says what they do. A word that is not listed says no more than in any other program. */
const VERBS: Readonly<Record<string, Names>> = {
  cargo: byName({ typecheck: "check", test: "test nextest", lint: "clippy fmt deny", build: "build b" }),
  go: byName({ test: "test", lint: "vet fmt", build: "build install generate" }),
  bun: byName({ test: "test", build: "build" }),
  deno: byName({ typecheck: "check", test: "test", lint: "lint fmt", build: "compile bundle" }),
  dotnet: byName({ test: "test", lint: "format", build: "build publish" }),
  swift: byName({ test: "test", build: "build" }),
  flutter: byName({ typecheck: "analyze", test: "test drive", build: "build" }),
  dart: byName({ typecheck: "analyze", test: "test", lint: "format", build: "compile" }),
  mix: byName({ typecheck: "dialyzer", test: "test", lint: "credo format", build: "compile" }),
  astro: byName({ typecheck: "check", build: "build" }),
  nuxi: byName({ typecheck: "typecheck", test: "test", build: "build" }),
  terraform: byName({ lint: "validate fmt" }),
  helm: byName({ lint: "lint template" }),
  buf: byName({ lint: "lint breaking format", build: "build" }),
  ruff: byName({ lint: "check format" }),
  playwright: byName({ test: "test" }),
  cypress: byName({ test: "run open" }),
  vite: byName({ build: "build" }),
  meson: byName({ test: "test", build: "compile" }),
  srb: byName({ typecheck: "tc" }),
  gradle: byName({ test: "check test", build: "build assemble" }),
  mvn: byName({ test: "test verify", build: "compile package install" }),
}

const WORDS = byName({
  typecheck: "typecheck typechecks types typing typings tsc mypy pyright",
  test: "test tests testing runtests spec specs e2e vitest jest pytest mocha playwright cypress",
  lint: "lint linter linting clippy eslint biome ruff prettier ktlint detekt checkstyle spotless format fmt style",
  build: "build compile bundle assemble",
})
/** All checks of a project in one: its output must say which of them failed. */
const WHOLE = wordSet("check checks verify validate ci qa precommit prepush preflight presubmit")
/** Words that a script's name may also have without checking less. */
const NEUTRAL = wordSet(
  `typecheck typechecks types typing typings type tsc test tests testing runtests spec specs lint linter linting build compile bundle assemble run runs all fix
  once watch prod production release dev debug full cov coverage verbose sh bash js mjs cjs ts mts py rb pl php bat cmd ps1 exe script scripts`,
)
/** Checks that cannot succeed unless these do. */
const INCLUDES: Readonly<Record<string, string>> = {
  "cargo build": "cargo check",
  "cargo test": "cargo check,cargo build",
  "cargo nextest": "cargo check,cargo build,cargo test",
  "cargo clippy": "cargo check",
  "go test": "go build",
  "go vet": "go build",
  "dotnet test": "dotnet build",
  "swift test": "swift build",
  "mix test": "mix compile",
  "gradle check": "gradle test,checkstyle,detekt,ktlint",
  "gradle build": "gradle test,gradle check,gradle assemble,checkstyle,detekt,ktlint",
  "mvn test": "mvn compile",
  "mvn package": "mvn compile,mvn test",
  "mvn verify": "mvn compile,mvn test,mvn package,checkstyle",
  "mvn install": "mvn compile,mvn test,mvn package,mvn verify,checkstyle",
  tox: "pytest,unittest",
  nox: "pytest,unittest",
  "pre-commit": "ruff check,ruff format,black,isort,flake8,mypy,eslint,prettier,shellcheck,yamllint",
}

export interface KnownName {
  readonly category: string
  /** `vitest`, `cargo check`; for a script or task, its own name. */
  readonly name: string
  /** A tool checks the same everywhere; a script checks whatever the project wrote into it. */
  readonly isTool: boolean
  /** Its output decides first. */
  readonly isWhole?: boolean
  /** What the name narrows it to: `unit` in `test:unit`. */
  readonly parts?: readonly string[]
}

/** A program by its name and its first word that is not a flag; with `only`, by that word alone. */
export function knownTool(program: string, verb: string | undefined, only?: "verb"): KnownName | undefined {
  const name = plainName(program)
  const task = verb?.replace(/^.*:/, "") ?? ""
  const byVerb = Object.hasOwn(VERBS, name) ? VERBS[name]?.get(task) : undefined
  if (byVerb !== undefined) {
    const parts = verb?.split(":").slice(0, -1).filter(Boolean) ?? []
    return { category: byVerb, name: `${name} ${task}`, isTool: true, parts }
  }
  const category = only ? undefined : TOOLS.get(name)
  return category === undefined ? undefined : { category, name, isTool: true }
}

export function knownScript(script: string): KnownName | undefined {
  const name = script.slice(0, 200).toLowerCase()
  const words = script
    .slice(0, 200)
    .replace(/(?<=[a-z])(?=[A-Z])/g, "-")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const joined = name.replace(/[-_:]/g, "")
  const kinds = [joined, ...words].map((word) => WORDS.get(word))
  const category = KINDS.find((kind) => kinds.includes(kind))
  const parts = words.filter((word) => !WHOLE.has(word) && !NEUTRAL.has(word))
  if (category !== undefined) return { category, name, isTool: false, parts: WORDS.has(joined) ? [] : parts }
  if (!words.some((word) => WHOLE.has(word)) && !WHOLE.has(joined)) return undefined
  return { category: "test", name, isTool: false, isWhole: true, parts }
}

export function includesCheck(wider: string, check: string): boolean {
  return Object.hasOwn(INCLUDES, wider) && (INCLUDES[wider] as string).split(",").includes(check)
}

/** Without a version and a Windows extension; a project's own `gradlew` is gradle. */
export function plainName(program: string): string {
  const name = program
    .toLowerCase()
    .replace(/(?<=.)@[^@]*$/, "")
    .replace(/\.(?:exe|cmd|bat|phar)$/, "")
  return name === "gradlew" || name === "mvnw" ? name.slice(0, -1) : name
}
