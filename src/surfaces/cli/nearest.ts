// The name that was probably meant by a mistyped one.

export function nearestOf(typed: string, names: readonly string[]): string | undefined {
  const word = typed.toLowerCase().slice(0, 40)
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 2)) ? best.name : undefined
}

/** Edit distance: letters added, removed, changed or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let [older, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? Infinity) + 1 : Infinity
      row.push(Math.min(change, swapped, (previous[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    ;[older, previous] = [previous, row]
  }
  return previous[b.length] as number
}
