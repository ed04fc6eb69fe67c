import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { passingTable } from '../../device/unsent-table'
import type { Place, ServerPlace } from './place.rules'
import { placeStore } from './place-store'
import { createProgressSync, type Sent } from './progress-sync'

const page = (n: number): Place => ({ page: n, percentage: null, locator: null })

/** A server with scripted responses, which records requests. */
function server(answers: number[] = []) {
  const got: number[] = []
  let place: ServerPlace | null = null
  return {
    got,
    hold(next: ServerPlace) {
      place = next
    },
    ask: async () => place,
    async send(sent: Place): Promise<Sent> {
      const status = answers.shift() ?? 200
      if (status === 200) got.push(sent.page)
      return { status, updatedAt: status === 200 ? new Date(1_000_000 + got.length).toISOString() : null }
    },
  }
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const flush = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const pass = async (ms: number) => {
  jest.advanceTimersByTime(ms)
  await flush()
}

function reading(far = server(), store = placeStore(passingTable(), 'u1')) {
  let clock = 5_000_000
  const outdated: string[] = []
  const sync = createProgressSync(
    'b1',
    { store, send: far.send, ask: far.ask, now: () => clock++, random: () => 0.5 },
    null,
    () => outdated.push('outdated'),
  )
  return { far, store, sync, outdated }
}

describe('saving the place', () => {
  test('quick page turns send only the last page, and store every page locally at once', async () => {
    const { far, store, sync } = reading()
    for (const n of [2, 3, 4]) sync.moved(page(n))
    expect((await store.read('b1'))?.unsent.place.page).toBe(4)
    expect(far.got).toEqual([])
    await pass(1000)
    expect(far.got).toEqual([4])
    expect((await store.read('b1'))?.sent ?? true).toBe(true)
  })

  test('a jump followed at once by page turns is still a jump', async () => {
    const { far, store, sync } = reading()
    sync.moved({ ...page(40), deliberate: true })
    sync.moved(page(41))
    expect((await store.read('b1'))?.unsent.place).toEqual({ ...page(41), deliberate: true })
    await pass(1000)
    sync.moved(page(42))
    expect((await store.read('b1'))?.unsent.place).toEqual(page(42))
    await pass(1000)
    expect(far.got).toEqual([41, 42])
  })

  test('a failing server is retried with growing pauses and the newest place', async () => {
    const { far, store, sync } = reading(server([0, 503, 429]))
    sync.moved(page(2))
    await pass(1000)
    sync.moved(page(3))
    await pass(1999)
    expect(far.got).toEqual([])
    await pass(1 + 4000 + 8000)
    await pass(4000)
    await pass(8000)
    expect(far.got).toEqual([3])
    expect((await store.read('b1'))?.sent ?? true).toBe(true)
  })

  test('a place that cannot be sent is stored for the next visit', async () => {
    const { store, sync } = reading(server([0, 0, 0, 0]))
    sync.moved(page(7))
    await pass(1000)
    await sync.stop()
    expect((await store.read('b1'))?.unsent.place.page).toBe(7)
  })

  test('closing the tab sends at once', async () => {
    const { far, sync } = reading()
    sync.moved(page(5))
    sync.flush()
    await flush()
    expect(far.got).toEqual([5])
    sync.flush()
    await flush()
    expect(far.got).toEqual([5])
  })

  test('leaving the reader sends at once and waits for the response', async () => {
    const { far, sync } = reading()
    sync.moved(page(5))
    await sync.stop()
    expect(far.got).toEqual([5])
    await pass(60_000)
    expect(far.got).toEqual([5])
  })

  test('a refused place is discarded, and an outdated one is reported', async () => {
    const { store, sync, outdated } = reading(server([404, 409]))
    sync.moved(page(2))
    await pass(1000)
    expect((await store.read('b1'))?.sent ?? true).toBe(true)
    sync.moved(page(3))
    await pass(1000)
    expect((await store.read('b1'))?.sent ?? true).toBe(true)
    expect(outdated).toEqual(['outdated'])
  })

  test('the place of another device is offered if it is newer', async () => {
    const { far, sync } = reading()
    sync.moved(page(2))
    await pass(1000)
    far.hold({ place: page(2), completed: false, updatedAt: new Date(1_000_001).toISOString() })
    expect(await sync.check(page(2))).toBeNull()
    far.hold({ place: page(30), completed: false, updatedAt: new Date(2_000_000).toISOString() })
    expect(await sync.check(page(2))).toEqual(page(30))
  })
})

describe('places of this browser', () => {
  const at = (n: number, savedAt: number) => ({ place: page(n), savedAt, base: null })
  test('are separate for each user', async () => {
    const shared = passingTable()
    await placeStore(shared, 'u1').write('b1', at(3, 1))
    expect(await placeStore(shared, 'u2').read('b1')).toBeNull()
    expect((await shared.all('u1')).length).toBe(1)
  })
  test('a newer place remains queued when an older one has been saved, and follows it', async () => {
    const store = placeStore(passingTable(), 'u1')
    await store.write('b1', at(4, 20))
    await store.sent('b1', 10, '2026-03-01T10:00:00.000Z')
    expect(await store.read('b1')).toEqual({ sent: false, unsent: { ...at(4, 20), base: '2026-03-01T10:00:00.000Z' } })
    await store.sent('b1', 20, null)
    expect((await store.read('b1'))?.sent).toBe(true)
    await store.remove('b1', 10)
    expect(await store.read('b1')).not.toBeNull()
    await store.remove('b1', 20)
    expect(await store.read('b1')).toBeNull()
  })
  test("the server's place never replaces an unsent one", async () => {
    const store = placeStore(passingTable(), 'u1')
    await store.write('b1', at(4, 20))
    await store.learn('b1', at(9, 30))
    expect((await store.read('b1'))?.unsent.place.page).toBe(4)
    await store.sent('b1', 20, null)
    await store.learn('b1', at(9, 30))
    expect(await store.read('b1')).toEqual({ unsent: at(9, 30), sent: true })
  })
  test('a refused place is not used, and can be reported', async () => {
    const table = passingTable()
    const store = placeStore(table, 'u1')
    await store.write('b1', at(4, 20))
    await store.refuse('b1', 20, { status: 404, message: '' })
    expect(await store.read('b1')).toBeNull()
    expect((await table.all('u1'))[0]?.refusal).toEqual({ status: 404, message: '' })
  })
})
