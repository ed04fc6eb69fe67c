import { expect, test } from 'bun:test'
import { PERMISSIONS, ROLE_PERMISSIONS } from '@octavo/contract/access'
import de from './messages/de.json'
import en from './messages/en.json'
import { forReading, permissionGroups } from './permission-groups'

test('every permission is in one group, with a name and a line of its own in both languages', () => {
  expect(permissionGroups.flatMap(([, permissions]) => permissions).sort()).toEqual([...PERMISSIONS].sort())
  for (const catalogue of [en, de]) {
    const names = PERMISSIONS.map(permission => catalogue[`permission.${permission}`])
    const lines = PERMISSIONS.map(permission => catalogue[`permission.${permission}.about`])
    expect([new Set(names).size, new Set(lines).size]).toEqual([PERMISSIONS.length, PERMISSIONS.length])
  }
})

test('the reading group is what a reader may do anyway', () => {
  expect(forReading.filter(permission => !ROLE_PERMISSIONS.reader.includes(permission))).toEqual([])
})
