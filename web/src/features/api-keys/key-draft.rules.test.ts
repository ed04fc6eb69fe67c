import { expect, test } from 'bun:test'
import { PERMISSIONS, ROLE_PERMISSIONS } from '@octavo/contract/access'
import { endOf, type KeyDraft, requestOf, scopeOf } from './key-draft.rules'

const now = Date.UTC(2026, 0, 10, 12)
const draft: KeyDraft = { name: ' Kobo ', life: 'never', day: '', scope: 'all', chosen: [] }
const held = ROLE_PERMISSIONS.reader

test('a key has a name, permissions and an optional expiry', () => {
  expect(requestOf(draft, held, now)).toEqual({ name: 'Kobo', permissions: [...held], expiresAt: null })
  expect(requestOf({ ...draft, life: '30' }, held, now)?.expiresAt).toBe('2026-02-09T12:00:00.000Z')
  expect(requestOf({ ...draft, name: ' ' }, held, now)).toBeNull()
  expect(requestOf({ ...draft, scope: 'chosen' }, held, now)).toBeNull()
})

test('a key expires at the end of the chosen day, which must be in the future', () => {
  expect(endOf({ life: 'date', day: '2026-01-20' }, now)).toEqual(new Date(2026, 0, 20, 23, 59, 59))
  expect(requestOf({ ...draft, life: 'date', day: '' }, held, now)).toBeNull()
  expect(requestOf({ ...draft, life: 'date', day: '2026-01-08' }, held, now)).toBeNull()
})

test('only one’s own permissions can be requested', () => {
  const chosen = ['pages-read', 'system-admin']
  expect(requestOf({ ...draft, scope: 'chosen', chosen }, held, now)?.permissions).toEqual(['pages-read'])
  expect(requestOf({ ...draft, scope: 'reading' }, PERMISSIONS, now)?.permissions).not.toContain('system-admin')
})

test('a key is described by its permissions', () => {
  expect(scopeOf(held, held)).toBe('all')
  expect(scopeOf(requestOf({ ...draft, scope: 'reading' }, held, now)?.permissions ?? [], held)).toBe('reading')
  expect(scopeOf(['pages-read'], held)).toBe('chosen')
})
