// Budgets are hard: whatever is on disk, a part of the prompt never grows past its characters. A line that does not fit is left out whole,
// because half a path or half an instruction is a wrong one, and a title is shown only above at least one line.

/** Equal shares, smallest first: what a small item leaves over goes to the larger ones. */
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
  /** Sections with a lower rank get their room first; without one, in the order of the text. */
  readonly rank?: number | undefined
}

export interface SectionLine {
  readonly text: string
  /** What the line is about, for who wants to know what was shown. */
  readonly about: string
}

/** Room goes by rank, and within a section to the first lines. */
export function fitSections(sections: readonly Section[], budget: number): { text: string[]; shown: Set<string> } {
  const fitted = new Map<Section, string[]>()
  const shown = new Set<string>()
  let room = budget
  for (const section of [...sections].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))) {
    const lines: string[] = []
    for (const { text, about } of section.lines) {
      const cost = text.length + 1 + (lines.length === 0 ? section.title.length + 1 : 0)
      if (cost > room) continue
      room -= cost
      lines.push(text)
      shown.add(about)
    }
    fitted.set(section, lines)
  }
  const text = sections.flatMap((section) => {
    const lines = fitted.get(section) ?? []
    return lines.length === 0 ? [] : [section.title, ...lines]
  })
  return { text, shown }
}

export interface TitledLines<L extends { readonly text: string }> {
  /** Stands above the lines if there is one; empty for none. */
  readonly title: string
  readonly lines: readonly L[]
}

export interface Fitted<L> {
  /** For each list what of it fits, in its order. */
  readonly kept: readonly (readonly L[])[]
  readonly used: number
}

/** Whichever list has taken least comes next, so that a long one cannot crowd out a short one. */
export function fitFairly<L extends { readonly text: string }>(
  lists: readonly TitledLines<L>[],
  budget: number,
): Fitted<L> {
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
