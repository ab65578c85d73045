// Binary search, in one place: it is easy to get wrong by one.

/** The index of the first sorted number that is greater. */
export function firstAfter(sorted: ArrayLike<number>, limit: number): number {
  return mostFitting(sorted.length, (count) => (sorted[count - 1] as number) <= limit)
}

/** The largest count up to `most` that fits, where every smaller one fits too. */
export function mostFitting(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
