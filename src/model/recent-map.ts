// A map that keeps a limited number of entries and forgets the one that was set longest ago: hosts name sessions for as long as they run.

export class RecentMap<K, V> extends Map<K, V> {
  readonly #limit: number

  constructor(limit = 300) {
    super()
    this.#limit = limit
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#limit) this.delete(this.keys().next().value as K)
    return this
  }
}

/** Returns true the first time it is asked about an id: hosts report some things more than once. */
export function firstTime(limit?: number): (id: string) => boolean {
  const told = new RecentMap<string, true>(limit)
  return (id) => {
    const isFirst = !told.has(id)
    told.set(id, true)
    return isFirst
  }
}
