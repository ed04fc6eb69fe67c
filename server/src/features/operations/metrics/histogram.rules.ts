/**
 * Durations by bucket: bucket to count. Below 256 ms each millisecond has its own; above, 128 share each doubling, so a
 * duration read back is off by less than 1 %. Adding two histograms gives the histogram of both. Why not prom-client's:
 * it is in the memory of one process, while these are stored rows, summed over hours and processes.
 */
export type Histogram = Record<number, number>

const EXACT = 256
const EXACT_BITS = 8
const PER_DOUBLING = 128

export function bucketOf(ms: number): number {
  const value = Math.max(0, Math.round(ms))
  if (value < EXACT) return value
  const doubling = Math.floor(Math.log2(value))
  // The logarithm of 2^n - 1 may be rounded up to n.
  const power = 2 ** doubling > value ? doubling - 1 : doubling
  const part = Math.floor(value / 2 ** (power - 7)) - PER_DOUBLING
  return EXACT + (power - EXACT_BITS) * PER_DOUBLING + part
}

/** The middle of a bucket in milliseconds. */
export function durationOf(bucket: number): number {
  if (bucket < EXACT) return bucket
  const power = EXACT_BITS + Math.floor((bucket - EXACT) / PER_DOUBLING)
  const width = 2 ** (power - 7)
  const first = (PER_DOUBLING + ((bucket - EXACT) % PER_DOUBLING)) * width
  return Math.floor(first + (width - 1) / 2)
}

export function addTo(histogram: Histogram, bucket: number, count = 1): void {
  histogram[bucket] = (histogram[bucket] ?? 0) + count
}

/**
 * The nearest rank: the smallest duration such that at least this share of all durations does not exceed it; 0 if
 * empty.
 */
export function percentile(histogram: Histogram, share: number): number {
  const buckets = Object.keys(histogram)
    .map(Number)
    .sort((a, b) => a - b)
  const total = buckets.reduce((sum, bucket) => sum + (histogram[bucket] ?? 0), 0)
  const rank = Math.max(1, Math.ceil(share * total))
  let seen = 0
  for (const bucket of buckets) {
    seen += histogram[bucket] ?? 0
    if (seen >= rank) return durationOf(bucket)
  }
  return 0
}
