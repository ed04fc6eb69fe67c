import { expect, test } from 'bun:test'
import { createHeldMemory } from './held-memory'

/** A process whose memory is what the test says, and that can give all back above what it holds. */
function memoryOf(held = 100) {
  const state = { used: held, held, collected: 0 }
  const memory = createHeldMemory(
    { everyFiles: 100, mostBytes: 50 },
    {
      used: () => state.used,
      collect() {
        state.collected++
        state.used = state.held
      },
    },
  )
  return { state, memory }
}

test('what was left behind is collected where much of it has piled up', () => {
  const { state, memory } = memoryOf()
  state.used = 149
  memory.passed(100)
  expect(state.collected).toBe(0)
  state.used = 150
  memory.passed(100)
  expect(state.collected).toBe(1)
})

test('it is looked at only each time that so many files have passed', () => {
  const { state, memory } = memoryOf()
  state.used = 1_000
  memory.passed(99)
  expect(state.collected).toBe(0)
  memory.passed(1)
  expect(state.collected).toBe(1)
})

test('what is held and cannot be given back is not looked for again and again', () => {
  const { state, memory } = memoryOf()
  state.used = state.held = 200
  memory.passed(100)
  memory.passed(100)
  expect(state.collected).toBe(1)
  state.used = 250
  memory.passed(100)
  expect(state.collected).toBe(2)
})

test('a part of a large scan gives back what it held, unless that has just been done', () => {
  const { state, memory } = memoryOf()
  state.used = 200
  memory.passed(100)
  memory.partEnded()
  expect(state.collected).toBe(1)
  memory.passed(1)
  state.used = 200
  memory.partEnded()
  expect(state.collected).toBe(2)
})

test('a small scan is never held up', () => {
  const { state, memory } = memoryOf()
  state.used = 1_000
  memory.passed(99)
  memory.partEnded()
  expect(state.collected).toBe(0)
})
