// How many secrets are found, how many harmless texts are touched, and what it costs. The corpora are not part of the project.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { redact, secretsIn } from "../src/redaction/redact.ts"
import { SECRET_RULES } from "../src/redaction/secret-rules.ts"
import { ms, ratio, spreadOf } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const DATA = process.env.CAIRN_BENCH_DATA ?? "../shared/data"
const FIXTURES = "security/secrets/secretlint-fixtures.jsonl"
const GITLEAKS = "security/secrets/gitleaks.toml"
const TRAJECTORIES = ["trajectories/nice.dev.jsonl", "trajectories/swe.dev.jsonl"]
const MB = 1_000_000

interface Fixture {
  readonly rule: string
  readonly case: string
  readonly expect: number
  readonly spans: readonly (readonly [number, number])[]
  readonly text: string | null
}

/** What the labels call a secret, or harmless, and is not. */
const NOT_COUNTED: Record<string, string> = {
  "aws ng.AWS Account ID": "an identifier",
  "azure ng.ad_tenant_id": "an identifier",
  "azure ng.azure_client_id": "an identifier",
  "secp256k1-privatekey ng.privkey": "64 hex digits without a label are a hash more often than a key",
  "aws ok.AWS Access Key ID--enableIDScanRule-false": "harmless only by an option",
  "aws options.allows": "harmless only by an option",
  "figma ok.allows": "harmless only by an option",
  "groq ok.allows": "harmless only by an option",
  "tailscale ok.allows": "harmless only by an option",
  "basicauth ok.database-urls-not-detected": "the secrets of another rule",
}

type Finder = (text: string) => readonly { start: number; end: number }[]

export async function redactionFigure(): Promise<Figure> {
  const title = "Redaction of secrets"
  if (![FIXTURES, GITLEAKS, ...TRAJECTORIES].every((file) => existsSync(join(DATA, file))))
    return { title, about: `Not measured: the corpora are not in ${DATA} (CAIRN_BENCH_DATA says where).`, rows: [] }
  const fixtures = linesOf<Fixture>(FIXTURES).filter((row) => !(`${row.rule} ${row.case}` in NOT_COUNTED))
  const rules = gitleaks()
  return {
    title,
    about:
      "Recall: labelled spans of secretlint's fixtures that are found, without identifiers and rows that are harmless only by an option. Beyond: findings outside the labels, most of them secrets of another kind in the same text. The baseline are gitleaks' rules as far as they compile here, with their keywords, without their allow lists.",
    rows: [...recallRows(fixtures, rules), ...alarmRows(fixtures, rules), ...costRows(rules)],
  }
}

function recallRows(fixtures: readonly Fixture[], rules: Finder): Row[] {
  const secret = fixtures.filter(({ spans }) => spans.length > 0)
  const kinds = [...new Set(secret.map(({ rule }) => rule))].sort()
  const of = (kind: string) => secret.filter(({ rule }) => rule === kind)
  const keys = recall(of("privatekey"), secretsIn)
  const all = recall(secret, secretsIn)
  return [
    {
      ...recallRow("all vendor formats", secret, rules),
      target: { text: "recall at least 0.95", met: all.found >= 0.95 * all.labelled },
    },
    {
      ...recallRow("private keys", of("privatekey"), rules),
      target: { text: "recall 1", met: keys.found === keys.labelled },
    },
    ...kinds.filter((kind) => kind !== "privatekey").map((kind) => recallRow(kind, of(kind), rules)),
  ]
}

function recallRow(what: string, fixtures: readonly Fixture[], rules: Finder): Row {
  const text = ({ found, labelled, beyond }: Recall) =>
    `${found} of ${labelled} (${(found / labelled).toFixed(2)}), ${beyond} beyond`
  return { what, cairn: text(recall(fixtures, secretsIn)), baseline: `gitleaks: ${text(recall(fixtures, rules))}` }
}

interface Recall {
  found: number
  labelled: number
  beyond: number
}

function recall(fixtures: readonly Fixture[], finder: Finder): Recall {
  const sum = { found: 0, labelled: 0, beyond: 0 }
  for (const { text, spans } of fixtures) {
    const own = finder(text ?? "")
    const meets = (one: { start: number; end: number }, [start, end]: readonly [number, number]) =>
      one.start < end && one.end > start
    sum.labelled += spans.length
    sum.found += spans.filter((span) => own.some((one) => meets(one, span))).length
    sum.beyond += own.filter((one) => !spans.some((span) => meets(one, span))).length
  }
  return sum
}

function alarmRows(fixtures: readonly Fixture[], rules: Finder): Row[] {
  const harmless = fixtures.filter((row) => row.expect === 0 && !row.case.startsWith("ng"))
  const sets: Record<string, readonly string[]> = {
    "harmless fixtures": harmless.map(({ text }) => text ?? ""),
    "sentences with trigger words": textsOf("security/injection/injecguard__NotInject_one.json", "prompt"),
    "naughty strings": textsOf("security/fuzz/blns.json"),
    "turns of conversations": textsOf("retrieval/locomo-turn.dev.json").filter((text) => text.length > 20),
    "tool calls and outputs": TRAJECTORIES.flatMap(trajectory),
  }
  const texts = Object.values(sets).flat()
  const alarms = (some: readonly string[], finder: Finder) => some.filter((text) => finder(text).length > 0).length
  const share = (some: readonly string[], finder: Finder) =>
    `${alarms(some, finder)} of ${some.length} (${((100 * alarms(some, finder)) / some.length).toFixed(2)} %)`
  const rows = Object.entries(sets).map(([what, some]) => ({
    what: `false alarms, ${what}`,
    cairn: share(some, secretsIn),
    baseline: `gitleaks: ${share(some, rules)}`,
  }))
  const met = alarms(texts, secretsIn) <= 0.005 * texts.length
  return [
    ...rows,
    { what: "false alarms, all", cairn: share(texts, secretsIn), target: { text: "at most 0.5 %", met } },
  ]
}

function costRows(rules: Finder): Row[] {
  const texts = TRAJECTORIES.flatMap(trajectory)
  const size = texts.reduce((sum, text) => sum + text.length, 0) / MB
  const pass = (work: (text: string) => unknown) => {
    const rounds = Array.from({ length: 5 }, () => elapsed(() => texts.forEach((text) => void work(text))))
    return spreadOf(rounds).p50
  }
  const own = pass(redact)
  const other = pass(rules)
  const single = spreadOf(texts.filter((text) => text.length > 1000).map((text) => elapsed(() => redact(text))))
  const hostile = hostileTexts().map((text) => elapsed(() => redact(text)))
  return [
    {
      what: "ordinary tool output",
      cairn: `${(size / (own / 1000)).toFixed(0)} MB/s`,
      baseline: `gitleaks: ${(size / (other / 1000)).toFixed(1)} MB/s`,
      ratio: ratio(own, other),
    },
    {
      what: "one text of over 1,000 characters",
      cairn: `p50 ${ms(single.p50)}, p99 ${ms(single.p99)}`,
      target: { text: "p99 under 5 ms", met: single.p99 < 5 },
    },
    {
      what: "a megabyte of hostile text",
      cairn: `p50 ${ms(spreadOf(hostile).p50)}, max ${ms(Math.max(...hostile))} of ${hostile.length} texts`,
    },
  ]
}

/** Each beginning a pattern looks for, over and over. */
function hostileTexts(): string[] {
  const labels = [
    "password:",
    "token='",
    "secret is ",
    "密码：",
    "://a:b@",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\n",
    "%41",
  ]
  return [...SECRET_RULES.map(({ hints }) => hints[0] as string), ...labels].map((unit) =>
    unit.repeat(Math.ceil(MB / unit.length)).slice(0, MB),
  )
}

function elapsed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** gitleaks' rules in this engine's syntax; those that use more of Go's are left out. */
function gitleaks(): Finder {
  const rules = readFileSync(join(DATA, GITLEAKS), "utf8")
    .split("[[rules]]")
    .slice(1)
    .flatMap((source) => {
      const pattern = compiled(/^regex = '''([\s\S]*?)'''/m.exec(source)?.[1])
      const keywords = [...(/^keywords = \[([^\]]*)\]/m.exec(source)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
        ([, word]) => word as string,
      )
      return pattern ? [{ pattern, keywords }] : []
    })
  return (text) => {
    const lower = text.toLowerCase()
    return rules
      .filter(({ keywords }) => keywords.length === 0 || keywords.some((word) => lower.includes(word)))
      .flatMap(({ pattern }) =>
        [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
      )
  }
}

function compiled(source: string | undefined): RegExp | undefined {
  if (source === undefined) return
  const plain = source
    .replace(/\(\?-i:/g, "(?:")
    .replace(/\\z/g, "$")
    .replace(/\(\?P</g, "(?<")
  try {
    return new RegExp(plain.replace(/\(\?i\)/g, ""), source.includes("(?i)") ? "gi" : "g")
  } catch {
    return undefined
  }
}

function trajectory(file: string): string[] {
  interface Trajectory {
    readonly task: string
    readonly steps: readonly { text?: string; input?: unknown; output?: string }[]
  }
  return linesOf<Trajectory>(file).flatMap(({ task, steps }) => [
    task,
    ...steps.flatMap(({ text = "", input = {}, output = "" }) => [text, JSON.stringify(input), output]),
  ])
}

function linesOf<T>(file: string): T[] {
  return readFileSync(join(DATA, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T)
}

/** All texts of a JSON file, or those of one field. */
function textsOf(file: string, field?: string): string[] {
  if (!existsSync(join(DATA, file))) return []
  const texts = (value: unknown, name?: string): string[] => {
    if (typeof value === "string") return field === undefined || name === field ? [value] : []
    if (value === null || typeof value !== "object") return []
    return Object.entries(value).flatMap(([key, one]) => texts(one, key))
  }
  return texts(JSON.parse(readFileSync(join(DATA, file), "utf8")))
}
