import { expect, test } from 'bun:test'
import { ROLE_PERMISSIONS } from '@octavo/contract/access'
import { sectionNames, sectionsFor } from './sections'

test('administrators see every section, maintainers all but those about people and the server, readers none', () => {
  expect(sectionsFor(ROLE_PERMISSIONS.admin)).toEqual(sectionNames)
  expect(sectionsFor(ROLE_PERMISSIONS.maintainer)).toEqual(
    sectionNames.filter(
      name => !['users', 'access', 'providers', 'audit', 'settings', 'template', 'storage', 'system'].includes(name),
    ),
  )
  expect(sectionsFor(ROLE_PERMISSIONS.reader)).toEqual([])
})
