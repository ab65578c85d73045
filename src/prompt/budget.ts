// Budgets are hard: whatever is on disk, a part of the prompt never grows past its characters. A line that does not fit is left out whole,
// because half a path or half an instruction is a wrong one, and a title is shown only above at least one line.

import { journalLine, ownLine, type PromptLine } from "./prompt-line.ts"

/** What a part of a prompt asks for, including line ends. */
export interface RoomClaim {
  /** It gets this much before any other part gets more. */
  readonly floor: number
  /** It cannot use more than this. */
  readonly wants: number
  /** It is served from what all others leave. */
  readonly isLast?: boolean
}

/** Floors first, in the order of the claims; then equal shares of the rest. What one part does not need goes to the others. */
export function giveRoom<Part extends string>(
  claims: Readonly<Record<Part, RoomClaim>>,
  budget: number,
): { readonly rooms: Readonly<Record<Part, number>>; readonly left: number } {
  const parts = Object.keys(claims) as Part[]
  const rooms = {} as Record<Part, number>
  let left = Math.max(0, budget)
  const give = (part: Part, more: number) => {
    rooms[part] = (rooms[part] ?? 0) + more
    left -= more
  }
  for (const part of parts) give(part, Math.min(claims[part].floor, claims[part].wants, left))
  for (const isLast of [false, true]) {
    const hungry = parts.filter((part) => (claims[part].isLast ?? false) === isLast)
    const wants = hungry.map((part) => claims[part].wants - rooms[part])
    for (const [at, share] of shareOut(wants, left).entries()) give(hungry[at] as Part, share)
  }
  return { rooms, left }
}

/** Equal shares, smallest first: what a small item leaves goes to the larger ones. */
export function shareOut(sizes: readonly number[], budget: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0)
  const order = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size || a.index - b.index)
  let left = Math.max(0, budget)
  order.forEach(({ size, index }, done) => {
    const share = Math.min(size, Math.floor(left / (order.length - done)))
    shares[index] = share
    left -= share
  })
  return shares
}

export interface Section {
  readonly title: string
  readonly lines: readonly SectionLine[]
  /** Sections with a lower rank get their space first; without a rank, in the order of the text. */
  readonly rank?: number | undefined
  /** The kind of event in the journal that its lines come from. */
  readonly from: string
}

export interface SectionLine {
  readonly text: string
  /** What the line is about, so that callers know what was shown. */
  readonly about: string
}

export interface FittedSections {
  readonly lines: readonly PromptLine[]
  readonly shown: ReadonlySet<string>
}

/** Space goes by rank, and within a section to the first lines. */
export function fitSections(sections: readonly Section[], budget: number): FittedSections {
  const fitted = new Map<Section, PromptLine[]>()
  const shown = new Set<string>()
  let room = budget
  for (const section of [...sections].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))) {
    const lines: PromptLine[] = []
    for (const { text, about } of section.lines) {
      const cost = text.length + 1 + (lines.length === 0 ? section.title.length + 1 : 0)
      if (cost > room) continue
      room -= cost
      lines.push(journalLine(text, section.from))
      shown.add(about)
    }
    fitted.set(section, lines)
  }
  const lines = sections.flatMap((section) => {
    const kept = fitted.get(section) ?? []
    return kept.length === 0 ? [] : [ownLine(section.title), ...kept]
  })
  return { lines, shown }
}

export interface TitledLines<L extends { readonly text: string }> {
  /** Shown above the lines if there are any; empty if there are none. */
  readonly title: string
  readonly lines: readonly L[]
}

/** Of each list the part that fits. The list that has taken least comes next, so that a long one cannot crowd out a short one. */
export function fitFairly<L extends { readonly text: string }>(lists: readonly TitledLines<L>[], budget: number) {
  const states = lists.map(({ title, lines }) => ({ title, lines, next: 0, used: 0, kept: [] as L[] }))
  let room = budget
  for (;;) {
    const hungriest = states
      .filter(({ next, lines }) => next < lines.length)
      .reduce<(typeof states)[number] | undefined>(
        (least, one) => (least && least.used <= one.used ? least : one),
        undefined,
      )
    if (!hungriest) break
    const line = hungriest.lines[hungriest.next++] as L
    const titleCost = hungriest.kept.length === 0 && hungriest.title !== "" ? hungriest.title.length + 1 : 0
    const cost = line.text.length + 1 + titleCost
    if (cost > room) continue
    room -= cost
    hungriest.used += cost
    hungriest.kept.push(line)
  }
  return { kept: states.map(({ kept }) => kept), used: budget - room }
}
