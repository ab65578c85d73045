// How many durable facts the gate keeps, how much junk it refuses, and what becomes of injected instructions. The corpora are not part of
// the project.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { doubtAbout, gate } from "../src/facts/gate.ts"
import { seenText } from "../src/facts/trust/seen-text.ts"
import { judgeTrust, type Seen } from "../src/facts/trust/trust.ts"
import { saveFacts } from "../src/intake/save-facts.ts"
import { sawNothing } from "../src/intake/session-evidence.ts"
import type { Candidate } from "../src/model/fact.ts"
import { cleanText } from "../src/redaction/clean-text.ts"
import { openedApp } from "../test/bed/opened-app.ts"
import { baselineKeeps } from "./baseline-gate.ts"
import { ms, spreadOf } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const DATA = process.env.CAIRN_BENCH_DATA ?? "../shared/data"
const QUALITY = "cases/wm-quality-gate.jsonl"
const WORKSPACE = "cases/wm-migration-hard-cleanup.jsonl"
const ATTACKS = ["security/injection/bipia__text_attack_train.json", "security/injection/bipia__code_attack_train.json"]
const HARMLESS = "security/injection/injecguard__NotInject_one.json"

interface Text {
  readonly type: string
  readonly text: string
  readonly durable: boolean
}

/** What the labels call junk for want of a word, for a word that only looks like a commit, or durable though it says next to nothing. */
const RELABELLED: Record<string, boolean> = {
  "The migration writes to disk when redaction changes content": true,
  "PostgreSQL for primary storage": true,
  "defaced wall art catalogue lives in the wiki": true,
  "Uses deadbeef as the sentinel value in tests": true,
  "pnpm monorepo": false,
}

export async function gateFigure(): Promise<Figure> {
  const title = "The gate: what is worth remembering"
  if (![QUALITY, WORKSPACE, ...ATTACKS, HARMLESS].every((file) => existsSync(join(DATA, file))))
    return { title, about: `Not measured: the corpora are not in ${DATA} (CAIRN_BENCH_DATA says where).`, rows: [] }
  return {
    title,
    about: `Labelled candidates of a real workspace and of WM2's own tests; ${Object.keys(RELABELLED).length} labels are corrected, which "as labelled" leaves as they are. The guards were written with these texts in view, so this is what they hold, not what they promise elsewhere. The baseline is WM2's gate, written anew. Attacks are those of BIPIA, proposed by an assistant that copied them without a trace; harmless are NotInject's sentences full of trigger words, said by the user.`,
    rows: [...shareRows(), ...(await pipelineRows()), ...injectionRows(), costRow()],
  }
}

function shareRows(): Row[] {
  const workspace = workspaceTexts()
  const quality = qualityTexts()
  const corrected = quality.map((one) => ({ ...one, durable: RELABELLED[one.text] ?? one.durable }))
  const durable = [...workspace, ...corrected].filter((one) => one.durable)
  const junk = [...workspace, ...corrected].filter((one) => !one.durable)
  const kept = durable.filter(isKept).length
  return [
    shareRow(
      "durable facts of a real workspace kept",
      workspace.filter((one) => one.durable),
      true,
    ),
    shareRow(
      "durable facts of the tests kept",
      corrected.filter((one) => one.durable),
      true,
    ),
    shareRow(
      "the same, as labelled",
      quality.filter((one) => one.durable),
      true,
    ),
    {
      ...shareRow("all durable facts kept", durable, true),
      target: { text: "at least 0.95", met: kept >= 0.95 * durable.length },
    },
    shareRow("junk refused or asked back", junk, false),
    shareRow(
      "the same, as labelled",
      [...workspace, ...quality].filter((one) => !one.durable),
      false,
    ),
  ]
}

function shareRow(what: string, texts: readonly Text[], keep: boolean): Row {
  const share = (keeps: (text: Text) => boolean) => {
    const right = texts.filter((text) => keeps(text) === keep).length
    return `${right} of ${texts.length} (${(right / texts.length).toFixed(2)})`
  }
  return { what, cairn: share(isKept), baseline: `WM2: ${share(baselineKeeps)}` }
}

/** The same texts through the one door, on a real store: what comes of them beside each other and with trust asked for. */
async function pipelineRows(): Promise<Row[]> {
  const { app, close } = await openedApp({ env: { CAIRN_HISTORY: "false" } })
  await app.complete
  const texts = [...workspaceTexts(), ...qualityTexts()]
  const taken = await saveFacts(app, texts.map(candidateOf), { seen: sawNothing })
  await close()
  const outcomes = (durable: boolean) => {
    const counts = new Map<string, number>()
    for (const [at, text] of texts.entries())
      if ((RELABELLED[text.text] ?? text.durable) === durable)
        counts.set(taken[at]?.outcome ?? "lost", (counts.get(taken[at]?.outcome ?? "lost") ?? 0) + 1)
    return [...counts].map(([outcome, number]) => `${number} ${outcome}`).join(", ")
  }
  return [
    { what: "durable facts, through the whole pipeline", cairn: outcomes(true) },
    { what: "junk, through the whole pipeline", cairn: outcomes(false) },
  ]
}

const UNSEEN: Seen = { userTurns: [], outside: [], readWeb: false, readQuarantined: false }

function injectionRows(): Row[] {
  const attacks = ATTACKS.flatMap((file) => stringsOf(JSON.parse(readFileSync(join(DATA, file), "utf8"))))
  const harmless = (JSON.parse(readFileSync(join(DATA, HARMLESS), "utf8")) as { prompt: string }[]).map(
    ({ prompt }) => prompt,
  )
  const byAssistant = attacks.map((text) => candidateOf({ type: "project", text }))
  const refused = byAssistant.filter((one) => gate(one) !== undefined).length
  const held = byAssistant.filter((one) => gate(one) === undefined && judgeTrust(one, UNSEEN).trust === "quarantined")
  const seen = (text: string): Seen => ({ ...UNSEEN, outside: [seenText({ kind: "project", text })] })
  const copied = byAssistant.filter(
    (one) => gate(one) !== undefined || judgeTrust(one, seen(one.text)).trust === "quarantined",
  )
  const asked = harmless.map(
    (text) => ({ ...candidateOf({ type: "feedback", text }), source: "explicit", said: "user" }) as const,
  )
  const alarms = asked.filter((one) => gate(one) !== undefined).length
  const stopped = refused + held.length
  return [
    {
      what: "attacks that reach a prompt, their origin unseen",
      cairn: `${attacks.length - stopped} of ${attacks.length} (${refused} refused, ${held.length} quarantined)`,
      baseline: `WM2: ${attacks.filter((text) => baselineKeeps({ type: "project", text })).length} of ${attacks.length}`,
    },
    { what: "the same, copied from a tool's output", cairn: `${attacks.length - copied.length} of ${attacks.length}` },
    {
      what: "harmless sentences of the user refused",
      cairn: `${alarms} of ${harmless.length}`,
      target: { text: "none", met: alarms === 0 },
    },
  ]
}

function costRow(): Row {
  const texts = [...workspaceTexts(), ...qualityTexts()].map(candidateOf)
  const judged = Array.from({ length: 20 }, () => texts.map((one) => elapsed(() => gate(one)))).flat()
  const { p50, p99 } = spreadOf(judged)
  return { what: "one candidate judged", cairn: `p50 ${ms(p50)}, p99 ${ms(p99)}` }
}

function isKept(text: Text): boolean {
  return (gate(candidateOf(text)) ?? doubtAbout(candidateOf(text))) === undefined
}

function candidateOf({ type, text }: Pick<Text, "type" | "text">): Candidate {
  return { type, text: cleanText(text).text, source: "compaction", evidence: "bench", said: "assistant" }
}

function workspaceTexts(): Text[] {
  interface Line {
    readonly input: { type: string; text: string }
    readonly expect: { statusAfterHardCleanup: string }
  }
  return linesOf<Line>(WORKSPACE).map(({ input, expect }) => ({
    type: input.type,
    text: input.text,
    durable: expect.statusAfterHardCleanup === "active",
  }))
}

function qualityTexts(): Text[] {
  interface Line {
    readonly input: { type: string; text: string }
    readonly expect: { accepted: boolean }
  }
  return linesOf<Line>(QUALITY).map(({ input, expect }) => ({
    type: input.type,
    text: input.text,
    durable: expect.accepted,
  }))
}

function linesOf<T>(file: string): T[] {
  return readFileSync(join(DATA, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T)
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value]
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsOf) : []
}

function elapsed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
