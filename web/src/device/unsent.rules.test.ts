import { expect, test } from 'bun:test'
import type { MarkDto } from '../api/types'
import {
  afterChange,
  folded,
  hasChange,
  isWaiting,
  type MarkEntry,
  markOf,
  type PlaceEntry,
  withUnsent,
} from './unsent.rules'

const at = (clock: string) => `2026-03-01T${clock}:00.000Z`
const bookmark = { kind: 'bookmark' as const, page: 3 }
const entry = (id: string, change: Parameters<typeof folded>[1]): MarkEntry => ({
  kind: 'mark',
  userId: 'u1',
  id,
  bookId: 'b1',
  savedAt: 1,
  ...folded(undefined, change, at('10:00')),
})

test('a mark that was made and changed without a network is sent once, with the time of its last change', () => {
  const made = folded(undefined, { action: 'create', mark: bookmark, progression: 0.1 }, at('10:00'))
  const changed = folded(made, { action: 'change', change: { note: 'Look' } }, at('11:00'))
  expect(changed).toEqual({
    action: 'create',
    progression: 0.1,
    mark: { ...bookmark, note: 'Look', createdAt: at('10:00'), updatedAt: at('11:00') },
  })
  expect(folded(changed, { action: 'delete' }, at('12:00'))).toEqual({ action: 'delete' })
})

test('changes of a known mark are merged; unnamed fields stay', () => {
  const first = folded(undefined, { action: 'change', change: { note: 'One', color: 'blue' } }, at('10:00'))
  expect(folded(first, { action: 'change', change: { note: 'Two' } }, at('11:00'))).toEqual({
    action: 'change',
    change: { note: 'Two', color: 'blue', updatedAt: at('11:00') },
  })
})

test('a refused note that is edited is sent whole again', () => {
  const made = entry('m1', { action: 'create', mark: bookmark, progression: 0.1 })
  const refused = { ...made, savedAt: 20, refusal: { status: 422, message: '' } }
  // Also if the clock was set back in between.
  const changed = afterChange(refused, { ...made, savedAt: 10, action: 'change', change: { note: 'Shorter' } })
  expect(changed).toMatchObject({ action: 'create', mark: { page: 3, note: 'Shorter' }, savedAt: 21 })
  expect(isWaiting(changed)).toBe(true)
})

test('a change that is stored already is not stored again', () => {
  const made = { ...entry('m1', { action: 'create', mark: bookmark, progression: 0.1 }), savedAt: 20 }
  expect(hasChange(undefined, made)).toBe(false)
  expect(hasChange(made, made)).toBe(true)
  expect(hasChange(made, { ...made, savedAt: 21 })).toBe(false)
  const unsent = { place: { page: 2, percentage: 0.5, locator: null }, savedAt: 20, base: null }
  const place: PlaceEntry = { kind: 'place', userId: 'u1', id: 'b1', bookId: 'b1', savedAt: 20, unsent, sent: false }
  expect(hasChange({ ...place, savedAt: 30 }, place)).toBe(true)
  // By the server's clock, which is fast.
  expect(hasChange({ ...place, savedAt: 30, sent: true }, place)).toBe(false)
})

test('marks are shown with unsent changes, nothing twice, and without refused ones', () => {
  const known: MarkDto[] = ['m1', 'm2', 'm3'].map((id, index) => markOf('b1', id, bookmark, index / 10))
  const shown = withUnsent(known, [
    entry('m1', { action: 'delete' }),
    entry('m2', { action: 'change', change: { note: 'New' } }),
    entry('m3', { action: 'create', mark: bookmark, progression: 0.2 }),
    entry('m4', { action: 'create', mark: bookmark, progression: 0.15 }),
    { ...entry('m5', { action: 'create', mark: bookmark, progression: 0 }), refusal: { status: 422, message: '' } },
  ])
  expect(shown.map(({ id, note }) => [id, note])).toEqual([
    ['m2', 'New'],
    ['m4', null],
    ['m3', null],
  ])
})

test('what the server has, or refused, waits no more', () => {
  expect(isWaiting(entry('m1', { action: 'delete' }))).toBe(true)
  expect(isWaiting({ ...entry('m1', { action: 'delete' }), refusal: { status: 404, message: '' } })).toBe(false)
})
