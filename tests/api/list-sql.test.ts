// SQL snapshots of lists. To change them: `npm run list-sql`, and review the difference.
import { expect, test } from 'bun:test'
import { fileOf, KINDS, listSql } from './list-sql'

test.each([...KINDS])('the statements of every list on %s match the snapshot', async kind => {
  expect(await listSql(kind)).toBe(await Bun.file(fileOf(kind)).text())
})
