import { expect, test } from 'bun:test'
import { createFreshCache } from './fresh-cache'

function cacheOf(load: (key: string) => Promise<string | null>) {
  const clock = { ms: 1_000_000 }
  const cache = createFreshCache({ load, maxAgeMs: 1000, maxEntries: 10, now: () => clock.ms })
  return { cache, clock }
}

test('loads once within the maximum age and again after it', async () => {
  let loads = 0
  const { cache, clock } = cacheOf(async key => `${key}${++loads}`)
  expect([await cache.get('a'), await cache.get('a')]).toEqual(['a1', 'a1'])
  clock.ms += 999
  expect(await cache.get('a')).toBe('a1')
  clock.ms += 1
  expect(await cache.get('a')).toBe('a2')
  expect(await cache.get('b')).toBe('b3')
})

test('clearing also discards a load in progress', async () => {
  const waiting: ((value: string) => void)[] = []
  const { cache } = cacheOf(() => new Promise(resolve => waiting.push(resolve)))
  const before = cache.get('a')
  cache.forget('a')
  const after = cache.get('a')
  waiting[0]?.('old')
  waiting[1]?.('new')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await cache.get('a')).toBe('new')
})

test('a missing value is cached, an error is not', async () => {
  let loads = 0
  const { cache } = cacheOf(async () => {
    loads++
    if (loads === 1) throw new Error('database away')
    return null
  })
  await expect(cache.get('a')).rejects.toThrow('database away')
  expect([await cache.get('a'), await cache.get('a'), loads]).toEqual([null, null, 2])
})

test('an entry expires even if the clock is set back', async () => {
  let loads = 0
  const { cache, clock } = cacheOf(async () => String(++loads))
  await cache.get('a')
  clock.ms -= 3_600_000
  expect(await cache.get('a')).toBe('2')
})
