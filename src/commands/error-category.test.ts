import { describe, expect, test } from "bun:test"
import { categoryOfCommand } from "./error-category.ts"

const of = (line: string) => categoryOfCommand(line)?.category

describe("the category of a command", () => {
  test.each([
    [
      "typecheck",
      ["tsc --noEmit", "npm run typecheck", "vue-tsc", "pnpm type-check", "npx tsc@5 -p tsconfig.build.json"],
    ],
    [
      "test",
      [
        "npm test",
        "npx vitest run",
        "jest",
        "mocha",
        "pytest -q",
        "python -m pytest",
        "go test ./...",
        "cargo test",
        "bun test src",
      ],
    ],
    [
      "test",
      [
        "yarn test:unit",
        "make test",
        "make -C api clean test",
        "node --test",
        "node scripts/test.mjs",
        "./test.sh",
        "python manage.py test",
      ],
    ],
    [
      "lint",
      [
        "eslint src test",
        "biome check",
        "npm run lint",
        "ruff check tests",
        "cargo clippy",
        "make lint",
        "golangci-lint run",
      ],
    ],
    [
      "build",
      [
        "npm run build",
        "vite build",
        "webpack",
        "tsup",
        "make",
        "cargo build",
        "go build ./...",
        // It builds an image: closings.jsonl has it that only its like closes it.
        "docker build -t test .",
        "./build.sh",
      ],
    ],
    [
      "runtime",
      ["node script.js", "some-unknown-command", "npm install vitest", "pip install pytest", "apt-get install make"],
    ],
    [
      "runtime",
      [
        "vim build.ts",
        "python scripts/report.py --latest-test-log",
        "git commit -m test",
        "git checkout build",
        "rm -rf build",
      ],
    ],
    [
      "runtime",
      [
        "mkdir test",
        "curl http://localhost/test",
        "psql test",
        "node -e 'test()'",
        "python -c 'import pytest'",
        "deploy 'test'",
      ],
    ],
  ])("%s: %p", (category, lines) => {
    expect(lines.map((line) => [line, of(line)])).toEqual(lines.map((line) => [line, category]))
  })

  test.each([
    "cat test.log",
    "grep error src/test",
    "git log --grep test",
    "git -C build show",
    "git --no-pager diff && git status",
    "cd /repo && rtk git log --oneline -5 | head -3",
    "sudo tail -f build.log",
    "sed -n 1,5p build.ts",
    "test -f build && echo yes",
    "env | sort",
    "which tsc",
    "find . -name test",
    "jq .scripts.test package.json",
    "cat > x.sh <<'EOF'\nnpm test\nEOF",
    "FOO=1",
    "",
  ])("%p only reads", (line) => {
    expect(categoryOfCommand(line)).toBeUndefined()
  })

  test("in a list the last that does not only read decides", () => {
    expect(of("npm run lint && npm test")).toBe("test")
    expect(of("npm test && npm run build && git status && cat build.log")).toBe("build")
    expect(of("sed -i s/a/b/ x.ts")).toBe("runtime")
    expect(of("echo start; bash -c 'cd x && tsc' 2>&1 | tee log")).toBe("typecheck")
  })
})

describe("whether exit code 0 tells of its success", () => {
  test.each([
    ["tsc", true, true],
    ["cd x && tsc", true, true],
    ["tsc && echo ok", true, false],
    ["(cd x && tsc) && git status", true, false],
    ["set -o pipefail; tsc | head", true, false],
    ["tsc | head", false, false],
    ["tsc; echo $?", false, false],
    ["tsc || true", false, false],
    ["npm run quick || tsc", false, true],
    ["if tsc; then echo ok; fi", false, false],
    ["! tsc", false, true],
    ["tsc &", false, true],
    ["find . | xargs tsc", true, true],
  ])("%p", (line, exitTells, isLast) => {
    expect(categoryOfCommand(line)).toEqual({ category: "typecheck", exitTells, isLast })
  })
})

describe("the user's own categories", () => {
  test("come first, in their order", () => {
    const custom = { e2e: "playwright|test:e2e", any: "." }
    expect(categoryOfCommand("npm run test:e2e", custom)?.category).toBe("e2e")
    expect(categoryOfCommand("npm test", custom)?.category).toBe("any")
  })

  test("one that is not a regular expression is skipped", () => {
    expect(categoryOfCommand("npm test", { bad: "(", good: "test" })?.category).toBe("good")
  })

  test("look at 2,000 characters and never at a command that only reads", () => {
    expect(categoryOfCommand(`node ${"x".repeat(2000)} deploy`, { deploy: "deploy" })?.category).toBe("runtime")
    expect(categoryOfCommand("cat deploy.log", { deploy: "deploy" })).toBeUndefined()
  })
})
