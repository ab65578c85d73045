import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { parseDocument } from "yaml"
import { type Fact, factOf, headOfFact } from "./fact.ts"
import { changeNote, joinNote, newNote, parseNote, splitNote } from "./note-file.ts"
import { emitScalar, readPlain } from "./note-head.ts"

const line = fc.string({ unit: "grapheme", maxLength: 40 })
const anyText = fc.string({ unit: "binary", maxLength: 300 })

describe("a note file", () => {
  test("splits into parts that are the file again, whatever it holds", () => {
    const fenced = fc.tuple(anyText, anyText).map(([yaml, body]) => `---\n${yaml}\n---\n${body}`)
    fc.assert(
      fc.property(fc.oneof(anyText, fenced), (text) => {
        expect(joinNote(splitNote(text).parts)).toBe(text)
      }),
      { numRuns: 3000 },
    )
  })

  test("gives back the description and the body it was made with, and no other key", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, line), fc.oneof(anyText, line), (description, body) => {
        const note = parseNote(newNote(body, { description, limit: 300 }))
        const said = description.toWellFormed().trim()
        const written = body
          .toWellFormed()
          .replace(/^(\r?\n)+/, "")
          .replace(/\s+$/, "")
        expect({ problem: note.problem, head: note.head, body: note.body }).toEqual({
          problem: undefined,
          head: { ...(said && { description: said }), limit: 300, readonly: false, trust: "trusted" },
          body: written,
        })
      }),
      { numRuns: 3000 },
    )
  })

  test("keeps comments, unknown keys, order, CRLF and BOM when one key and the body change", () => {
    const text =
      "\ufeff---\r\n# mine\r\nzeta: 'keep  this'   # and this\r\ntags: [a, b]\r\ndescription: Old # why\r\nlimit: 10\r\n---\r\n\r\nold\r\nbody\r\n"
    expect(changeNote(parseNote(text), { description: "New: one", updated: "2026-11-15T09:00:00Z" }, "new\nbody")).toBe(
      "\ufeff---\r\n# mine\r\nzeta: 'keep  this'   # and this\r\ntags: [a, b]\r\n" +
        'description: "New: one" # why\r\nlimit: 10\r\nupdated: "2026-11-15T09:00:00Z"\r\n---\r\n\r\nnew\r\nbody\r\n',
    )
  })

  test("replaces a block scalar and removes a key without touching its neighbours", () => {
    const text = "---\na: 1\ndescription: |\n  two\n  lines\nb: 2\n---\nbody"
    expect(changeNote(parseNote(text), { description: "one" })).toBe("---\na: 1\ndescription: one\nb: 2\n---\nbody\n")
    expect(changeNote(parseNote(text), { description: undefined })).toBe("---\na: 1\nb: 2\n---\nbody\n")
  })

  test("a body may begin with blank lines, fences or a rule of its own", () => {
    const body = "intro\n---\nreadonly: true\n---\n"
    const note = parseNote(newNote(body, { description: "x" }))
    expect(note.head.readonly).toBe(false)
    expect(note.body).toBe(body.trimEnd())
  })

  test.each([
    ["unclosed", "---\ndescription: x\n\nno end"],
    ["not yaml", "---\n: invalid: yaml: [[\n---\nSome content"],
    ["a list", "---\n- a\n- b\n---\nSome content"],
    ["an alias", "---\na: &x 1\nb: *x\n---\nSome content"],
    ["a custom tag", "---\na: !evil x\n---\nSome content"],
    ["a key twice", "---\nreadonly: true\nreadonly: false\n---\nSome content"],
  ])("%s: readable, reported, never rewritten", (_name, text) => {
    const note = parseNote(text)
    expect(note.problem).toMatch(/frontmatter/)
    expect(note.body.length).toBeGreaterThan(0)
    expect(() => changeNote(note, { description: "x" }, "y")).toThrow(/frontmatter/)
  })

  test.each([
    ["---\ntrust: quarantined\n: [[\n---\nbody", "quarantined"],
    ["---\ntrust: quarantined\ndescription: x\n\nno end", "quarantined"],
    ["---\ntrust: quarantined\ntrust: trusted\n---\nbody", "quarantined"],
    ["---\n<<<<<<< ours\n'trust' : \"Quarantined\"\n=======\n>>>>>>> theirs\n---\nbody", "quarantined"],
    ["---\ntrust: trusted\n: [[\n---\ntrust: quarantined", "trusted"],
    ["---\n: [[\n---\nbody", "trusted"],
  ] as const)("damage does not set a note free: %j", (text, trust) => {
    const note = parseNote(text)
    expect(note.problem).toBeDefined()
    expect(note.head.trust).toBe(trust)
  })

  test("YAML bombs are refused and the body stays readable", () => {
    const aliases = Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${i ? `*a${i - 1},`.repeat(9) : "x"}]`).join(
      "\n",
    )
    const bombs = [
      aliases,
      "[".repeat(100_000),
      `a: ${"[".repeat(8000)}`,
      Array.from({ length: 200_000 }, (_, i) => `k${i}: 1`).join("\n"),
      `a: ${"x".repeat(5_000_000)}`,
      "a: ".repeat(5000),
    ]
    for (const bomb of bombs) {
      const note = parseNote(`---\n${bomb}\n---\nthe body`)
      expect(note.problem).toBeDefined()
      expect(note.body).toEndWith("the body")
    }
    const proto = parseNote("---\n__proto__: {readonly: true}\nconstructor: x\n---\nthe body")
    expect(proto.problem).toBeUndefined()
    expect(proto.head.readonly).toBe(false)
    expect(({} as Record<string, unknown>).readonly).toBeUndefined()
  })

  test("the quick reader agrees with the YAML parser wherever it answers at all", () => {
    const key = fc.constantFrom("description", "limit", "readonly", "type", "trust", "x_y", "<<", "a")
    const value = fc.oneof(
      fc.constantFrom(
        "true",
        "False",
        "null",
        "~",
        "0x1f",
        "0o7",
        "1e3",
        ".5",
        "-1",
        "00",
        "0",
        "5000",
        "yes",
        "No",
        ".nan",
        "on",
        "- a",
        "a: b",
        "a #c",
        "a#c",
        "'q'",
        '"q"',
        '"a\\n"',
        "[a]",
        "|",
        "&a b",
        "*a",
        "a,b",
        "2026-11-15",
        "Null",
        "a ",
        " a",
        "e-",
        "a -",
        "Infinity",
        "a: ",
        "2026-11-15T09:00:00Z",
        "2026-11-15T09:00",
        "2026-11-15T09:00:00.123+01:00",
        "2, 2026-11-20T09:00:00Z",
        "2,2026-11-20",
        "12:30:45",
        "1_000",
        "0b11",
        "ses_ab/msg_cd",
        "facts/a.md, facts/b_c.md",
        "データベースは PostgreSQL",
        "Größe, ½ (Maß)",
        "ÿ: ö",
        "한국어 #c",
        '"a\\"b\\\\c\\u00e9\\t"',
        '"\\ud83d\\ude00"',
        '"\\x41"',
        '"\\/"',
        '"a\\',
        '"a" b',
        '"a"b"',
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(...'aÉ字2-:,./_ T"\\u0d9n+'), maxLength: 10 }),
      fc.string({ unit: fc.constantFrom(..."aÉ字2\\u0d9n+"), maxLength: 10 }).map((text) => `"${text}"`),
      anyText.map((text) => emitScalar(text)),
    )
    let answered = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 4 }), (pairs) => {
        const yaml = pairs.map(([name, text]) => `${name}: ${text}\n`).join("")
        const plain = readPlain(yaml)
        if (!plain) return
        answered++
        const document = parseDocument(yaml, { schema: "core" })
        const whole = { errors: document.errors, values: document.toJS() ?? {} }
        expect(whole).toEqual({ errors: [], values: Object.fromEntries(plain) })
      }),
      { numRuns: 20_000 },
    )
    expect(answered).toBeGreaterThan(1000)
  })

  test.each([
    "Use pnpm, not npm",
    'Run "bun test" first: it\'s quick\nand whole',
    "数据库使用 PostgreSQL 16",
    "Der Dienst läuft auf Port 8080",
    "C:\\tools\\bin; \u{1f600}",
    "true",
  ])("the quick reader takes what Cairn writes for the fact %p", (text) => {
    const fact: Fact = {
      path: "facts/a.md",
      scope: "project",
      type: "decision",
      text,
      source: "explicit",
      trust: "quarantined",
      importance: "high",
      created: 1e12,
      updated: 1e12 + 5000,
      reinforced: { count: 2, last: 1.1e12 },
      evidence: "ses_ab/msg_cd",
      supersededBy: "facts/b.md",
      conflicts: ["facts/c.md", "facts/d_e.md"],
    }
    const { parts, values } = parseNote(newNote("", { description: text, ...headOfFact(fact) }))
    expect(readPlain(parts.yaml)).toEqual(new Map(values))
    const onOneLine = { ...fact, text: text.replace(/\s+/g, " ") }
    expect(factOf(values, { ...fact, fileTime: 0, description: "" })).toEqual(onOneLine)
  })

  test("a value that is not understood falls to the careful side", () => {
    const head = (yaml: string) => parseNote(`---\n${yaml}\n---\n`).head
    expect(head("readonly: maybe").readonly).toBe(true)
    expect(head("readonly: 'true'").readonly).toBe(true)
    expect(head("readonly: no").readonly).toBe(false)
    expect(head("trust: sure").trust).toBe("quarantined")
    expect(head("trust: Trusted").trust).toBe("trusted")
    expect(head("limit: '5000'").limit).toBeUndefined()
    expect(head("limit: -1").limit).toBeUndefined()
    expect(head("description: 2026-01-01").description).toBe("2026-01-01")
  })
})
