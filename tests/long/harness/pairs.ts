/** Times of two kinds of requests, in milliseconds; those with the same index were made consecutively. */
export interface Pairs {
  readonly one: readonly number[]
  readonly other: readonly number[]
}

export interface Compared {
  readonly medians: readonly [number, number]
  /** The median difference within pairs: other load affects both of a pair. */
  readonly difference: number
  /** How likely it is that one is the slower so often by chance (sign test). */
  readonly p: number
}

export function comparePairs({ one, other }: Pairs): Compared {
  const differences = one.map((time, at) => time - (other[at] ?? Number.NaN)).filter(each => each !== 0)
  const slower = differences.filter(each => each > 0).length
  const spread = Math.sqrt(differences.length) / 2
  const distance = Math.max(0, Math.abs(slower - differences.length / 2) - 0.5) / spread
  return { medians: [median(one), median(other)], difference: median(differences), p: 2 * upperTail(distance) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Of the normal distribution, exact to 7 digits (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(0.5, (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series)
}
