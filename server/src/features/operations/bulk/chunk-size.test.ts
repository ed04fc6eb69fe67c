import { expect, test } from 'bun:test'
import { chunkSize, nextSize } from './chunk-size'

test('the more an action writes to each, the fewer the first transaction takes', () => {
  const first = (names: number) =>
    chunkSize('sqlite', JSON.stringify({ type: 'genres', add: Array(names).fill('Adventure') })).size
  expect([1, 40, 100, 500].map(first)).toEqual([20, 7, 3, 1])
})

test('quick transactions double what the next one takes up to 60, slow ones halve it down to one', async () => {
  let clock = 0
  const chunk = chunkSize('sqlite', '{}', () => clock)
  const taking = async (ms: number) => {
    await chunk.timed(async () => {
      clock += ms
    })
    return chunk.size
  }
  const sizes: number[] = []
  for (const ms of [10, 10, 10, 10, 100, 500, 500]) sizes.push(await taking(ms))
  expect(sizes).toEqual([40, 60, 60, 60, 60, 30, 15])
  expect(nextSize(1, 10_000, 60)).toBe(1)
})
