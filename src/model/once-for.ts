// Functions that compute an answer only once for the same question.
import { RecentMap } from "./recent-map.ts"

/** For objects that never change; the answer lives as long as its object. */
export function onceFor<K extends object, V extends NonNullable<unknown>>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

/** For the texts that were asked about last, this many of them. */
export function onceForLatest<V extends NonNullable<unknown>>(
  limit: number,
  make: (text: string) => V,
): (text: string) => V {
  const known = new RecentMap<string, V>(limit)
  return (text) => {
    const value = known.get(text) ?? make(text)
    known.set(text, value)
    return value
  }
}
