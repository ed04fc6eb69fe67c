import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'

/** Quoted SQL that begins a transaction; `deferred` is what SQLite takes by default. */
const PLAIN_BEGIN = /['"`]\s*begin(\s+(deferred|transaction))?\s*;?\s*['"`]/i

test('every transaction on SQLite begins with the write lock', async () => {
  const found: string[] = []
  for await (const path of new Bun.Glob('server/src/**/*.ts').scan({ cwd: ROOT })) {
    if (path.endsWith('.postgres.test.ts')) continue
    if (PLAIN_BEGIN.test(readFileSync(join(ROOT, path), 'utf8'))) found.push(path)
  }
  expect(found).toEqual([])
  expect(['"begin"', "'BEGIN;'", '`begin deferred`', "'begin transaction'"].every(sql => PLAIN_BEGIN.test(sql))).toBe(
    true,
  )
  expect(["'begin immediate'", "'begin exclusive'"].some(sql => PLAIN_BEGIN.test(sql))).toBe(false)
})
