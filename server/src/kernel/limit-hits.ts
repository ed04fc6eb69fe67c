/** Limits that are reached occasionally, with counters. */
const COUNTED_LIMITS = [
  'rate',
  'sign-in',
  'body-size',
  'uploads',
  'database-wait',
  'database-busy',
  'storage-wait',
] as const
export type CountedLimit = (typeof COUNTED_LIMITS)[number]

const hits = new Map<CountedLimit, number>(COUNTED_LIMITS.map(limit => [limit, 0]))

export function countLimit(limit: CountedLimit): void {
  hits.set(limit, (hits.get(limit) ?? 0) + 1)
}

/** Since the process started. */
export function limitHits(): ReadonlyMap<CountedLimit, number> {
  return hits
}
