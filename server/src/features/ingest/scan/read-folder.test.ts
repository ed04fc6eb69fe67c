import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { readFolder } from './read-folder'

const folder = temporaryFolder('folder')
afterAll(() => folder.remove())
const at = (name: string) => join(folder.path, 'books', name)
/** A path of bytes that are not UTF-8. */
const raw = (...parts: readonly (string | number)[]) =>
  Buffer.concat([
    Buffer.from(`${at('')}/`),
    ...parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  ])

beforeEach(() => {
  rmSync(at(''), { recursive: true, force: true })
  mkdirSync(at(''), { recursive: true })
})

async function read() {
  const { entries, unnamed } = await readFolder(at(''))
  return { names: entries.map(({ name }) => name).sort(), unnamed: unnamed.map(({ shown }) => shown).sort() }
}

test('names in UTF-8 are listed unchanged', async () => {
  for (const name of ['café.cbz', '漢字.cbz', 'a\\b.cbz']) writeFileSync(at(name), '')
  expect(await read()).toEqual({ names: ['a\\b.cbz', 'café.cbz', '漢字.cbz'], unnamed: [] })
})

test('names that decode to the same text stay distinct', async () => {
  writeFileSync(raw('caf', 0xe9, '.cbz'), '')
  writeFileSync(raw('caf', 0xe8, '.cbz'), '')
  writeFileSync(at('caf\uFFFD.cbz'), '')
  expect(await read()).toEqual({ names: ['caf\uFFFD.cbz'], unnamed: ['caf\\xe8.cbz', 'caf\\xe9.cbz'] })
})

test('a backslash in such a name is not an escape', async () => {
  writeFileSync(raw('\\xe9', 0xe9), '')
  expect((await read()).unnamed).toEqual(['\\\\xe9\\xe9'])
})

test('folders and links are recognised when names are read as bytes', async () => {
  mkdirSync(raw('d', 0xff))
  mkdirSync(at('d\uFFFD'))
  symlinkSync('/nowhere', at('l\uFFFD'))
  const { entries, unnamed } = await readFolder(at(''))
  expect(unnamed).toEqual([{ shown: 'd\\xff', isFolder: true }])
  const kinds = Object.fromEntries(entries.map(one => [one.name, [one.isDirectory(), one.isSymbolicLink()]]))
  expect(kinds).toEqual({ 'd\uFFFD': [true, false], 'l\uFFFD': [false, true] })
})

test('a missing folder gives the error of the system', async () => {
  await expect(readFolder(at('none'))).rejects.toMatchObject({ code: 'ENOENT' })
})
