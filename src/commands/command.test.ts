import { describe, expect, test } from "bun:test"
import { commandsIn, gitVerb, pipelinesIn } from "./command.ts"

const shown = (line: string) =>
  commandsIn(line).map(({ program, isScript, args }) =>
    [isScript ? `${program}*` : program, ...args.map(({ text }) => text)].join(" "),
  )

describe("what is really run", () => {
  test.each([
    ["cd web && CI=1 timeout 60 npx vitest run 2>&1 | tail -5", ["cd web", "vitest run", "tail -5"]],
    ["sudo -u me env -i A=1 B='x y' make lint", ["make lint"]],
    ["time nice -n 10 ./node_modules/.bin/tsc --noEmit", ["tsc --noEmit"]],
    ["nohup stdbuf -oL command exec cargo test", ["cargo test"]],
    ["timeout -k 5 --signal=KILL 60s go test ./...", ["go test ./..."]],
    ["rtk git log --oneline", ["git log --oneline"]],
    ["npx --yes -p typescript tsc -p .", ["tsc -p ."]],
    ["npx @biomejs/biome check", ["biome check"]],
    ["bunx vitest", ["vitest"]],
    ["pnpm exec eslint .", ["eslint ."]],
    ["pnpm --filter web exec tsc", ["tsc"]],
    ["npm exec -- tsc", ["tsc"]],
    ["uv run --with x pytest -q", ["pytest -q"]],
    ["poetry run pytest", ["pytest"]],
    ["bundle exec rspec", ["rspec"]],
    ["find . | xargs -n 1 eslint --fix", ["find .", "eslint --fix"]],
    ["python3 -m pip install x", ["pip install x"]],
    ["if ! tsc; then exit 1; fi", ["tsc", "exit 1", "fi"]],
    ["command -v tsc", ["command -v tsc"]],
    ["FOO=1 BAR=2", []],
    ["sudo", ["sudo"]],
  ])("%p", (line, commands) => {
    expect(shown(line)).toEqual(commands)
  })

  test.each([
    ["npm run build:prod -- --watch", ["build:prod* -- --watch"]],
    ["npm --prefix web run test", ["test*"]],
    ["yarn workspace web test", ["test*"]],
    ["bun run scripts/build.ts", ["build.ts*"]],
    ["node --import tsx scripts/test.mjs unit", ["test.mjs* unit"]],
    ["python -u manage.py test", ["manage.py* test"]],
    ["bash ./cat.sh", ["cat.sh*"]],
    ["npm run", ["npm run"]],
    ["node -e 'tsc'", ["node -e tsc"]],
    ["node --test a.mjs", ["node --test a.mjs"]],
  ])("%p: scripts", (line, commands) => {
    expect(shown(line)).toEqual(commands)
  })

  test("the commands of sh -c replace it", () => {
    expect(shown("bash -lc 'cd x && npm test' | tail")).toEqual(["cd x", "npm test", "tail"])
    const [, inner] = commandsIn("sh -c 'a; b' > log && c")
    expect(inner).toMatchObject({ program: "b", connector: "&&", depth: 1, writes: [{ word: { text: "log" } }] })
    const deep = Array.from({ length: 6 }).reduce<string>((line) => `sh -c ${JSON.stringify(line)}`, "tsc")
    expect(commandsIn(deep)[0]?.program).toBe("sh")
  })

  test("a turned exit code is told", () => {
    expect(commandsIn("! a && b").map(({ negated }) => negated)).toEqual([true, false])
  })

  test("git's verb comes after its own flags", () => {
    const verbOf = (line: string) => gitVerb(commandsIn(line)[0]?.args ?? [])
    expect(verbOf("git -C dir --no-pager -c a=b log -5")).toMatchObject({ verb: "log", rest: [{ text: "-5" }] })
    expect(verbOf("git").verb).toBe("")
  })
})

test.each<[string, string[]]>([
  ["a 'b; c' && d | e -f; g", ["a b; c", "d | e -f", "g"]],
  ["bash -lc \"rg x | head && cat 'a b'\"", ["rg x | head", "cat a b"]],
  ["sh -c 'a; b' | c", ["a", "b | c"]],
  ["cat <<E\nrm x; y\nE\nls", ["cat", "ls"]],
  ["", []],
])("pipelines of %p", (line, expected) => expect(pipelinesIn(line)).toEqual(expected))
