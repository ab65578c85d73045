import { describe, expect, test } from "bun:test"
import { stemOf } from "../text/words.ts"
import { indexTerms, termCounter } from "./index-terms.ts"
import { SPELLINGS } from "./irregular-forms.ts"
import { codeNamesIn, termsOf } from "./search-terms.ts"

const telling = (text: string) => [...termsOf(text).words].filter(([, weight]) => weight >= 0.5).map(([term]) => term)

describe("terms of a text", () => {
  test.each([
    "migration migrations migrate migrated migrating",
    "query queries",
    "cookie cookies",
    "movie movies",
    "zombie zombies",
    "retry retries retried retrying",
    "deploy deploys deployed deployment deployments",
    "cache caches cached caching",
    "plan plans planned planning",
    "document documents documentation",
  ])("%p are one word", (forms) => {
    expect(new Set(forms.split(" ").map(stemOf)).size).toBe(1)
  })

  test.each([
    ["test", "text"],
    ["session", "server"],
    ["status", "state"],
    ["pass", "path"],
    ["cookies", "cook"],
    ["movies", "move"],
  ])("%s and %s stay apart", (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other))
  })

  const termOf = (word: string) => [...termsOf(word).words.keys()].join(" ")

  test.each([
    "optimise optimize optimising optimization optimisation optimised",
    "optimiser optimizer optimisers",
    "analyse analyze analysed analyzing analysis analyses",
    "colour color colours coloured",
    "behaviour behavior behaviors",
    "favourite favorite",
    "centre center centred",
    "licence license licensed licensing",
    "cancelled canceled cancelling",
    "labelling labeling",
  ])("British and American spellings are one word: %s", (forms) => {
    expect(new Set(forms.split(" ").map(termOf)).size).toBe(1)
  })

  test("both spellings of a word and their plurals are one word", () => {
    for (const line of SPELLINGS.split("|")) {
      const [one = "", other = ""] = line.trim().split(/\s+/)
      expect([line, termOf(other), termOf(`${other}s`), termOf(`${one}s`)]).toEqual([
        line,
        ...Array(3).fill(termOf(one)),
      ])
    }
  })

  test("what only ends as a spelling does stays as it is", () => {
    for (const word of ["redis", "basis", "canvas", "hour", "four", "contour", "tour"])
      expect(termOf(word)).not.toMatch(/z$|[^u]r$/)
  })

  test("what is on either side of an apostrophe is read, and what only shortens a word is not", () => {
    expect(
      [
        "O'Reilly",
        "f'tidewater",
        "import'vue'",
        "l'erreur",
        "dell'utente",
        "it'll",
        "crane's",
        "Dell's",
        "noteIndex's",
      ].map(termOf),
    ).toEqual(["reil", "tidewater", "import vue", "erreur", "utent", "", "cran", "del", "not index"])
  })

  test("letters that are joined are the two that they are made of", () => {
    expect([termOf("cœur"), termOf("Straße"), termOf("Læsø")]).toEqual([
      termOf("coeur"),
      termOf("strasse"),
      termOf("laeso"),
    ])
  })

  test("small talk and the ordinary words of any work tell nothing", () => {
    for (const text of [
      "ok, go on",
      "thanks, looks good!",
      "don't do that, please",
      "fix the failing test",
      "yes",
      "继续",
      "谢谢",
    ])
      expect(telling(text)).toEqual([])
    expect(telling("why does the gateway reject Dvorak?")).toEqual([stemOf("gateway"), "reject", "dvorak"])
  })

  test("a name is found however it is cut into words", () => {
    const name = (text: string) => [...codeNamesIn(text)].filter(([, weight]) => weight === 1).map(([term]) => term)
    const forms = [
      "noteIndex",
      "NoteIndex",
      "note_index",
      "note-index",
      "NOTE_INDEX",
      "src/store/note-index.ts",
      "`noteIndex()`",
    ]
    for (const form of forms) expect(name(form)).toEqual(["noteindex"])
    expect(termsOf("opencode").words.keys().next().value).toBe([...codeNamesIn("OpenCode").keys()][0] as string)
  })

  test("a path is found by its file's name, and better by the whole", () => {
    expect([...codeNamesIn("open queries.ts")]).toEqual([["queries.ts", 1]])
    expect([...codeNamesIn("see src/db/queries.ts:12:7")].map(([name]) => name)).toEqual([
      "queries.ts",
      "src/db/queries.ts",
    ])
  })

  test("words with a sign between them are words, and everyday files no names", () => {
    expect([...codeNamesIn("read/write, package.json, README.md, index.ts").keys()]).toEqual([])
    expect(telling("Kubernetes/Helm")).toEqual([stemOf("kubernetes"), "helm"])
  })

  test("scripts without spaces are read by pairs of characters", () => {
    expect(telling("数据库迁移")).toEqual(["数据", "据库", "库迁", "迁移"])
    expect(telling("キャッシュ")).toContain("シュ")
    expect(telling("데이터베이스")).toContain("베이")
    expect(telling("です、ます。")).toEqual([])
  })

  test("numbers count when they are more than a count", () => {
    expect(telling("port 4173, 12 files since 2026")).toEqual(["port", "4173"])
  })

  test("text of any kind is read", () => {
    for (const text of [
      "",
      "\ud800",
      "_",
      "____",
      "a'",
      "'",
      "…",
      "\0",
      "😀",
      "a_".repeat(4000),
      "aB".repeat(4000),
      ".".repeat(8000),
      "\ufdfa".repeat(8000),
    ])
      expect(() => termsOf(text)).not.toThrow()
  })
})

describe("numbers with dots", () => {
  const words = (text: string) => [...termsOf(text).words.keys()]

  test("a version or an address is one term, without its digits and with or without a v", () => {
    const said = ["5.4", "v1.2.3", "1.1.15", "10.0.0.5", "22.16", "1.18.33"]
    expect(said.map(words)).toEqual([["5.4"], ["1.2.3"], ["1.1.15"], ["10.0.0.5"], ["22.16"], ["1.18.33"]])
    expect(words("node-22.16.0")).toEqual([stemOf("node"), "22.16.0"])
    expect(words("127.0.0.1:8080")).toEqual(["8080", "127.0.0.1"])
  })

  test("in an index their numbers can be found too", () => {
    expect(indexTerms("node 22.16").split(" ")).toEqual([stemOf("node"), "22", "16", "22.16"])
  })

  test("a measure, a time or the beginning of a longer number is none", () => {
    const dotted = ["0.8372", "2026-01-05T10:30:00.123Z", "1.1.1.1.1.1.1", "3.12rc1", "1.5s"].flatMap(words)
    expect(dotted.filter((term) => /\d\.\d/.test(term))).toEqual([])
    expect(() => termsOf("1.".repeat(500_000))).not.toThrow()
  })

  test("a name of nothing but single letters is found as a whole", () => {
    expect([indexTerms("a_b"), indexTerms("X_1"), indexTerms("e.g."), indexTerms("i")]).toEqual(["a_b", "x_1", "", ""])
  })
})

describe("many texts", () => {
  test("are counted by what is asked for, a word's beginning once, and one question does not disturb the other", () => {
    const terms = [stemOf("crane"), "noteindex", "gearb"]
    const one = termCounter(terms, "crane noteIndex gearb", (term) => term === "gearb")
    const other = termCounter(["gearbox"], "gearbox", () => false)
    const text = "the crane, Crane and CRANE: the gearbox, another gearbox, noteIndex"
    expect([...one(text).counts]).toEqual([3, 1, 1])
    expect([...other(text).counts]).toEqual([2])
    expect(one("the crane").length).toBe(1)
    expect([...one("crane crane").counts]).toEqual([2, 0, 0])
  })

  test("count a word half that has another form than the one asked for, or is part of a name", () => {
    const count = termCounter([stemOf("crane"), "noteindex"], "crane noteIndex", () => false)
    expect([...count("cranes, the crane's, craneDriver, src/crane.ts").counts]).toEqual([2, 0])
    expect([...count("note_index and noteIndex.ts, but noteIndex").counts]).toEqual([0, 2])
  })

  test("are counted alike before and after a build has emptied the table of tokens", () => {
    const count = termCounter([stemOf("crane"), "gearbox"], "crane gearbox", () => false)
    const text = "a crane with a gearbox, another crane and two cranes"
    const before = count(text)
    // More than are remembered; the next text finds the table too full.
    indexTerms(Array.from({ length: 140_000 }, (_, at) => `filler${at.toString(36)}`).join(" "))
    expect(count(text)).toEqual(before)
    expect(indexTerms("crane gearbox")).toBe(`${stemOf("crane")} gearbox`)
    expect(count(text)).toEqual(before)
  })

  test("have each term once; a path is there by its parts and its file", () => {
    expect(indexTerms("crane gearbox crane")).toBe(`${stemOf("crane")} gearbox`)
    const terms = indexTerms("src/store/noteIndex.ts and src/store, noteIndex again and again").split(" ")
    expect(terms.toSorted()).toEqual([...new Set(terms)].toSorted())
    expect(terms).toContain("noteindex.ts")
    expect(terms.filter((term) => term.includes("/"))).toEqual([])
    const long = Array.from({ length: 5000 }, (_, at) => `größe${at} 漢字`)
    expect(indexTerms(long.join(" ")).split(" ")).toEqual([
      "grosse0",
      "漢字",
      ...long.slice(1).map((_, at) => `grosse${at + 1}`),
    ])
  })
})
