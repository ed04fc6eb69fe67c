import { expect, test } from 'bun:test'
import { createScanMemory } from './scan-memory'

function counted(everyFiles: number) {
  let times = 0
  const memory = createScanMemory(everyFiles, () => void times++)
  return { memory, times: () => times }
}

test('garbage is collected after each such number of files', () => {
  const { memory, times } = counted(100)
  for (let folder = 0; folder < 10; folder++) memory.passed(30)
  expect(times()).toBe(2)
  memory.passed(1_000)
  expect(times()).toBe(3)
})

test('a part of a large scan frees its memory, unless that has just been done', () => {
  const { memory, times } = counted(100)
  memory.passed(100)
  memory.partEnded()
  expect(times()).toBe(1)
  memory.passed(1)
  memory.partEnded()
  expect(times()).toBe(2)
})

test('a small scan is never held up', () => {
  const { memory, times } = counted(100)
  memory.passed(99)
  memory.partEnded()
  expect(times()).toBe(0)
})
