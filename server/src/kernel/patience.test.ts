import { expect, test } from 'bun:test'
import { answered, unlessAborted } from './patience'

const never = <T>() => new Promise<T>(() => {})
const outcome = (work: Promise<unknown>) => work.catch((error: Error) => error.message)

test('returns the result of the work, and rejects with its error', async () => {
  const { signal } = new AbortController()
  expect(await answered(Promise.resolve(7), signal)).toBe(7)
  expect(await outcome(answered(Promise.reject(new Error('no such file')), signal))).toBe('no such file')
})

test('all waiting work is rejected when the signal aborts, and later work at once', async () => {
  const stop = new AbortController()
  const waiting = [answered(never(), stop.signal), answered(never(), stop.signal), unlessAborted(never(), stop.signal)]
  stop.abort(new Error('stopped'))
  expect(await Promise.all(waiting.map(outcome))).toEqual(['stopped', 'stopped', 'stopped'])
  expect(await outcome(answered(Promise.resolve(1), stop.signal))).toBe('stopped')
})

test('each waits as long as its own limit, however many others wait', async () => {
  const { signal } = new AbortController()
  const first = outcome(answered(never(), signal, 60))
  await Bun.sleep(30)
  const second = outcome(answered(never(), signal, 60))
  const slow = answered(
    Bun.sleep(45).then(() => 'came'),
    signal,
    60,
  )
  const silent = 'the file system does not answer'
  expect(await first).toBe(silent)
  expect(await Promise.race([second, Promise.resolve('still waits')])).toBe('still waits')
  expect(await slow).toBe('came')
  expect(await second).toBe(silent)
})

test('one that has ended is not counted any more, and the next waits from its own beginning', async () => {
  const { signal } = new AbortController()
  await answered(Promise.resolve(), signal, 50)
  await Bun.sleep(60)
  expect(
    await answered(
      Bun.sleep(20).then(() => 'came'),
      signal,
      50,
    ),
  ).toBe('came')
})

test('a failure after an abort is not an unhandled rejection', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const unhandled: unknown[] = []
  const listen = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', listen)
  try {
    await expect(answered(promise, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
    reject(new Error('too late'))
    await Bun.sleep(0)
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', listen)
  }
})
