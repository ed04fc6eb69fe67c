import { expect, test } from 'bun:test'
import { PERMISSIONS, ROLE_PERMISSIONS } from '@octavo/contract/access'
import { endOf, type KeyDraft, requestOf, scopeOf } from './key-draft.rules'

const now = Date.UTC(2026, 0, 10, 12)
const draft: KeyDraft = { name: ' Kobo ', life: 'never', day: '', scope: 'all', chosen: [] }
const held = ROLE_PERMISSIONS.reader

test('a key has a name, an end where one is chosen, and permissions', () => {
  expect(requestOf(draft, held, now)).toEqual({ name: 'Kobo', permissions: [...held], expiresAt: null })
  expect(requestOf({ ...draft, life: '30' }, held, now)?.expiresAt).toBe('2026-02-09T12:00:00.000Z')
  expect(requestOf({ ...draft, name: ' ' }, held, now)).toBeNull()
  expect(requestOf({ ...draft, scope: 'chosen' }, held, now)).toBeNull()
})

test('a day counts to its end, and has to be to come', () => {
  expect(endOf({ life: 'date', day: '2026-01-20' }, now)).toEqual(new Date(2026, 0, 20, 23, 59, 59))
  expect(requestOf({ ...draft, life: 'date', day: '' }, held, now)).toBeNull()
  expect(requestOf({ ...draft, life: 'date', day: '2026-01-08' }, held, now)).toBeNull()
})

test('nobody asks for more than they hold', () => {
  const chosen = ['pages-read', 'system-admin']
  expect(requestOf({ ...draft, scope: 'chosen', chosen }, held, now)?.permissions).toEqual(['pages-read'])
  expect(requestOf({ ...draft, scope: 'reading' }, PERMISSIONS, now)?.permissions).not.toContain('system-admin')
})

test('a key is called by what it may do', () => {
  expect(scopeOf(held, held)).toBe('all')
  expect(scopeOf(requestOf({ ...draft, scope: 'reading' }, held, now)?.permissions ?? [], held)).toBe('reading')
  expect(scopeOf(['pages-read'], held)).toBe('chosen')
})
