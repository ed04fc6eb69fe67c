import { expect, test } from 'bun:test'
import { createPace } from './pace'

/** Blocks for this long. */
function work(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** How often other tasks ran while the statements ran. */
async function turnsDuring(statements: number, msOfEach: number): Promise<number> {
  const pace = createPace()
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  pace.begun()
  setImmediate(turn)
  for (let n = 0; n < statements; n++) {
    await pace.beforeStatement()
    work(msOfEach)
  }
  isOver = true
  return turns
}

test('a long transaction yields between its statements', async () => {
  expect(await turnsDuring(10, 25)).toBeGreaterThanOrEqual(8)
})

test('a short one is not held up', async () => {
  expect(await turnsDuring(10, 0)).toBeLessThan(3)
})
