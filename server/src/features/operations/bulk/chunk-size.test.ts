import { expect, test } from 'bun:test'
import { chunkSize, nextSize } from './chunk-size'

test('the more an action writes per item, the smaller the first transaction', () => {
  const first = (names: number) =>
    chunkSize('sqlite', JSON.stringify({ type: 'genres', add: Array(names).fill('Adventure') })).size
  expect([1, 40, 100, 500].map(first)).toEqual([20, 7, 3, 1])
})

test('the next transaction has the size that would have met the target time: at most twice, at least half, 1 to 60', async () => {
  let clock = 0
  const chunk = chunkSize('sqlite', '{}', () => clock)
  const taking = async (ms: number) => {
    await chunk.timed(async () => {
      clock += ms
    })
    return chunk.size
  }
  const sizes: number[] = []
  for (const ms of [10, 10, 10, 60, 80, 60, 500, 500, 40]) sizes.push(await taking(ms))
  // An edit just below the target is not doubled: the next would take twice the allowed time.
  expect(sizes).toEqual([40, 60, 60, 60, 45, 45, 22, 11, 16])
  expect(nextSize(1, 10_000, 60)).toBe(1)
  expect(nextSize(1, 0, 60)).toBe(2)
})
