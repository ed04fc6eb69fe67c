// The SQL of lists is what was read and agreed to. Where it is to change: `npm run list-sql`, and read the difference.
import { expect, test } from 'bun:test'
import { fileOf, KINDS, listSql } from './list-sql'

test.each([...KINDS])('the statements of every list on %s are those in its file', async kind => {
  expect(await listSql(kind)).toBe(await Bun.file(fileOf(kind)).text())
})
