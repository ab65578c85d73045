import { expect, test } from "bun:test"
import { workOf } from "./work-of-command.ts"

const work = (line: string) => workOf(line).work

const LOOKS = [
  "cat src/a.ts",
  "cd web && grep -rn foo src | head -5",
  "git status && git diff --stat",
  "git -C web log --oneline",
  "sed -n 1,80p a.ts 2>/dev/null",
  "ls; echo done",
  "find . -name '*.ts' | xargs grep -l foo",
]
const WORKS = [
  "npm test",
  "cd web && npm run build 2>&1 | tail -5",
  "git commit -m x",
  "sed -i s/a/b/ a.ts",
  "echo x > a.txt",
  "find . -name '*.tmp' -delete",
  "cat a.ts && rm a.ts",
]

test("what only looks does nothing", () => {
  expect([LOOKS.filter((line) => work(line) !== ""), WORKS.filter((line) => work(line) === "")]).toEqual([[], []])
})

test("what a line does is the same whatever it shows of it", () => {
  const forms = ["npm run build", "cd . && npm run build | tail -5", "npm run build 2>&1 | grep error"]
  expect(new Set(forms.map(work)).size).toBe(1)
})

test("whether a line ends as its work does", () => {
  const tells = ["npm test", "cd web && npm test", "npm test && git status", "npm test 2>&1"]
  const hides = ["npm test | tail -5", "npm test; echo done", "npm test || true", "ls"]
  const isTold = (line: string) => workOf(line).tellsExit
  expect([tells.filter((line) => !isTold(line)), hides.filter(isTold)]).toEqual([[], []])
})
