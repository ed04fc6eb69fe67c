import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import type { Place, ServerPlace } from './place.rules'
import { createProgressSync, type Sent } from './progress-sync'
import { unsentStore } from './unsent-store'

const page = (n: number): Place => ({ page: n, percentage: null, locator: null })

function shelf() {
  const saved = new Map<string, string>()
  return {
    get length() {
      return saved.size
    },
    key: (index: number) => [...saved.keys()][index] ?? null,
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  }
}

/** A server that answers what the test says, and remembers what it was sent. */
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

function reading(far = server(), store = unsentStore(shelf(), 'u1')) {
  let clock = 5_000_000
  const outdated: string[] = []
  const sync = createProgressSync('b1', { store, send: far.send, ask: far.ask, now: () => clock++ }, null, () =>
    outdated.push('outdated'),
  )
  return { far, store, sync, outdated }
}

describe('keeping the place', () => {
  test('quick turning sends the last page only, and keeps every page at once', async () => {
    const { far, store, sync } = reading()
    for (const n of [2, 3, 4]) sync.moved(page(n))
    expect(store.read('b1')?.place.page).toBe(4)
    expect(far.got).toEqual([])
    await pass(1000)
    expect(far.got).toEqual([4])
    expect(store.books()).toEqual([])
  })

  test('a jump from which the reader has turned pages at once is still one', async () => {
    const { far, store, sync } = reading()
    sync.moved({ ...page(40), deliberate: true })
    sync.moved(page(41))
    expect(store.read('b1')?.place).toEqual({ ...page(41), deliberate: true })
    await pass(1000)
    sync.moved(page(42))
    expect(store.read('b1')?.place).toEqual(page(42))
    await pass(1000)
    expect(far.got).toEqual([41, 42])
  })

  test('a failing server is asked again, later and later, with the newest place', async () => {
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
    expect(store.books()).toEqual([])
  })

  test('a place that cannot be sent stays for the next visit', async () => {
    const { store, sync } = reading(server([0, 0, 0, 0]))
    sync.moved(page(7))
    await pass(1000)
    await sync.stop()
    expect(store.read('b1')?.place.page).toBe(7)
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

  test('leaving the reader sends at once and waits for it', async () => {
    const { far, sync } = reading()
    sync.moved(page(5))
    await sync.stop()
    expect(far.got).toEqual([5])
    await pass(60_000)
    expect(far.got).toEqual([5])
  })

  test('a refused place is given up, an outdated one is reported', async () => {
    const { store, sync, outdated } = reading(server([404, 409]))
    sync.moved(page(2))
    await pass(1000)
    expect(store.books()).toEqual([])
    sync.moved(page(3))
    await pass(1000)
    expect(store.books()).toEqual([])
    expect(outdated).toEqual(['outdated'])
  })

  test("another device's place is offered once it is newer than ours", async () => {
    const { far, sync } = reading()
    sync.moved(page(2))
    await pass(1000)
    far.hold({ place: page(2), completed: false, updatedAt: new Date(1_000_001).toISOString() })
    expect(await sync.check(page(2))).toBeNull()
    far.hold({ place: page(30), completed: false, updatedAt: new Date(2_000_000).toISOString() })
    expect(await sync.check(page(2))).toEqual(page(30))
  })
})

describe('unsent places', () => {
  test('are separate for each user', () => {
    const shared = shelf()
    unsentStore(shared, 'u1').write('b1', { place: page(3), savedAt: 1, base: null })
    expect(unsentStore(shared, 'u2').books()).toEqual([])
    expect(unsentStore(shared, 'u1').books()).toEqual(['b1'])
  })
  test('a newer place is not forgotten with an older one', () => {
    const store = unsentStore(shelf(), 'u1')
    store.write('b1', { place: page(4), savedAt: 20, base: null })
    store.remove('b1', 10)
    expect(store.read('b1')?.place.page).toBe(4)
    store.remove('b1', 20)
    expect(store.read('b1')).toBeNull()
  })
  test('rubbish in the storage is no place', () => {
    const shared = shelf()
    shared.setItem('octavo.unsent.u1.b1', '{nonsense')
    shared.setItem('octavo.unsent.u1.b2', '{"savedAt":1}')
    expect(unsentStore(shared, 'u1').read('b1')).toBeNull()
    expect(unsentStore(shared, 'u1').read('b2')).toBeNull()
  })
})
