// Runs the figures one after the other, prints each as it comes and writes docs/benchmarks.md. Nothing fails when a target is missed:
// on a busy machine that is no fault of the code, so it is said and left to whoever reads it.
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import opencode from "opencode-linux-x64/package.json"
import { stopAll } from "../test/bed/host.ts"
import { sandboxRoot } from "../test/bed/sandbox.ts"
import { backgroundFigure } from "./figure-background.ts"
import { blockFigure } from "./figure-block.ts"
import { captureFigure } from "./figure-capture.ts"
import { checksFigure } from "./figure-checks.ts"
import { compactionFigure } from "./figure-compaction.ts"
import { continuationFigure } from "./figure-continuation.ts"
import { costFigure } from "./figure-cost.ts"
import { editsFigure } from "./figure-edits.ts"
import { gateFigure } from "./figure-gate.ts"
import { hostFigure } from "./figure-host.ts"
import { hostileFigure } from "./figure-hostile.ts"
import { hostsFigure } from "./figure-hosts.ts"
import { injectionFigure } from "./figure-injection.ts"
import { junkFigure } from "./figure-junk.ts"
import { largeFigure } from "./figure-large.ts"
import { longWindowFigure } from "./figure-long-window.ts"
import { objectivesFigure } from "./figure-objectives.ts"
import { outputsFigure } from "./figure-outputs.ts"
import { pastQualityFigure } from "./figure-past-quality.ts"
import { pastSpeedFigure } from "./figure-past-speed.ts"
import { prefixFigure } from "./figure-prefix.ts"
import { pruningFigure } from "./figure-pruning.ts"
import { reasonsFigure } from "./figure-reasons.ts"
import { redactionFigure } from "./figure-redaction.ts"
import { relevanceFigure } from "./figure-relevance.ts"
import { repeatsFigure } from "./figure-repeats.ts"
import { requestsFigure } from "./figure-requests.ts"
import { resumeCuesFigure } from "./figure-resume-cues.ts"
import { secretsFigure } from "./figure-secrets.ts"
import { seenBeforeFigure } from "./figure-seen-before.ts"
import { sizeFigure } from "./figure-size.ts"
import { startFigure } from "./figure-start.ts"
import { tailFigure } from "./figure-tail.ts"
import { toolHookFigure } from "./figure-tool-hook.ts"
import { toolsFigure } from "./figure-tools.ts"
import { trustFigure } from "./figure-trust.ts"
import { typesFigure } from "./figure-types.ts"
import { writersFigure } from "./figure-writers.ts"
import { writesFigure } from "./figure-writes.ts"
import { drawPictures } from "./pictures.ts"
import { readPage } from "./read-page.ts"
import { summarySections } from "./short-table.ts"
import { type Figure, figureAsMarkdown, figureAsText } from "./table.ts"

const full: Record<string, () => Promise<Figure>> = {
  prefix: () => prefixFigure([1000, 10_000]),
  edits: () => editsFigure([1000, 10_000]),
  start: () => startFigure([1000, 10_000]),
  host: hostFigure,
  writes: writesFigure,
  writers: writersFigure,
  size: () => sizeFigure([10, 1000, 10_000]),
  block: blockFigure,
  tools: toolsFigure,
  large: () => largeFigure(100_000),
  redaction: redactionFigure,
  secrets: secretsFigure,
  gate: gateFigure,
  junk: junkFigure,
  types: typesFigure,
  injection: injectionFigure,
  trust: trustFigure,
  hostile: hostileFigure,
  relevance: relevanceFigure,
  requests: requestsFigure,
  repeats: repeatsFigure,
  objectives: objectivesFigure,
  "resume-cues": resumeCuesFigure,
  "seen-before": seenBeforeFigure,
  reasons: reasonsFigure,
  background: backgroundFigure,
  capture: () => captureFigure([2000, 5000]),
  checks: checksFigure,
  pruning: pruningFigure,
  compaction: compactionFigure,
  continuation: continuationFigure,
  cost: costFigure,
  "long-window": longWindowFigure,
  hosts: hostsFigure,
  hook: toolHookFigure,
  outputs: outputsFigure,
  tail: tailFigure,
  "past-quality": pastQualityFigure,
  "past-speed": pastSpeedFigure,
}
const quick: typeof full = {
  prefix: () => prefixFigure([1000]),
  edits: () => editsFigure([1000]),
  start: () => startFigure([1000]),
  writes: writesFigure,
  size: () => sizeFigure([10, 1000]),
  tools: toolsFigure,
}

const [mode, then] = process.argv.slice(2)
if (mode === "pictures") {
  writeFileSync("docs/benchmarks.md", pageWith([]))
  console.log(`drawn from docs/benchmarks.md: ${drawPictures(readPage()).join(", ")}`)
  process.exit(0)
}
const chosen = mode === undefined ? full : mode === "quick" ? quick : pick(mode)
sandboxRoot()
const machine = `${availableParallelism()} cores, ${process.platform} ${process.arch}, Bun ${process.versions.bun} inside OpenCode ${opencode.version}`
console.log(machine)
const figures: Figure[] = []
for (const figure of Object.values(chosen)) {
  figures.push(await figure())
  console.log(figureAsText(figures.at(-1) as Figure))
}
await stopAll()
if (mode === undefined) writeFileSync("docs/benchmarks.md", page())
else if (then === "write") writeFileSync("docs/benchmarks.md", pageWith(figures))
if (mode === undefined || then === "write")
  console.log(`\nwritten to docs/benchmarks.md; pictures: ${drawPictures(readPage()).join(", ")}`)
process.exit(0)

function pick(name: string): typeof full {
  const figure = full[name]
  if (!figure) {
    console.error(`unknown figure "${name}"; there are: quick, ${Object.keys(full).join(", ")}`)
    process.exit(2)
  }
  return { [name]: figure }
}

/** What could not be measured here, because its recordings are not, stays as an earlier run left it. */
function sectionOf(figure: Figure): string {
  if (figure.rows.length > 0) return figureAsMarkdown(figure)
  const sections = readFileSync("docs/benchmarks.md", "utf8").split(/\n(?=## )/)
  return sections.find((section) => section.startsWith(`## ${figure.title}\n`))?.trimEnd() ?? figureAsMarkdown(figure)
}

/** The page as it is, with the summary of today and these figures in the place of their sections. */
function pageWith(measured: readonly Figure[]): string {
  const headOf = (section: string) => section.split("\n", 1)[0]
  const summary = summarySections(readFileSync("bench/summary.md", "utf8"))
  const fresh = measured.map((figure) => figureAsMarkdown(figure).trimEnd())
  const heads = new Set(summary.map(headOf))
  const [intro = "", ...sections] = readPage()
    .trimEnd()
    .split(/\n+(?=## )/)
  const others = sections.filter((section) => !heads.has(headOf(section)))
  const figures = others.map((section) => fresh.find((one) => headOf(one) === headOf(section)) ?? section)
  return `${[intro, ...summary, ...figures].join("\n\n")}\n`
}

function page(): string {
  const intro = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- quick\` prints a part of it, \`npm run bench -- writes\` one figure, \`npm run bench -- writes write\` also
puts it into this page, \`npm run bench -- pictures\` draws the pictures of what the page says. The figures on quality
(redaction, gate, junk, types, injection, pruning, compaction, continuation, cost, half of relevance) need recordings and corpora that are not part of this
repository (\`CAIRN_BENCH_DATA\` names their folder); a run without them leaves those sections as they are. No paid model was used for any
figure. Absolute times depend on the machine and on what else it does, so each figure has a baseline that was measured in the same run, and
what counts is the ratio. The naive baseline (\`bench/baseline-naive.ts\`) reads and parses every note before every turn and shows them without a limit. "1,000
notes" are ten hot and 1,000 cold ones of about 600 characters in nested folders.

This run: ${machine}.
`
  const summary = summarySections(readFileSync("bench/summary.md", "utf8"))
  return `${[intro.trimEnd(), ...summary, ...figures.map(sectionOf)].join("\n\n")}\n`
}
