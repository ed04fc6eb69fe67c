import { expect, test } from 'bun:test'
import { createIdleMemory } from './idle-memory'

test('memory is collected three times after each busy time, and never during it', () => {
  let collections = 0
  const memory = createIdleMemory(1_000, () => collections++)
  const after = (...cpuMs: readonly number[]) => {
    for (const each of cpuMs) memory.check(each)
    return collections
  }
  expect(after(900, 21)).toBe(0)
  expect(after(20)).toBe(1)
  expect(after(0, 0, 0, 0)).toBe(3)
  expect(after(500)).toBe(3)
  expect(after(5, 30, 5)).toBe(5)
  expect(after(5, 5, 5)).toBe(7)
})
