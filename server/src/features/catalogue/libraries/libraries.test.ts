import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Permission } from '@octavo/contract/access'
import type { CreateLibraryRequest } from '@octavo/contract/library'
import type { Refusal } from '@octavo/contract/refusals'
import { addUser } from '../../../../../tests/kit/gated-app'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import type { AppError } from '../../../kernel/app-error'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { openArtefacts } from '../../../platform/artefacts'
import { bookStore } from '../books'
import { createCovers } from '../covers'
import { insertSeries } from '../series'
import type { FolderRules } from './allowed-folders'
import { createLibrary, ensureLibrary, type LibraryChanges } from './create-library'
import { deleteLibrary } from './delete-library'
import { allLibraries, findLibrary } from './libraries.queries'
import { overlap } from './library.rules'
import { libraryView } from './library.view'
import { libraryFolder } from './library-folder'
import { updateLibrary } from './update-library'

const temporary = temporaryFolder('libraries')
afterAll(temporary.remove)
const folder = (...parts: string[]) => {
  const path = join(temporary.path, ...parts)
  mkdirSync(path, { recursive: true })
  return path
}

const book = (inside: string) => {
  writeFileSync(join(inside, 'a.cbz'), '')
  return join(inside, 'a.cbz')
}

describe('the folder of a library', () => {
  test('is stored with its real path, without a trailing slash', async () => {
    const real = folder('real')
    symlinkSync(real, join(temporary.path, 'link'))
    expect(await libraryFolder(`${real}/`)).toBe(real)
    expect(await libraryFolder(`${real}/../real//`)).toBe(real)
    expect(await libraryFolder(join(temporary.path, 'link'))).toBe(real)
    expect(await libraryFolder('~')).toBe(homedir())
  })

  test.each<[string, () => string, string, Refusal]>([
    ['is not there', () => join(temporary.path, 'none'), 'does not exist', 'folder_missing'],
    ['is half a path', () => 'comics', 'absolute path', 'folder_relative'],
    ['is a file', () => book(folder('f')), 'is not a folder', 'folder_file'],
    ['lies below a file', () => join(book(folder('f')), 'x'), 'is not a folder', 'folder_file'],
    ['is a whole disk', () => '/', 'whole disk', 'folder_disk'],
    ['has a zero byte', () => `${temporary.path}/a\0b`, 'cannot be opened', 'folder_closed'],
  ])('is refused in words when it %s', async (_what, path, words, reason) => {
    await expect(libraryFolder(path())).rejects.toMatchObject({
      code: 'BadRequest',
      facts: { reason },
      message: expect.stringContaining(words),
    })
  })

  test.each([
    ['/a/b', '/a/b', 'same'],
    ['/a/b/c', '/a/b', 'inside'],
    ['/a', '/a/b', 'around'],
    ['/a/bc', '/a/b', null],
    ['/a/b', '/a/bc', null],
  ] as const)('%s and %s overlap: %p', (one, other, expected) => {
    expect(overlap(one, other)).toBe(expected)
  })
})

const MANAGER = { ...SYSTEM_VIEWER, permissions: new Set(['libraries-write'] as const) }

forEachDatabase('libraries', database => {
  let folderRules: FolderRules = { dataDir: '/nowhere', roots: [] }
  const scans: string[] = []
  const changes = (): LibraryChanges => ({
    reader: database.connection.reader,
    write: database.connection.write,
    now: () => 1_700_000_000_000,
    scans: {
      request: async (_tx: Tx, { id }) => void scans.push(`request ${id}`),
      cancel: async (_tx: Tx, id) => void scans.push(`cancel ${id}`),
      rename: async (_tx: Tx, id) => void scans.push(`rename ${id}`),
      announce: () => undefined,
    },
    schedules: { check: () => undefined, follow: async () => undefined, announce: () => undefined },
    folderRules,
  })
  const make = (request: Omit<CreateLibraryRequest, 'description'>) => createLibrary(changes(), SYSTEM_VIEWER, request)
  const view = async (id: string) =>
    libraryView(await findLibrary(database.connection.reader, SYSTEM_VIEWER, id), MANAGER)
  const kind = () => database.connection.kind

  test('are nowhere near the data folder, and only where the roots and the viewer allow it', async () => {
    const top = folder(kind(), 'allowed')
    for (const name of ['data/octavo', 'books/new', 'elsewhere']) mkdirSync(join(top, name), { recursive: true })
    symlinkSync(join(top, 'data'), join(top, 'books/link'))
    const at = (name: string) => join(top, name)
    const { connection } = database
    const makeAs = (viewer: Viewer, path: string) =>
      createLibrary(changes(), viewer, { name: 'X', path }).then(
        async id => {
          await connection.write(tx => tx.query.deleteFrom('libraries').where('id', '=', id).execute())
          return 'made'
        },
        error => `${(error as AppError).code}: ${(error as AppError).message}`,
      )
    const REFUSED = 'Forbidden: This folder cannot be used for a library here'
    const { pk: userPk } = await addUser(connection, 'maker')
    const person = (permissions: Permission[]): Viewer => ({
      ...SYSTEM_VIEWER,
      userPk,
      permissions: new Set(permissions),
    })
    const admin = person(['libraries-write', 'system-admin'])
    const maintainer = person(['libraries-write'])
    folderRules = { dataDir: at('data'), roots: [] }
    for (const near of ['data', 'data/octavo', '', 'books/link']) {
      expect([near, await makeAs(admin, at(near))]).toEqual([near, REFUSED])
    }
    expect(await makeAs(admin, at('elsewhere'))).toBe('made')
    for (const away of ['elsewhere', 'not there', 'books/new']) {
      expect([away, await makeAs(maintainer, at(away))]).toEqual([away, REFUSED])
    }
    folderRules = { dataDir: at('data'), roots: [at('books')] }
    for (const who of [admin, maintainer]) {
      expect(await makeAs(who, at('books/new'))).toBe('made')
      for (const away of ['elsewhere', 'not there', 'books/../elsewhere', 'books/link', 'data']) {
        expect([away, await makeAs(who, at(away))]).toEqual([away, REFUSED])
      }
    }
    symlinkSync(at('elsewhere'), at('books/out'))
    mkdirSync(at('elsewhere/there/sub'), { recursive: true })
    for (const way of ['books/..', 'books/out', 'books/out/..', 'books/new/../../elsewhere']) {
      for (const name of ['elsewhere', 'there', 'none', 'none/deeper', 'sub']) {
        expect([way, name, await makeAs(maintainer, `${top}/${way}/${name}`)]).toEqual([way, name, REFUSED])
      }
    }
    expect(await makeAs(maintainer, at('books/none'))).toStartWith('BadRequest: The folder')
    folderRules = { dataDir: '/nowhere', roots: [] }
  })

  test('are created with defaults', async () => {
    const path = folder(kind(), 'comics')
    const id = await make({ name: 'Comics', path })
    expect(await view(id)).toEqual({
      id,
      name: 'Comics',
      description: null,
      path,
      paths: [path],
      isActive: true,
      absences: [],
      seriesStrategy: 'series_volume',
      bookStrategy: 'smart',
      numberStrategy: 'smart',
      defaultReadingDirection: 'ltr',
      allowedFormats: null,
      excludedPatterns: null,
      bookCount: 0,
      seriesCount: 0,
      coverVersion: null,
      lastScannedAt: null,
      createdAt: '2023-11-14T22:13:20.000Z',
      updatedAt: '2023-11-14T22:13:20.000Z',
    })
    expect(scans).toEqual([])
  })

  test('keep every setting as given, and change only the named ones', async () => {
    const settings = {
      seriesStrategy: 'calibre',
      seriesConfig: { seriesMode: 'by_author', nested: [1, { a: null }] },
      bookStrategy: 'custom',
      bookConfig: { pattern: '^(?<title>.+)$' },
      numberStrategy: 'file_order',
      titlePreprocessingRules: [{ pattern: 'x', replacement: '' }],
      scanningConfig: { enabled: true, scanMode: 'normal', cronSchedule: '0 3 * * *', cronTimezone: null },
      defaultReadingDirection: 'rtl',
      allowedFormats: ['CBZ', 'EPUB'],
      excludedPatterns: '*.tmp\nsamples',
    } satisfies Partial<CreateLibraryRequest>
    const id = await make({
      ...settings,
      name: 'M',
      path: folder(kind(), 'm'),
    })
    expect(await view(id)).toMatchObject({ ...settings, name: 'M' })
    await updateLibrary(changes(), SYSTEM_VIEWER, id, {
      name: 'Manga',
      bookStrategy: 'smart',
      bookConfig: null,
      allowedFormats: null,
      defaultReadingDirection: null,
      isActive: false,
    })
    expect(scans.splice(0)).toEqual([`rename ${id}`])
    const changed = await view(id)
    expect(changed).toMatchObject({
      name: 'Manga',
      allowedFormats: null,
      isActive: false,
      numberStrategy: 'file_order',
    })
    expect([changed.bookConfig, changed.defaultReadingDirection]).toEqual([undefined, 'ltr'])
  })

  test('may not contain each other', async () => {
    const outer = folder(kind(), 'outer')
    const inner = folder(kind(), 'outer', 'inner', 'deep')
    const second = folder(kind(), 'outer-2')
    const id = await make({ name: 'Outer', path: outer })
    const facts = { reason: 'folder_taken', name: 'Outer' }
    const conflict = { code: 'Conflict', message: expect.stringContaining('Outer'), facts }
    await expect(make({ name: 'Same', path: outer })).rejects.toMatchObject(conflict)
    await expect(make({ name: 'Inner', path: inner })).rejects.toMatchObject(conflict)
    await expect(make({ name: 'Around', path: dirname(outer) })).rejects.toMatchObject({ code: 'Conflict' })
    const other = await make({ name: 'Second', path: second })
    await expect(updateLibrary(changes(), SYSTEM_VIEWER, other, { path: inner })).rejects.toMatchObject(conflict)
    await updateLibrary(changes(), SYSTEM_VIEWER, id, { path: outer })
  })

  test('are created once for a served folder, and scanned each time', async () => {
    const path = folder(kind(), 'served')
    scans.length = 0
    const first = await ensureLibrary(changes(), `${path}/`)
    const second = await ensureLibrary(changes(), path)
    expect([first.isNew, second]).toEqual([true, { id: first.id, isNew: false }])
    expect((await view(first.id)).name).toBe('served')
    expect(scans).toEqual([`request ${first.id}`, `request ${first.id}`])
  })

  test('are listed by name, those that the viewer may see', async () => {
    const reader = database.connection.reader
    const names = (await allLibraries(reader, SYSTEM_VIEWER)).map(row => row.name)
    expect(names).toEqual(['Comics', 'Manga', 'Outer', 'Second', 'served'])
    const { pk } = await findLibrary(reader, SYSTEM_VIEWER, (await allLibraries(reader, SYSTEM_VIEWER))[0]?.id ?? '')
    const viewer = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [pk] } } as const
    expect((await allLibraries(reader, viewer)).map(row => row.name)).toEqual(['Comics'])
    const hidden = (await allLibraries(reader, SYSTEM_VIEWER))[1]?.id ?? ''
    await expect(findLibrary(reader, viewer, hidden)).rejects.toMatchObject({ code: 'NotFound' })
    await expect(updateLibrary(changes(), viewer, hidden, { name: 'X' })).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('get another folder while one of theirs is away, which only itself may be', async () => {
    const [near, away, more] = ['near', 'away', 'more'].map(name => folder(kind(), name)) as [string, string, string]
    const id = await make({ name: 'Both', paths: [near, away] })
    const update = (request: Parameters<typeof updateLibrary>[3]) =>
      updateLibrary(changes(), SYSTEM_VIEWER, id, request)
    rmSync(away, { recursive: true })
    await update({ paths: [near, away, more], name: 'All' })
    expect(await view(id)).toMatchObject({ name: 'All', paths: [near, away, more] })
    await update({ paths: [near, more] })
    const gone = { code: 'BadRequest', message: expect.stringContaining('does not exist') }
    await expect(update({ paths: [near, more, away] })).rejects.toMatchObject(gone)
    await expect(make({ name: 'Away', paths: [away] })).rejects.toMatchObject(gone)
  })

  test('are neither deleted nor given other folders by somebody with partial access', async () => {
    const [one, two, three] = ['part-1', 'part-2', 'part-3'].map(name => folder(kind(), name)) as [
      string,
      string,
      string,
    ]
    const id = await make({ name: 'Parted', paths: [one, two] })
    const { pk } = await findLibrary(database.connection.reader, SYSTEM_VIEWER, id)
    const covers = { remove: async () => undefined }
    const seeing = (visibility: Viewer['visibility']): Viewer => ({ ...SYSTEM_VIEWER, visibility })
    const inPart = [
      seeing({ kind: 'series', libraryPks: null, sharing: null, age: { limit: 12, unrated: true } }),
      seeing({ kind: 'series', libraryPks: [pk], sharing: { setPks: [], untagged: true }, age: null }),
    ]
    const notFound = { code: 'NotFound' }
    scans.length = 0
    for (const viewer of inPart) {
      const update = (request: Parameters<typeof updateLibrary>[3]) => updateLibrary(changes(), viewer, id, request)
      await expect(deleteLibrary({ ...changes(), covers }, viewer, id)).rejects.toMatchObject(notFound)
      for (const request of [{ paths: [one] }, { paths: [two] }, { path: two }]) {
        await expect(update(request)).rejects.toMatchObject(notFound)
      }
      await expect(update({ paths: [one, two, three] })).rejects.toMatchObject({ code: 'Forbidden' })
      await update({ paths: [one, two], description: 'the same folders' })
    }
    expect([(await view(id)).paths, scans]).toEqual([[one, two], []])
    const whole = seeing({ kind: 'libraries', libraryPks: [pk] })
    await updateLibrary(changes(), whole, id, { paths: [one] })
    expect((await view(id)).paths).toEqual([one])
    await deleteLibrary({ ...changes(), covers }, whole, id)
    await expect(view(id)).rejects.toMatchObject(notFound)
  })

  test('are forgotten with their books and thumbnails, never with their files', async () => {
    const { connection } = database
    const path = folder(kind(), 'goner')
    const dataDir = folder(kind(), 'data')
    const id = await make({ name: 'Goner', path })
    const { pk, folders } = await findLibrary(connection.reader, SYSTEM_VIEWER, id)
    const folderPk = folders[0]?.pk ?? 0
    const names = { title: 't', sortKey: 't', searchText: 't', number: 1, volume: null, chapter: null }
    await connection.write(async tx => {
      const sums = { books: 300, volumes: 0, maxVolume: null, maxChapter: null }
      const { pk: seriesPk } = await insertSeries(tx, { libraryPk: pk, path: 's', title: 's' }, sums, 1)
      const books = Array.from({ length: 300 }, (_, i) => {
        const stamp = { size: i, modifiedMs: 1, inode: i }
        return {
          libraryPk: pk,
          folderPk,
          seriesPk,
          path: `s/${i}.cbz`,
          fileName: `${i}.cbz`,
          format: 'cbz' as const,
          stamp,
          names,
        }
      })
      await bookStore.insertBooks(tx, books, 1)
    })
    const of = (table: 'books' | 'series') =>
      connection.reader.query.selectFrom(table).select('id').where('library_pk', '=', pk).execute()
    const [book] = await of('books')
    const covers = createCovers({ store: openArtefacts({ kind: 'data-folder' }, dataDir), dataDir })
    const cover = { bookId: book?.id ?? '', version: 'v1' }
    await connection.write(tx =>
      tx.query.updateTable('books').set({ cover_version: cover.version }).where('id', '=', cover.bookId).execute(),
    )
    const draft = covers.draft()
    await Bun.write(draft, 'jpeg')
    await covers.publish([{ ...cover, draft }])
    expect(await (await covers.open(cover))?.text()).toBe('jpeg')
    writeFileSync(join(path, 'other.cbz'), 'book')
    scans.length = 0
    await deleteLibrary({ ...changes(), covers }, SYSTEM_VIEWER, id.toUpperCase())
    expect([await of('books'), await of('series'), scans]).toEqual([[], [], [`cancel ${id}`]])
    expect([await covers.open(cover), existsSync(join(path, 'other.cbz'))]).toEqual([null, true])
    await expect(findLibrary(connection.reader, SYSTEM_VIEWER, id)).rejects.toMatchObject({ code: 'NotFound' })
    await expect(deleteLibrary({ ...changes(), covers }, SYSTEM_VIEWER, id)).rejects.toMatchObject({
      code: 'NotFound',
    })
  })
})
