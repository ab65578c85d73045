// How much of the model's window the prefix takes, whatever is on disk.
import { estimateTokenCount } from "tokenx"
import { naivePrefix } from "./baseline-naive.ts"
import { newSession } from "./hooks.ts"
import { startCairn } from "./in-process.ts"
import { count, ratio } from "./spread.ts"
import { storeOf } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const MOST_CHARS = 16_000

export async function sizeFigure(sizes: readonly number[]): Promise<Figure> {
  const rows: Row[] = []
  for (const size of sizes) {
    const store = await storeOf(size)
    const cairn = await startCairn(store)
    const { text } = await cairn.prefix(newSession())
    await cairn.close()
    const naive = await naivePrefix(store.scopes)
    rows.push({
      what: `prefix, ${count(size)} cold notes`,
      cairn: sizeText(text),
      baseline: `naive: ${sizeText(naive)}`,
      ratio: ratio(text.length, naive.length),
      target: { text: `at most ${count(MOST_CHARS)} characters`, met: text.length <= MOST_CHARS },
    })
  }
  return {
    title: "5. The size of the prefix",
    about: "Added to every model request, with ten hot notes. Tokens are estimated by tokenx.",
    rows,
  }
}

function sizeText(text: string): string {
  return `${count(text.length)} characters, ${count(estimateTokenCount(text))} tokens`
}
