import { afterAll, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import type { PageEntry } from '../../../formats/facts'
import { folderArchive } from './folder-archive'

const folder = temporaryFolder('archive')
afterAll(() => folder.remove())

const pages = [900, 0, 3, 70_000].map((size, index): PageEntry => {
  const name = `${index} – ä.jpg`
  writeFileSync(join(folder.path, name), randomBytes(size))
  const page = { name, offset: 0, storedSize: size, size, width: 1, height: 1 }
  return { ...page, storage: 'file', mediaType: 'image/jpeg' }
})

const bytesOf = async (first: number, last: number, of = pages) =>
  Buffer.concat(await Array.fromAsync(folderArchive({ file: folder.path, pages: of }).parts(first, last)))

test('a zip has the length announced before, and each range equals that of the whole', async () => {
  const { size } = folderArchive({ file: folder.path, pages })
  const whole = await bytesOf(0, size - 1)
  expect(whole.length).toBe(size)
  const places = [0, 1, 29, 30, 945, 946, 1_000, size - 400, size - 23, size - 1]
  for (const first of places) {
    for (const last of places.filter(place => place >= first)) {
      // A new list has no checksums yet, so the end of the zip must compute them.
      const part = await bytesOf(first, last, [...pages])
      expect([first, last, part.equals(whole.subarray(first, last + 1))]).toEqual([first, last, true])
    }
  }
})

test('a page that has changed aborts the response', async () => {
  const { size } = folderArchive({ file: folder.path, pages })
  const changed = pages.map((page, index) => (index === 2 ? { ...page, size: 4, storedSize: 4 } : page))
  expect(bytesOf(0, size, changed)).rejects.toThrow('has changed')
  await bytesOf(0, size, changed).catch(() => undefined)
})
