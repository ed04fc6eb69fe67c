import { expect, test } from 'bun:test'
import { createBehind } from './behind'
import { currentScope, inScope } from './request-scope'

test('work runs later, in order, each in the scope of its caller', async () => {
  const behind = createBehind(1)
  const done: (string | undefined)[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const requestId of ['a', 'b']) {
    inScope({ requestId }, () => behind.do(async () => void done.push(currentScope()?.requestId)))
  }
  behind.do(async () => {
    done.push(currentScope()?.requestId)
    resolve()
  })
  await Promise.resolve()
  expect(done).toEqual([])
  await promise
  expect(done).toEqual(['a', 'b', undefined])
})

test('remaining work is done when the server stops', async () => {
  const behind = createBehind(3_600_000)
  const done: number[] = []
  for (const n of [1, 2]) behind.do(async () => void done.push(n))
  expect(done).toEqual([])
  await behind.drain()
  expect(done).toEqual([1, 2])
  await behind.drain()
  expect(done).toEqual([1, 2])
})
