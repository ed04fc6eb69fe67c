import { expect, test } from 'bun:test'
import { LIMITS } from '../kernel/limits'
import { inUploadTurn } from './upload-turns'

const { uploadsAtOnce, uploadsWaiting } = LIMITS.http

test('files of one person are in memory a few at a time, in order, and too many are refused', async () => {
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  let running = 0
  let most = 0
  const send = (person: string, number: number) =>
    inUploadTurn(person, async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await gate.promise
      running--
      return number
    })
  const all = Array.from({ length: uploadsAtOnce + uploadsWaiting }, (_, number) => send('ada', number))
  expect(begun).toEqual(Array.from({ length: uploadsAtOnce }, (_, number) => number))
  await expect(send('ada', -1)).rejects.toThrow('Too many uploads')
  // Others do not wait for them.
  const other = send('bo', 1_000)
  expect(begun).toContain(1_000)
  gate.resolve()
  const sent = await Promise.all(all)
  expect(sent).toEqual(all.map((_, number) => number))
  expect(begun.filter(number => number < 1_000)).toEqual(sent)
  expect([await other, most]).toEqual([1_000, uploadsAtOnce + 1])
})

test('a failed upload makes way for the next', async () => {
  const fail = () => Promise.reject(new Error('cut off'))
  const sent = Array.from({ length: uploadsAtOnce * 3 }, () => inUploadTurn('ada', fail))
  expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(sent.map(() => 'rejected'))
  expect(await inUploadTurn('ada', async () => 'next')).toBe('next')
})
