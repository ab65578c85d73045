// What a message points at, and what only looks like it. A message may be any paste, so hostile texts must take no longer than others.
import { expect, test } from "bun:test"
import { filesNamed, type NamedFiles, whenNamed } from "./named-files.ts"

function namedIn(text: string, ...paths: readonly string[]): string[] {
  const last = whenNamed([{ id: "m", step: 1, text }], new Set(paths))
  return paths.filter((path) => last.has(path))
}

test("files are known by the names that people give them", () => {
  expect(filesNamed("look at src/window/meter.ts, `Order.php` and v1.2 of it")).toEqual(["meter.ts", "Order.php"])
  expect(filesNamed("a".repeat(1_000_000))).toEqual([])
  const report = Array.from({ length: 11 }, (_, at) => `src/part-${at}.ts: fine`)
  expect([filesNamed(report.slice(1).join("\n")).length, filesNamed(report.join("\n")).length]).toEqual([10, 0])
  expect(filesNamed("a.b-".repeat(300_000)).length).toBeLessThan(5000)
})

test("a file that was read is known by any name: without an ending, with signs, in other letters, with a space", () => {
  const paths = [
    "Makefile",
    "docker/Dockerfile",
    "LICENSE",
    ".env",
    ".eslintrc",
    "app/[slug].tsx",
    "src/größe.ts",
    "app/$layout.tsx",
    "docs/my file.ts",
    "設定.json",
  ]
  for (const path of paths) {
    const name = path.split("/").at(-1)
    for (const text of [`keep an eye on ${name}.`, `@${path}, please`, `why is "${name}" so?`])
      expect([path, text, namedIn(text, path)]).toEqual([path, text, [path]])
  }
  expect(namedIn("これは設定.jsonを見て、config.jsonも", "設定.json")).toEqual(["設定.json"])
  expect(filesNamed("これはconfig.jsonを見て")).toEqual(["config.json"])
  expect(namedIn("see größe.ts".normalize("NFD"), "größe.ts")).toEqual(["größe.ts"])
  expect(namedIn("see src\\Makefile", "C:\\w\\src\\Makefile")).toHaveLength(1)
})

test("a part of another name is not that file", () => {
  expect(namedIn("Makefile.am, GNUMakefile, old-Makefile, Makefile-old and x.Makefile", "Makefile")).toEqual([])
  expect(namedIn("process.env and .env.local", ".env")).toEqual([])
  expect(filesNamed("größe.ts, naïve-file.ts and $layout.tsx")).toEqual(["größe.ts", "naïve-file.ts", "$layout.tsx"])
  expect(namedIn("größe.ts and $layout.tsx", "e.ts", "layout.tsx")).toEqual([])
  expect(namedIn("anything. At all ...", "", ".", "..", "/")).toEqual([])
})

test("a file called like an ordinary word is meant only in quotes or with its folder", () => {
  const paths = ["build", "bin/test"]
  expect(namedIn("run the test and the build again, then test the build", ...paths)).toEqual([])
  expect(namedIn("look at `test` and 'build'", ...paths)).toEqual(paths)
  expect(namedIn("look at bin/test and ./build", ...paths)).toEqual(paths)
  expect(namedIn("look at cabin/test, lib/test and lib/build", ...paths)).toEqual([])
  expect(namedIn("A plan. I agree", "A", "I")).toEqual([])
})

test("more than ten names in a message point at nothing, however they are found", () => {
  const names = Array.from({ length: 9 }, (_, at) => `part-${at}.ts`)
  const paths = ["Makefile", "LICENSE", ...names.map((name) => `src/${name}`)]
  expect(namedIn(`${names.join(" ")} Makefile`, ...paths)).toContain("Makefile")
  expect(namedIn(`${names.join(" ")} Makefile LICENSE`, ...paths)).toEqual([])
})

test("a file that is read later is found in an earlier message, and each message is looked through once for it", () => {
  const known = new Map<string, NamedFiles>()
  const said = [
    { id: "a", step: 1, text: "do as the Makefile says" },
    { id: "b", step: 9, text: "go on" },
  ]
  expect([...whenNamed(said, new Set(["LICENSE"]), known)]).toEqual([])
  expect([...whenNamed(said, new Set(["LICENSE", "Makefile"]), known)]).toEqual([["Makefile", 1]])
  expect([...(known.get("a")?.lookedFor ?? [])]).toEqual(["LICENSE", "Makefile"])
})

test("hostile texts take no longer than others", () => {
  const paths = Array.from({ length: 200 }, (_, at) => `${"a".repeat(at)}b`).concat("a", ".a", "a.a", "-".repeat(250))
  for (const unit of ["a", "a.", "a/", "`a", "./a", "-", "ß", "$a.", "aB"])
    expect(namedIn(unit.repeat(1_000_000 / unit.length), "x.ts", ...paths)).not.toContain("x.ts")
})
