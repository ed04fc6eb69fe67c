import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ebook } from '../../../tests/kit/books'
import { readable } from './readable'

const folder = mkdtempSync(join(tmpdir(), 'octavo-readable-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an error of a parser is a problem of its book, which keeps its identity; a read error of the disk is not', async () => {
  const path = join(folder, 'a.epub')
  const bytes = ebook({ title: 'A', chapters: [{ title: 'One', paragraphs: ['Text'] }] })
  writeFileSync(path, bytes)
  const facts = await readable(path, async () => {
    throw new TypeError('text.slice is not a function')
  })
  expect(facts).toMatchObject({
    stamp: { size: bytes.length },
    errors: [{ errorType: 'parser', details: { said: 'text.slice is not a function' } }],
  })
  const full = readable(path, async () => {
    writeFileSync(join(folder, 'none', 'thumbnail.jpg'), '')
    throw new Error('The folder is there')
  })
  await expect(full).rejects.toThrow('ENOENT')
})
