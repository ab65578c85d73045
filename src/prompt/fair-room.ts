// Lists that share one budget. Whichever has taken least comes next, so a long list cannot crowd out a short one; a line that does not fit is
// left out whole, because half a path or half an instruction is a wrong one.

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
