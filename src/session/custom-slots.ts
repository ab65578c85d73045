// Slots of working memory that a user defines in the settings, filled by the user's own patterns.
import { readPattern } from "../model/pattern.ts"

export interface CustomSlot {
  readonly max: number
  readonly title: string
  readonly patterns?: readonly string[] | undefined
}

export type CustomSlots = Readonly<Record<string, CustomSlot>>

const MAX_LINES = 400
const MAX_LINE = 500

export function customItems(lines: readonly string[], slots: CustomSlots): { slot: string; text: string }[] {
  const looked = lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE).toWellFormed())
  return Object.entries(slots).flatMap(([slot, { patterns = [] }]) =>
    patterns
      .flatMap((source) => readPattern(source, "gu") ?? [])
      .flatMap((pattern) =>
        looked.flatMap((line) => [...line.matchAll(pattern)].map((match) => ({ slot, text: match[1] ?? match[0] }))),
      ),
  )
}
