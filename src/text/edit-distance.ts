/** How many letters must be added, removed, changed or swapped with their neighbour. `change` is what a changed letter counts. */
export function editDistance(a: string, b: string, change = 1): number {
  let [older, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : change)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? Infinity) + 1 : Infinity
      row.push(Math.min(changed, swapped, (previous[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    ;[older, previous] = [previous, row]
  }
  return previous[b.length] as number
}
