// Budgets are hard: whatever is on disk, a part of the prompt never grows past its characters.

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
