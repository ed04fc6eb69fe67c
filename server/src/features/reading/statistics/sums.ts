/** Sums of reading. */
export interface Sums {
  readonly measured_ms: number
  readonly estimated_ms: number
  readonly pages: number
  readonly sessions: number
}

/** Sums in progress. */
export type Total = { -readonly [Name in keyof Sums]: number } & { finished: number }

export function newTotal(): Total {
  return { measured_ms: 0, estimated_ms: 0, pages: 0, sessions: 0, finished: 0 }
}

export function addTo(total: Total, sums: Sums): void {
  total.measured_ms += sums.measured_ms
  total.estimated_ms += sums.estimated_ms
  total.pages += sums.pages
  total.sessions += sums.sessions
}

/** The entry of a map, created if missing. */
export function memberOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
