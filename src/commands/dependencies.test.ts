import { describe, expect, test } from "bun:test"
import { installedPackages, manifestDependencies } from "./dependencies.ts"

describe("install commands", () => {
  test.each([
    ["npm install react@18 @types/node@^22 -D", ["react@18", "@types/node@^22"]],
    ["npm i --save-exact zod --registry https://example.com", ["zod"]],
    ["cd web && CI=1 npm add left-pad 2>&1 | tail -3", ["left-pad"]],
    ["pnpm --filter web add -D vitest", ["vitest"]],
    ["yarn add a && yarn global add b", ["a", "b"]],
    ["bun add hono", ["hono"]],
    ["pip install 'requests>=2.31,<3' uvicorn[standard]==0.30", ["requests>=2.31,<3", "uvicorn[standard]==0.30"]],
    ["python3 -m pip install -U flask", ["flask"]],
    ["uv add httpx --group dev", ["httpx"]],
    ["uv pip install rich", ["rich"]],
    ["poetry add django@^5 -G web", ["django@^5"]],
    ["cargo add serde@1.0 --features derive", ["serde@1.0"]],
    ["go get github.com/stretchr/testify@v1.9.0", ["github.com/stretchr/testify@v1.9.0"]],
    ["sudo apt-get install -y ripgrep libssl-dev", ["ripgrep", "libssl-dev"]],
    ["gem install rails -v 7.1", ["rails"]],
    ["composer require monolog/monolog:^3", ["monolog/monolog:^3"]],
    ["npm i a b c d e f g", ["a", "b", "c", "d", "e"]],
    ["npm i a && npm i a", ["a"]],
  ])("%p", (line, packages) => {
    expect(installedPackages(line)).toEqual(packages)
  })

  test.each([
    "npm install",
    "npm ci",
    "npm uninstall react",
    "npm install ./local ../other /abs ~/home file:x https://example.com/a.tgz b.tgz user/repo $PKG",
    "npm install react --dry-run",
    "npm run add react",
    "pip install -r requirements.txt",
    "pip install -e . git+https://example.com/x.git",
    "go get ./...",
    "go install example.com/x@latest",
    "cargo add --path ../x",
    "echo npm install react",
    "poetry install",
    "apt update",
  ])("%p names none", (line) => {
    expect(installedPackages(line)).toEqual([])
  })
})

describe("manifests", () => {
  test.each([
    [
      "package.json",
      '    "react": "^18.2.0",\n    "@scope/a": "workspace:*"',
      ["react@^18.2.0", "@scope/a@workspace:*"],
    ],
    ["web/package.json", '"name": "x", \n"version": "1.2.3",\n"node": ">=22",\n"test": "vitest run"', []],
    ["requirements.txt", "# tools\nrequests==2.31 # http\nrich\n-r other.txt\n./local", ["requests==2.31", "rich"]],
    ["requirements-dev.txt", "pytest>=8", ["pytest>=8"]],
    [
      "pyproject.toml",
      '  "httpx>=0.27",\ndjango = "^5.0"\nversion = "0.1.0"\npython = "^3.12"\n"cli",',
      ["httpx>=0.27", "django@^5.0"],
    ],
    ["pyproject.toml", 'dependencies = ["rich>=13"]', ["rich>=13"]],
    [
      "Cargo.toml",
      'serde = { version = "1.0", features = ["derive"] }\ntokio = "1"\nedition = "2021"',
      ["serde@1.0", "tokio@1"],
    ],
    [
      "go.mod",
      "require github.com/a/b v1.2.3\n\tgithub.com/c/d v0.1.0 // indirect\ngo 1.22",
      ["github.com/a/b@v1.2.3"],
    ],
    ["src/a.ts", '"react": "^18"', []],
    ["my-package.json", '"react": "^18"', []],
  ])("%s: %p", (path, added, packages) => {
    expect(manifestDependencies(path, added)).toEqual(packages)
  })

  test("five at most", () => {
    const added = Array.from({ length: 9 }, (_, index) => `"p${index}": "1.0.0"`).join(",\n")
    expect(manifestDependencies("package.json", added)).toHaveLength(5)
  })
})
