import { expect, test } from 'bun:test'
import { createSessionMeter } from './session-meter.rules'

const page = (n: number) => ({ page: n, percentage: null, locator: null })

function meter() {
  const clock = { ms: 1_000_000 }
  const session = createSessionMeter(() => clock.ms)
  const after = (seconds: number) => {
    clock.ms += seconds * 1000
    return session
  }
  return { session, after }
}

test('time on a page counts up to five minutes', () => {
  const { session, after } = meter()
  session.moved(page(1))
  after(20).moved(page(2))
  after(30).moved(page(4))
  after(3600).moved(page(5))
  const ended = after(10).end()
  expect(ended).toMatchObject({ activeMs: 360_000, pages: 4 })
  expect((ended?.endedAt ?? 0) - (ended?.startedAt ?? 0)).toBe(3_660_000)
})

test('pages that were revisited or skipped do not count as read', () => {
  const { session, after } = meter()
  session.moved(page(10))
  after(5).moved(page(8))
  after(5).moved({ ...page(50), deliberate: true })
  after(5).moved(page(51))
  expect(after(5).end()?.pages).toBe(1)
})

test('opening a book briefly is not a session, and a new session begins after the end', () => {
  const { session, after } = meter()
  session.moved(page(1))
  expect(after(2).end()).toBeNull()
  expect(session.end()).toBeNull()
  after(60).moved(page(2))
  expect(after(10).end()).toMatchObject({ activeMs: 10_000, pages: 1 })
})
