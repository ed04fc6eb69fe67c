import { expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../db/testing'
import { createLogger } from '../kernel/log'
import { startPruning } from './pruning'

setDefaultTimeout(60_000)

forEachDatabase('pruning', database => {
  test('a folder that does not answer delays neither other kinds, nor the next round, nor the stop', async () => {
    let started = 0
    const pruned = Promise.withResolvers<void>()
    const pruning = startPruning({
      connection: database.connection,
      log: createLogger('silent'),
      jobs: {
        hanging: () => {
          started++
          return new Promise(() => undefined)
        },
        failing: () => Promise.reject(new Error('the disk has a fault')),
        others: async () => async () => {
          pruned.resolve()
          return 0
        },
      },
      patienceMs: 20,
    })
    await pruning.now()
    await pruning.now()
    await pruned.promise
    expect(started).toBe(1)
    await pruning.stop()
  })
})
