import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { writeFlushed } from './make-backup'

test('a file is there as a whole at every moment, the earlier one or the new one', async () => {
  const folder = temporaryFolder('write-flushed')
  const path = join(folder.path, 'secrets.json')
  writeFileSync(path, 'earlier')
  const text = 'k'.repeat(32 * 1024 ** 2)
  let isWritten = false
  const written = writeFlushed(path, text).finally(() => {
    isWritten = true
  })
  const seen = new Set<number>()
  while (!isWritten) {
    seen.add(readFileSync(path).length)
    await Bun.sleep(1)
  }
  await written
  seen.add(readFileSync(path).length)
  expect([...seen].filter(length => length !== 'earlier'.length && length !== text.length)).toEqual([])
  expect(readFileSync(path, 'utf8') === text).toBe(true)
  expect(readdirSync(folder.path)).toEqual(['secrets.json'])
  folder.remove()
})
