import { expect, test } from 'bun:test'
import { ROLE_PERMISSIONS } from '@octavo/contract/access'
import { sectionNames, sectionsFor } from './sections'

test('an admin enters every part, a maintainer all but people, providers, the audit log, the settings, storage and the system, a reader none', () => {
  expect(sectionsFor(ROLE_PERMISSIONS.admin)).toEqual(sectionNames)
  expect(sectionsFor(ROLE_PERMISSIONS.maintainer)).toEqual(
    sectionNames.filter(
      name => !['users', 'access', 'providers', 'audit', 'settings', 'template', 'storage', 'system'].includes(name),
    ),
  )
  expect(sectionsFor(ROLE_PERMISSIONS.reader)).toEqual([])
})
