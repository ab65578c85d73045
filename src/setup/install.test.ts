import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { checkVersion, findHosts } from "./install.ts"

test("OpenCode and npm are asked outside the current folder, which may be anybody's repository", async () => {
  const [programs, repository, before] = [tempDir("programs"), tempDir("repository"), process.cwd()]
  for (const name of ["opencode", "npm"])
    writeFileSync(join(programs, name), `#!/bin/sh\n[ "$(pwd -P)" = "${repository}" ] || echo 9.9.9\n`, { mode: 0o755 })
  const env = { PATH: `${programs}:/usr/bin:/bin` }
  process.chdir(repository)
  try {
    expect((await findHosts(env, tempDir("home"))).map(({ version }) => version)).toEqual(["9.9.9"])
    expect((await checkVersion([], "0.1.0", env)).newest).toBe("9.9.9")
  } finally {
    process.chdir(before)
  }
})

test("a slow OpenCode is asked for its version without holding up the rest, and one that fails has none", async () => {
  const programs = ['cat; sleep 0.3; echo "1.18.0"', "exit 1"].map((line, at) => {
    const folder = tempDir(`host-${at}`)
    writeFileSync(join(folder, "opencode"), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    return folder
  })
  const finding = findHosts({ PATH: [...programs, "/usr/bin", "/bin"].join(":") }, tempDir("home"))
  const first = await Promise.race([finding, new Promise((resolve) => setImmediate(() => resolve("free")))])
  expect(first).toBe("free")
  expect((await finding).map(({ version }) => version)).toEqual(["1.18.0", "unknown"])
})
