// After an erasure the words are nowhere below the store's folder: not in a file, not in a git object, not in a free page of a database.
import { expect, test } from "bun:test"
import { execFileSync, spawn } from "node:child_process"
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { begunShell, type Shell } from "../../../test/bed/cli-shell.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { eraserOf } from "./erased-text.ts"
import { withoutWords } from "./history-erasure.ts"

const WORDS = "Project Bluebird ships in May"

/** Every file that has one of these, and every git object. */
function placesOf({ env }: Shell, ...words: string[]): string[] {
  const root = env.CAIRN_HOME as string
  const has = (bytes: Buffer) =>
    words.some((word) => bytes.toString("latin1").toLowerCase().includes(word.toLowerCase()))
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => statSync(join(root, name)).isFile() && (has(Buffer.from(name)) || has(readFileSync(join(root, name)))),
  )
  const git = (...args: string[]) =>
    execFileSync("git", [`--git-dir=${join(root, "history.git")}`, ...args], { maxBuffer: 1e9 })
  const objects = git("cat-file", "--batch-all-objects", "--batch")
  return [
    ...files,
    ...(has(objects) ? ["a git object"] : []),
    ...(has(git("log", "--all", "--format=%B", "--name-only")) ? ["the log of git"] : []),
  ]
}

test("the words are gone from notes, names, history, state, log and outputs; the rest stays", async () => {
  const here = await begunShell()
  const { press } = here
  await press("", "save", WORDS)
  await press(
    "",
    "write",
    "reference/plans",
    "--scope",
    "global",
    "--content",
    `First.\n\nproject bluebird\nships in may, they say.\n\nLast.`,
  )
  await press(
    "",
    "write",
    "reference/plans",
    "--scope",
    "global",
    "--content",
    `First.\n\n${WORDS.toUpperCase()}.\n\nLast, "again".`,
  )
  const other = here.at(tempDir("other"))
  await other.press("", "save", `${WORDS}, says the other project`)
  const root = here.env.CAIRN_HOME as string
  mkdirSync(join(root, "cache/tool-outputs/x"), { recursive: true })
  writeFileSync(join(root, "cache/tool-outputs/x/0123456789ab"), `output: ${WORDS}`)
  writeFileSync(join(root, "cairn.log"), `2026-01-01T00:00:00.000Z INFO candidate text="${WORDS}"\n`, { flag: "a" })
  expect(placesOf(here, "bluebird").length).toBeGreaterThan(5)

  const plan = await press("", "erase", WORDS)
  expect(plan.out).toContain("facts/project-project-bluebird-ships-in-may.md")
  expect(plan.out).toContain("OpenCode's own database")
  expect(plan.out).toMatch(
    /\nAnd in:\n {2}1 kept output of tools\n {2}the state of [^\n]*\n {2}versions in [^\n]*\n {2}the log\n/,
  )
  expect(placesOf(here, "bluebird").length).toBeGreaterThan(5)

  const { code, out } = await press("", "erase", WORDS, "--yes")
  expect([code, out]).toEqual([0, expect.stringContaining("Notes removed: 2;")])
  expect(placesOf(here, "bluebird")).toEqual([])
  expect((await here.run("show", "reference/plans", "--scope", "global")).out).toMatch(
    /First\.\s+\[erased\]\.\s+Last, "again"\./,
  )
  expect((await here.run("history", "--path", "reference/plans", "--scope", "global")).out).toMatch(/replace[\s\S]*add/)
  expect((await here.run("doctor", "--json")).out).not.toContain("damaged")
  // No machine saves them again, not even where they were never saved.
  for (const project of [here, other]) expect((await project.run("save", WORDS)).out).toStartWith("Refused (deleted)")
  expect(placesOf(here, "bluebird").filter((name) => name.includes("/facts/"))).toEqual([])
})

const treeOf = ({ env }: Shell) =>
  readdirSync(join(env.CAIRN_HOME as string, "memory"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !/MEMORY|projects\.md/.test(name))
    .sort()

test("words that Cairn's own files are made of, or that name a project, are refused before anything changes", async () => {
  const begun = await begunShell()
  const here = begun.at(join(tempDir("named"), "bluebird"))
  mkdirSync(here.directory)
  await here.press("", "save", "The build uses make and ninja on Linux")
  const before = treeOf(here)
  const codes: string[] = []
  for (const words of ["bluebird", "user", "facts", "global", "description", "session", "said"]) {
    const { code, err } = await here.press("", "erase", words, "--yes")
    codes.push(`${words} ${code} ${/\((\w+)\)/.exec(err)?.[1]}`)
  }
  expect(codes).toEqual([
    "bluebird 1 words_name_a_project",
    ...["user", "facts", "global", "description", "session"].map((words) => `${words} 1 words_too_common`),
    "said 1 words_too_common",
  ])
  expect(treeOf(here)).toEqual(before)
  expect((await here.press("", "projects", "rename", "bluebird", "heron")).code).toBe(0)
  expect((await here.press("", "erase", "bluebird", "--yes")).code).toBe(0)
  expect(treeOf(here)).toEqual(before.map((path) => path.replace("bluebird", "heron")).sort())
  expect(placesOf(here, "bluebird").filter((name) => !/\.local\.json$|^state\.db/.test(name))).toEqual([])
})

test("two notes that only the words told apart stay two; a name with a space, a cut name and a number are erased too", async () => {
  const here = await begunShell()
  const write = (path: string, content: string) =>
    here.press("", "write", path, "--scope", "global", "--content", content)
  await write("reference/erased", "mine")
  await write("reference/bluebird", "the shed is 1006")
  await write("reference/Blümchen plan", "second")
  await here.press("", "save", `We agreed in the long meeting of last week that ${WORDS}`)
  const codes: number[] = []
  for (const words of ["bluebird", "Blümchen", "1006", WORDS])
    codes.push((await here.press("", "erase", words, "--yes")).code)
  expect(codes).toEqual([0, 0, 0, 0])
  expect(treeOf(here).filter((name) => /reference|facts/.test(name))).toEqual([
    "global/reference/erased plan.md",
    "global/reference/erased-2.md",
    "global/reference/erased.md",
  ])
  expect(readFileSync(here.file("reference/erased.md"), "utf8")).toContain("mine")
  expect(readFileSync(here.file("reference/erased-2.md"), "utf8")).toContain("the shed is [erased]")
  expect(placesOf(here, "bluebird", "Bl\u00fcmchen", "that-project", "shed is 1006")).toEqual([])
})

test("a file outside that a linked folder leads to is not touched", async () => {
  const here = await begunShell()
  const outside = join(tempDir("outside"), "diary.md")
  writeFileSync(outside, WORDS)
  await here.press("", "save", WORDS)
  symlinkSync(dirname(outside), join(here.env.CAIRN_HOME as string, "memory/global/linked"))
  await here.press("", "erase", WORDS, "--yes")
  expect(readFileSync(outside, "utf8")).toBe(WORDS)
})

test("a note with a second name outside is erased here, and there it is not ours", async () => {
  const here = await begunShell()
  await here.press("", "write", "reference/plan", "--scope", "global", "--content", `Before. ${WORDS}. After.`)
  const outside = join(tempDir("outside"), "diary.md")
  linkSync(here.file("reference/plan.md"), outside)
  expect((await here.press("", "erase", WORDS, "--yes")).code).toBe(0)
  expect(readFileSync(here.file("reference/plan.md"), "utf8")).toContain("Before. [erased]. After.")
  expect(readFileSync(outside, "utf8")).toContain(WORDS)
  expect(treeOf(here).filter((name) => /erasing|\.tmp$/.test(name))).toEqual([])
})

test("it waits until nobody else uses the memory, and so does what is done to a whole project", async () => {
  const here = await begunShell()
  const root = here.env.CAIRN_HOME as string
  const other = spawn("sh", ["-c", `exec 9<"${join(root, "state.db")}"; echo open; exec sleep 60`])
  try {
    await new Promise((resolve) => other.stdout.once("data", resolve))
    const inUse = { code: 1, err: expect.stringMatching(/store_in_use[\s\S]*process \d+[\s\S]*close OpenCode/) }
    expect(await here.press("", "erase", WORDS, "--yes")).toMatchObject(inUse)
    const [name = ""] = readdirSync(join(root, "memory/projects"))
    expect(await here.press("", "projects", "forget", name, "--yes")).toMatchObject(inUse)
    expect(await here.press("", "projects", "rename", name, "another")).toMatchObject(inUse)
  } finally {
    other.kill("SIGKILL")
  }
})

test("words that are nowhere: it says so, erases nothing and forbids nothing", async () => {
  const here = await begunShell()
  const before = placesOf(here, "zebra")
  for (const more of [[], ["--yes"]]) {
    const { code, out } = await here.press("", "erase", "zebra", ...more)
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^These words are nowhere in Cairn's folder\. Nothing was erased\.\n/),
    ])
    expect(out).not.toMatch(/--yes|^Erased|lose/m)
  }
  expect(placesOf(here, "zebra")).toEqual(before)
  expect((await here.press("", "save", "zebra")).out).not.toContain("(deleted)")
  const gone = "The zebra crossing is painted in June"
  await here.press("", "save", gone)
  const [fact = ""] = placesOf(here, "zebra").filter((name) => name.includes("/facts/"))
  await here.press("", "delete", fact.replace(/^.*(?=facts)/, ""))
  // Only the history and the state have it.
  const { out } = await here.press("", "erase", gone)
  expect(out).toMatch(/^No note has these words\.\nThey are in:\n[\s\S]*versions in the history \(\d+ places?;/)
})

test("it needs a person, and words that are long enough", async () => {
  const { run, press } = await begunShell()
  expect(await run("erase", WORDS, "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("needs_person") })
  expect(await press("", "erase", "ab", "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("hint: nothing was erased; give a longer phrase"),
  })
})

test("a word is found in every form, and nothing else is touched", () => {
  const { from, fromPath } = eraserOf('The "key" of x.y')
  const texts = ['a the "KEY"  of\nx.y b', '{"a":"The \\"key\\" of x.y"}', "the key of xzy"]
  expect(texts.map(from)).toEqual(["a [erased] b", '{"a":"[erased]"}', "the key of xzy"])
  expect(fromPath("M 100644 :1 global/facts/project-the-key-of-x-y.md")).toBe(
    "M 100644 :1 global/facts/project-erased.md",
  )
})

test("a stream of git's keeps its sizes right, whatever bytes it has", () => {
  const stream = Buffer.concat([
    Buffer.from("blob\nmark :1\ndata 9\n"),
    Buffer.from([0xff, 0xfe, 0x0a, 0x64, 0x61, 0x74, 0x61, 0x20, 0x39]),
    Buffer.from("\nblob\nmark :2\ndata 15\nsay secret-x ä\ncommit refs/heads/main\nM 100644 :2 a/secret-x.md\n"),
  ])
  const { stream: clean, changed } = withoutWords(stream, eraserOf("secret-x"))
  expect(changed).toBe(2)
  expect(clean.toString("latin1")).toContain(`data ${Buffer.from("say [erased] ä").length}\n`)
  expect(clean.includes(Buffer.from([0xff, 0xfe, 0x0a, 0x64]))).toBe(true)
})
