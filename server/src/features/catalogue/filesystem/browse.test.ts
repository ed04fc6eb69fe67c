import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { browse, places } from './browse'

const ANYWHERE = { open: null, closed: '/nowhere' }
const { path: folder, remove } = temporaryFolder('browse')
afterAll(remove)

test('lists folders first, in natural order, without hidden things', async () => {
  for (const name of ['Volume 10', 'Volume 2', '.hidden']) mkdirSync(join(folder, name))
  for (const name of ['a.cbz', '.secret', 'B.pdf']) writeFileSync(join(folder, name), '')
  symlinkSync('nowhere', join(folder, 'broken'))
  symlinkSync('Volume 2', join(folder, 'linked'))
  const { currentPath, parentPath, entries } = await browse(`${folder}/`, ANYWHERE)
  expect(currentPath).toBe(folder)
  expect(parentPath).toBe(dirname(folder))
  expect(entries.map(({ name, isDirectory }) => [name, isDirectory])).toEqual([
    ['linked', true],
    ['Volume 2', true],
    ['Volume 10', true],
    ['a.cbz', false],
    ['B.pdf', false],
  ])
  expect(entries[1]).toEqual({ name: 'Volume 2', path: join(folder, 'Volume 2'), isDirectory: true, isReadable: true })
})

test('marks unreadable folders', async () => {
  const top = join(folder, 'rights')
  mkdirSync(join(top, 'closed'), { recursive: true })
  writeFileSync(join(top, 'secret.cbz'), '')
  chmodSync(join(top, 'closed'), 0)
  chmodSync(join(top, 'secret.cbz'), 0)
  chmodSync(folder, 0o755)
  // Root can read everything, so this switches to user nobody for a moment.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  const { entries } = await browse(top, ANYWHERE).finally(() => isRoot && process.seteuid?.(0))
  chmodSync(join(top, 'closed'), 0o755)
  expect(entries.map(({ name, isReadable }) => [name, isReadable])).toEqual([
    ['closed', false],
    ['secret.cbz', false],
  ])
})

test('begins in the home folder and ends at the root', async () => {
  expect((await browse(undefined, ANYWHERE)).currentPath).toBe(homedir())
  expect((await browse('', ANYWHERE)).currentPath).toBe(homedir())
  expect((await browse('/', ANYWHERE)).parentPath).toBeNull()
  expect((await places(ANYWHERE)).map(place => place.path)).toContain('/')
})

test.each([
  ['nothing-here', 'does not exist'],
  ['a.cbz', 'is not a folder'],
])('says why %p cannot be opened', async (name, sentence) => {
  await expect(browse(join(folder, name), ANYWHERE)).rejects.toMatchObject({
    code: 'BadRequest',
    message: expect.stringContaining(sentence),
  })
})

test('does not complete partial paths', async () => {
  await expect(browse('comics', ANYWHERE)).rejects.toMatchObject({ code: 'BadRequest' })
})

test('shows only allowed folders, not the data folder, and does not reveal whether others exist', async () => {
  for (const name of ['open/books', 'open/data/secrets', 'shut']) mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(join(folder, 'shut'), join(folder, 'open/way-out'))
  const [open, closed] = [join(folder, 'open'), join(folder, 'open/data')]
  const reach = { open: [open], closed }
  const first = await browse(undefined, reach)
  expect([first.currentPath, first.parentPath]).toEqual([open, null])
  expect(first.entries.map(({ name }) => name)).not.toContain('data')
  expect((await browse(join(open, 'books'), reach)).parentPath).toBe(open)
  expect((await places(reach)).map(({ path }) => path)).toEqual([open])
  const away = [
    'shut',
    'not there',
    'open/../shut',
    'open/way-out',
    'open/data',
    'open/data/secrets',
    '../',
    'open-not',
  ]
  for (const path of away) {
    await expect(browse(`${folder}/${path}`, reach)).rejects.toMatchObject({
      code: 'Forbidden',
      message: 'This folder cannot be used for a library here',
    })
  }
  const data = { open: null, closed }
  await expect(browse(closed, data)).rejects.toMatchObject({ code: 'Forbidden' })
  expect((await browse(open, data)).entries.map(({ name }) => name)).not.toContain('data')
})
