import { expect, test } from 'bun:test'
import { addTo, bucketOf, durationOf, type Histogram, percentile } from './histogram.rules'

test('durations below 256 ms are exact, longer ones within 1 %', () => {
  for (let ms = 0; ms < 256; ms++) expect(durationOf(bucketOf(ms))).toBe(ms)
  let ms = 256
  while (ms < 40 * 24 * 3_600_000) {
    expect(Math.abs(durationOf(bucketOf(ms)) - ms) / ms).toBeLessThan(0.01)
    ms = Math.ceil(ms * 1.003) + 1
  }
})

test('buckets grow with the duration, also at powers of two', () => {
  for (const power of [8, 9, 16, 31, 32, 40, 49]) {
    const edge = 2 ** power
    const around = [edge - 1, edge, edge + edge / 128, edge * 2 - 1].map(bucketOf)
    expect(around.toSorted((a, b) => a - b)).toEqual(around)
    expect(new Set(around).size).toBe(4)
  }
})

test('percentiles are those of the nearest rank', () => {
  const of = (durations: readonly number[]) => {
    const histogram: Histogram = {}
    for (const ms of durations) addTo(histogram, bucketOf(ms))
    return histogram
  }
  expect(percentile(of([]), 0.5)).toBe(0)
  expect(percentile(of([7]), 0.95)).toBe(7)
  // Rank of 50 % of 4 is 2; of 95 % is 4 (3.8 rounded up).
  expect([0.5, 0.95].map(share => percentile(of([10, 40, 20, 30]), share))).toEqual([20, 40])
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([0.5, 0.95, 1].map(share => percentile(of(hundred), share))).toEqual([50, 95, 100])
})

test('percentiles of many durations equal those of the sorted durations', () => {
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const durations = Array.from({ length: 5_000 }, () => Math.floor(Math.exp(random() * 14)))
  const histogram: Histogram = {}
  for (const ms of durations) addTo(histogram, bucketOf(ms))
  const sorted = durations.toSorted((a, b) => a - b)
  for (const share of [0.01, 0.25, 0.5, 0.9, 0.95, 0.99]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] as number
    expect(Math.abs(percentile(histogram, share) - exact)).toBeLessThanOrEqual(exact * 0.01)
  }
})
