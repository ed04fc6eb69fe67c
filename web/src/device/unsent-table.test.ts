import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { MarkEntry, PlaceEntry } from './unsent.rules'
import { browserTable } from './unsent-table'

// There is no IndexedDB here, as in a browser that has lost its connection to it.
const USER = 'reader'
const written = new Map<string, string>()
const localStorage = {
  get length() {
    return written.size
  },
  key: (at: number) => [...written.keys()][at] ?? null,
  getItem: (name: string) => written.get(name) ?? null,
  setItem: (name: string, text: string) => void written.set(name, text),
  removeItem: (name: string) => void written.delete(name),
}

const placeOf = (id: string, savedAt: number): PlaceEntry => ({
  ...{ kind: 'place', userId: USER, id, bookId: id, savedAt, sent: false },
  unsent: { place: { page: 3, percentage: null, locator: null }, savedAt, base: null },
})
const bookmarkOf = (id: string, savedAt: number): MarkEntry => ({
  ...{ kind: 'mark', userId: USER, id, bookId: 'b1', savedAt },
  ...{ action: 'create', mark: { kind: 'bookmark', page: 2 }, progression: 0.1 },
})
const pending = () => [...written.keys()].map(name => name.split('.').slice(3).join('.')).sort()

beforeEach(() => {
  Object.assign(globalThis, { window: { localStorage } })
})
afterEach(async () => {
  for (const { kind, id } of await browserTable.all(USER)) await browserTable.change([USER, kind, id], () => undefined)
  Reflect.deleteProperty(globalThis, 'window')
  written.clear()
})

test('without IndexedDB, changes stay in local storage until the server has them', async () => {
  await browserTable.put(placeOf('b1', 1))
  await browserTable.put(bookmarkOf('m1', 2))
  await browserTable.put(bookmarkOf('m10', 3))
  expect(pending()).toEqual(['mark.m1.2', 'mark.m10.3', 'place.b1'])
  await browserTable.change([USER, 'place', 'b1'], was => (was?.kind === 'place' ? { ...was, sent: true } : was))
  await browserTable.change([USER, 'mark', 'm1'], () => undefined)
  expect(pending()).toEqual(['mark.m10.3'])
})

test('a change is in local storage as soon as it is made', async () => {
  const stored = browserTable.put(placeOf('b1', 1))
  expect(pending()).toEqual(['place.b1'])
  await stored
})
