import { expect, test } from 'bun:test'
import { PERMISSIONS } from '@octavo/contract/access'
import { parsePermissions, parseRole, permissionNamed, permissionsOf } from './permissions.rules'

// Section 4 of the observed behaviour: permissions added by each role.
const READER = `libraries-read series-read books-read pages-read collections-read readlists-read progress-read
  progress-write api-keys-read api-keys-write api-keys-delete`.split(/\s+/)
const MAINTAINER = `libraries-write series-write series-delete books-write books-delete collections-write
  collections-delete readlists-write readlists-delete tasks-read tasks-write system-health`.split(/\s+/)
const ADMIN = 'libraries-delete users-read users-write users-delete plugins-manage system-admin'.split(' ')

test('each role adds to the permissions of the previous one', () => {
  const of = (role: string) => [...permissionsOf(parseRole(role), [])].sort() as string[]
  expect(of('reader')).toEqual(READER.sort())
  expect(of('maintainer')).toEqual([...READER, ...MAINTAINER].sort())
  expect(of('admin')).toEqual([...READER, ...MAINTAINER, ...ADMIN].sort())
  expect(of('admin')).toHaveLength(29)
  expect(of('superuser')).toEqual(READER.sort())
})

test('grants beyond the role are added', () => {
  const granted = permissionsOf('reader', ['tasks-read', 'books-read'])
  expect([...granted].filter(each => !READER.includes(each))).toEqual(['tasks-read'])
})

test('every permission is known in each spelling', () => {
  for (const permission of PERMISSIONS) {
    const place = permission.lastIndexOf('-')
    const colon = `${permission.slice(0, place)}:${permission.slice(place + 1)}`
    expect([permissionNamed(permission), permissionNamed(colon), permissionNamed(colon.toUpperCase())]).toEqual([
      permission,
      permission,
      permission,
    ])
  }
  expect(permissionNamed('read-lists:write')).toBe('readlists-write')
  for (const name of ['', 'books', 'books-read-write', 'constructor', '__proto__']) {
    expect(permissionNamed(name)).toBeNull()
  }
})

test('unknown names in a stored list are ignored', () => {
  expect(parsePermissions('["books:read","x",7,null,"books-read"]')).toEqual(['books-read'])
  expect(parsePermissions('{}')).toEqual([])
})
