import { expect, test } from "bun:test"
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join, relative } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import {
  isOwnEntry,
  pluginsIn,
  readHostConfigs,
  withEntry,
  withoutEntry,
  withSpec,
  writeHostConfig,
} from "./host-config.ts"

const SPEC = "opencode-cairn@0.1.0"

/** Files as people write them. */
const FILES = {
  "an empty object": "{}\n",
  "no plugins": '{\n  // my model\n  "model": "a/b"\n}\n',
  "one plugin": '{\n  "plugin": ["other@1"] // keep\n}\n',
  "plugins on lines":
    '{\n\t"plugin": [\n\t\t"other@1", // first\n\t\t["second@2", { "x": 1 }]\n\t],\n\t"model": "a/b"\n}\n',
  "a trailing comma": '{\n  "plugin": [\n    "other@1",\n  ],\n}\n',
  "a remark after the last one": '{\n  "plugin": [\n    "other@1", // keep\n  ],\n}\n',
  "a remark and no comma": '{\r\n  "plugin": [\r\n    "other@1" /* keep */\r\n  ],\r\n}\r\n',
  "a remark over two lines": '{\n  "plugin": [\n    "other@1" /* keep\n this */\n  ]\n}\n',
  "line ends of Windows": '{\r\n  "model": "a/b"\r\n}\r\n',
  "an empty list with a comment": '{\n  "plugin": [\n    // none yet\n  ]\n}\n',
  "only the newer key": '{\n  "plugins": ["other@1"]\n}\n',
}

test("the entry is added and taken out again, and all else stays as it was", () => {
  const failures: string[] = []
  for (const [name, text] of Object.entries(FILES)) {
    const config = { file: "opencode.json", text }
    const added = { ...config, text: withEntry(config, SPEC) }
    const entry = pluginsIn(added).find((one) => isOwnEntry(one, "/nowhere"))
    const comments = text.match(/\/\/.*/g) ?? []
    if (entry?.spec !== SPEC || !comments.every((comment) => added.text.includes(comment)))
      failures.push(`${name}: ${added.text}`)
    else if (pluginsIn(added).length !== pluginsIn(config).length + 1) failures.push(`${name}: ${added.text}`)
    const back = entry && withoutEntry(added, entry)
    const bare = (given = "") => given.replace(/\s|,(?=\s*[\]}])/g, "")
    if (bare(back) !== bare(text)) failures.push(`${name}, undone: ${back}`)
  }
  expect(failures).toEqual([])
})

test("a remark at the end of a line stays on it", () => {
  const added = (list: string) => withEntry({ file: "x", text: `{ "plugin": ${list} }` }, SPEC)
  expect(added('[\n  "other@1", // keep\n]')).toBe(`{ "plugin": [\n  "other@1", // keep\n  "${SPEC}",\n] }`)
  expect(added('[\n  "other@1" // keep\n]')).toBe(`{ "plugin": [\n  "other@1", // keep\n  "${SPEC}"\n] }`)
})

test("another version takes the place of the one there, whose options stay", () => {
  const config = { file: "x", text: '{ "plugin": ["a", ["opencode-cairn@0.0.1", { "inject": false }]] }' }
  const entry = pluginsIn(config).find((one) => isOwnEntry(one, "/nowhere"))
  expect(entry && withSpec(config, entry, SPEC)).toBe(
    '{ "plugin": ["a", ["opencode-cairn@0.1.0", { "inject": false }]] }',
  )
})

test("an entry is ours by name, by a folder of that name, or by this install", () => {
  const own = (spec: string) => isOwnEntry({ spec, key: "plugin", at: 0, hasOptions: false }, "/home/me/cairn")
  const ours = [
    "opencode-cairn",
    "opencode-cairn@1.0.0",
    "/x/opencode-cairn",
    "file:///home/me/cairn",
    "/home/me/cairn/",
  ]
  expect(ours.filter((spec) => !own(spec))).toEqual([])
  expect(["opencode-cairn-theme", "/x/not-opencode-cairn-at-all", "opencode-mem@2"].filter(own)).toEqual([])
})

test("an entry is ours by the package.json of the folder it names, whatever that is called", async () => {
  const [folder, mine, other] = [tempDir("config"), tempDir("checkout"), tempDir("other")]
  mkdirSync(join(mine, "dist"))
  writeFileSync(join(mine, "package.json"), '{ "name": "opencode-cairn" }')
  writeFileSync(join(other, "package.json"), '{ "name": "opencode-mem" }')
  const specs = [
    mine,
    `file://${mine}`,
    join(mine, "dist/server.js"),
    relative(folder, mine),
    other,
    join(other, "none"),
  ]
  writeFileSync(join(folder, "opencode.json"), JSON.stringify({ plugin: specs }))
  const own = (await readHostConfigs(folder, "own")).flatMap(pluginsIn).filter((entry) => isOwnEntry(entry, "/nowhere"))
  expect(own.map(({ spec }) => spec)).toEqual(specs.slice(0, 4))
})

test("a file with a mistake is named with its line and not touched", async () => {
  const folder = tempDir("config")
  writeFileSync(join(folder, "opencode.json"), '{\n  "plugin": [\n    oops\n  ]\n}\n')
  const [config] = await readHostConfigs(folder, "own")
  expect(() => pluginsIn(config as { file: string; text: string })).toThrow(/line 3/)
  const codeOf = (work: () => unknown): Promise<string> =>
    Promise.resolve()
      .then(work)
      .then(String, (error: { code: string }) => error.code)
  expect(await codeOf(() => pluginsIn({ file: "x", text: "[]" }))).toBe("config_broken")
  mkdirSync(join(folder, "opencode.jsonc"))
  expect(await codeOf(() => readHostConfigs(folder, "own"))).toBe("config_unreadable")
})

test("a link into somebody's dotfiles stays a link", async () => {
  const [dotfiles, folder] = [tempDir("dotfiles"), join(tempDir("config"), "opencode")]
  mkdirSync(folder)
  writeFileSync(join(dotfiles, "oc.json"), "{}\n")
  symlinkSync(join(dotfiles, "oc.json"), join(folder, "opencode.json"))
  const [config] = await readHostConfigs(folder, "own")
  if (!config) throw new Error("not read")
  await writeHostConfig(config, withEntry(config, SPEC))
  expect(readlinkSync(join(folder, "opencode.json"))).toBe(join(dotfiles, "oc.json"))
  expect(readFileSync(join(dotfiles, "oc.json"), "utf8")).toContain(SPEC)
})

test("a link in a project is not followed, wherever it leads", async () => {
  const [project, elsewhere] = [tempDir("project"), tempDir("elsewhere")]
  writeFileSync(join(elsewhere, "oc.json"), '{ "plugin": ["opencode-cairn"] }')
  symlinkSync(join(elsewhere, "oc.json"), join(project, "opencode.json"))
  await expect(readHostConfigs(project, "refuse")).rejects.toThrow("a link in a project is not followed")
  expect((await readHostConfigs(project, "own")).flatMap(pluginsIn)).toHaveLength(1)
})

test("an empty file is a configuration without plugins", () => {
  for (const text of ["", "\n"]) expect(pluginsIn({ file: "opencode.json", text })).toEqual([])
})

test("a link to a file that is missing stays a link, and what it names is made and removed", async () => {
  const folder = tempDir("config")
  const target = join(tempDir("dotfiles"), "oc.json")
  const file = join(folder, "opencode.json")
  symlinkSync(target, file)
  await writeHostConfig({ file, text: undefined }, "{}")
  expect([readlinkSync(file), readFileSync(target, "utf8")]).toEqual([target, "{}"])
  await writeHostConfig({ file, text: "{}" }, undefined)
  expect([readlinkSync(file), existsSync(target)]).toEqual([target, false])
})

test("nothing is written over a file that is not what was read, is not UTF-8, or may not be written", async () => {
  const folder = tempDir("config")
  const file = join(folder, "opencode.json")
  const refused = async (bytes: Uint8Array | string, text: string) => {
    writeFileSync(file, bytes)
    const code = await writeHostConfig({ file, text }, "{}").catch((error) => `${error.code}: ${error.message}`)
    return [code, readFileSync(file).equals(Buffer.from(bytes as string))]
  }
  const latin = Buffer.from("// caf\xe9\n{}", "latin1")
  expect(await refused(latin, latin.toString("utf8"))).toEqual([`config_changed: ${file} is not in UTF-8`, true])
  expect(await refused("{ }", "{}")).toEqual([expect.stringContaining("somebody else"), true])
  const below = writeHostConfig({ file: join(file, "opencode.json"), text: undefined }, "{}")
  await expect(below).rejects.toMatchObject({ code: "config_unwritable" })
})

test("a new file is readable for whom the umask lets read", async () => {
  const before = process.umask(0o077)
  try {
    const file = join(tempDir("config"), "opencode.json")
    await writeHostConfig({ file, text: undefined }, "{}")
    expect(statSync(file).mode & 0o777).toBe(0o600)
  } finally {
    process.umask(before)
  }
})

test("who may read the file stays, whatever the umask, and another name of it keeps the old text", async () => {
  const folder = tempDir("config")
  const [file, other] = [join(folder, "opencode.json"), join(folder, "other.json")]
  writeFileSync(file, "{}")
  linkSync(file, other)
  chmodSync(file, 0o664)
  await writeHostConfig({ file, text: "{}" }, "[]")
  expect([statSync(file).mode & 0o777, readFileSync(file, "utf8")]).toEqual([0o664, "[]"])
  expect(readFileSync(other, "utf8")).toBe("{}")
  expect(readdirSync(folder).sort()).toEqual(["opencode.json", "other.json"])
})

test("what is left without Cairn is what OpenCode can read, however the list is written", () => {
  const lists = [
    '["other", "opencode-cairn@0.1.0"]',
    '["other","opencode-cairn@0.1.0"]',
    '["opencode-cairn@0.1.0", "other"]',
    '["other", "opencode-cairn@0.1.0",]',
    '["other", ["opencode-cairn@0.1.0", {}]]',
    '[\n  "other", // mine\n  "opencode-cairn@0.1.0"\n]',
    '[\n  "other", // mine\n  "opencode-cairn@0.1.0"]',
  ]
  const left = lists.map((list) => {
    const config = { file: "x", text: `{ "plugin": ${list}, "theme": "x" }` }
    const entry = pluginsIn(config).find(({ spec }) => spec.startsWith("opencode-cairn"))
    const text = entry ? withoutEntry(config, entry) : ""
    return `${pluginsIn({ file: "x", text }).map(({ spec }) => spec)}${list.includes("mine") && !text.includes("// mine") ? " lost" : ""}`
  })
  expect(left).toEqual(lists.map(() => "other"))
})
