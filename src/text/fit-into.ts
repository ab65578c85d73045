// Fitting things into a limited room, in order.

/** As many as fit; one that does not leaves room for nothing after it either. */
export function fitting<T>(items: readonly T[], room: number, sizeOf: (item: T, at: number) => number): T[] {
  let left = room
  return items.filter((item, at) => {
    left -= sizeOf(item, at)
    return left >= 0
  })
}

/** All of them, in as many groups as it takes; one that is too large by itself is alone. */
export function inGroups<T>(items: readonly T[], room: number, sizeOf: (item: T) => number): T[][] {
  const groups: T[][] = []
  let left = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (size > left || groups.length === 0) {
      groups.push([])
      left = room
    }
    groups.at(-1)?.push(item)
    left -= size
  }
  return groups
}
