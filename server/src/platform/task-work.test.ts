import { expect, test } from 'bun:test'
import { eachInTurns } from './task-work'

test('timers run while many items are worked on, and the results stay in order', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const made = await eachInTurns([...Array(40).keys()], item => {
    Bun.sleepSync(5)
    return -item
  })
  clearInterval(timer)
  expect(made.map(item => -item)).toEqual([...Array(40).keys()])
  expect(turns).toBeGreaterThanOrEqual(5)
})
