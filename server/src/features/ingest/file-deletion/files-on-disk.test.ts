// Real files. If this process may mount, on a disk mounted read-only, else in a folder without permissions.
import { afterAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { namedLike } from '../../../formats/sidecar/sidecar-files'
import type { DoomedBook } from './doomed-books.queries'
import { deleteFiles, filesOf, isGone, removeEmptyFolders } from './files-on-disk'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'octavo-files-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function bookAt(path: string, content = path): DoomedBook {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  const { size, mtimeMs } = statSync(join(root, path))
  const names = { id: 'b', title: path, series_id: 's', series_title: 'S', library_id: 'l', library_name: 'L' }
  const keys = { pk: 1, series_pk: 1, library_pk: 1 }
  const file = { folder_path: root, path, file_name: path, file_size: size, file_modified_ms: Math.floor(mtimeMs) }
  return { ...keys, ...names, ...file }
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.message,
  )
const run = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success

test('a read-only folder keeps its files, with the reason', async () => {
  const book = bookAt('Shelf/Shelf 01.cbz')
  const shelf = join(root, 'Shelf')
  const isMounted = run('mount', '--bind', shelf, shelf) && run('mount', '-o', 'remount,bind,ro', shelf)
  if (!isMounted) chmodSync(shelf, 0o555)
  const expected = isMounted ? 'The disk is read-only' : 'Octavo has no permission to delete here'
  const files = [{ path: join(root, book.path), shown: book.path, size: 1, kind: 'book' as const }]
  const [planned, tried] = [await reasonOf(filesOf(book, new Map())), await reasonOf(deleteFiles(files))]
  if (isMounted) run('umount', shelf)
  else chmodSync(shelf, 0o755)
  expect(planned).toContain(expected)
  expect(tried).toContain(expected)
  expect(existsSync(join(root, book.path))).toBe(true)
})

test('a path that leads out of the library is not followed', async () => {
  const book = bookAt('In/In 01.cbz')
  const outside = mkdtempSync(join(tmpdir(), 'octavo-outside-'))
  writeFileSync(join(outside, 'x.cbz'), 'x')
  const away = { ...book, path: `../${outside.split('/').at(-1)}/x.cbz`, file_size: 1 }
  expect(await reasonOf(filesOf(away, new Map()))).toContain('contains a link')
  expect(existsSync(join(outside, 'x.cbz'))).toBe(true)
  rmSync(outside, { recursive: true })
})

test('folders go as far as they are empty, and the library stays', async () => {
  const book = bookAt('Deep/Volume 1/Chapter 1/c.cbz')
  bookAt('Deep/other.cbz')
  expect(await isGone(book)).toBe(false)
  await deleteFiles(await filesOf(book, new Map()))
  expect(await isGone(book)).toBe(true)
  const folders = [dirname(join(root, book.path)), join(root, 'Deep')]
  expect(await removeEmptyFolders(root, folders)).toEqual(['Deep/Volume 1/Chapter 1', 'Deep/Volume 1'])
  expect(existsSync(join(root, 'Deep/other.cbz'))).toBe(true)
  expect(await removeEmptyFolders(root, [root])).toEqual([])
  // Without the library's folder, nothing is proven to be gone.
  expect(await isGone({ ...book, folder_path: join(root, 'unmounted') })).toBe(false)
})

test('sidecar files belong to a book by their name', () => {
  const names = [
    'A 1.cbz',
    'a 1.OPF',
    'A 1.jpg',
    'A 1.txt',
    'A 10.jpg',
    'cover.jpg',
    'series.json',
    'B.cbz',
    'B.pdf',
    'B.jpg',
  ]
  expect(namedLike('A 1.cbz', names)).toEqual(['a 1.OPF', 'A 1.jpg'])
  expect(namedLike('B.cbz', names)).toEqual([])
})
