import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import { isUnknown, walk } from './1-walk'
import { createExclusions } from './exclusions'
import type { WalkedFile } from './walked-file'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-walk-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A tree in its own folder; a name with a trailing slash is an empty folder. */
function tree(name: string, paths: readonly string[]): string {
  const top = join(root, name)
  mkdirSync(top)
  for (const path of paths) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    if (path.endsWith('/')) mkdirSync(join(top, path), { recursive: true })
    else writeFileSync(join(top, path), path)
  }
  return top
}

async function walked(top: string, more: { formats?: BookFormat[]; excluded?: string; signal?: AbortSignal } = {}) {
  const files: WalkedFile[] = []
  const result = await walk({
    folder: { pk: 1, path: top },
    formats: new Set(more.formats ?? BOOK_FORMATS),
    exclusions: createExclusions(more.excluded ?? null),
    signal: more.signal ?? new AbortController().signal,
    onFolder: async found => void files.push(...found),
  })
  return { ...result, files, paths: files.map(file => file.path).sort() }
}

test('finds books by extension in any case, at any depth', async () => {
  const deep = `${Array.from({ length: 60 }, (_, i) => `d${i}`).join('/')}/deep.cbz`
  const top = tree('extensions', [
    'a.cbz',
    'B/b.CBR',
    'B/C/c.Epub',
    'B/C/d.pdf',
    'x.zip',
    'y.rar',
    'cbz',
    'n.txt',
    deep,
  ])
  const { paths, files, problems, unknown } = await walked(top)
  expect(paths).toEqual(['B/C/c.Epub', 'B/C/d.pdf', 'B/b.CBR', 'a.cbz', deep].sort())
  expect(files.find(file => file.path === 'a.cbz')).toMatchObject({ name: 'a.cbz', format: 'cbz', stamp: { size: 5 } })
  expect([problems, [...unknown]]).toEqual([[], []])
})

test('keeps to the formats of the library', async () => {
  const top = tree('formats', ['a.cbz', 'b.pdf', 'c.epub'])
  expect((await walked(top, { formats: ['pdf', 'epub'] })).paths).toEqual(['b.pdf', 'c.epub'])
})

test('counts a 7z with the RARs and a tar with the zips', async () => {
  const top = tree('kin', ['a.cb7', 'b.CBT', 'c.7z', 'd.tar', 'e.zip'])
  expect((await walked(top)).paths).toEqual(['a.cb7', 'b.CBT'])
  expect((await walked(top, { formats: ['cbr'] })).paths).toEqual(['a.cb7'])
})

test('reports omitted files, except sidecar files of books and folders', async () => {
  const top = tree('left-out', [
    ...['S/1.cbz', 'S/1.jpg', 'S/1.OPF', 'S/2.jpg', 'S/Cover.png', 'S/series.json', 'S/metadata.opf', 'S/notes.txt'],
    ...['I/1/1.jpg', 'I/1/2.jpg', 'I/1/folder.jpg', 'I/1/readme.txt', 'I/1.jpg', 'I/3.jpg', 'I/1/metadata.opf'],
    'S/3.pdf',
  ])
  const skipped: string[] = []
  await walk({
    folder: { pk: 1, path: top },
    formats: new Set<BookFormat>(['cbz']),
    exclusions: createExclusions(null),
    imageFolders: true,
    signal: new AbortController().signal,
    onFolder: async () => undefined,
    onSkipped: (path, reason) => void skipped.push(`${path} ${reason}`),
  })
  const left = ['I/1/readme.txt', 'S/2.jpg', 'S/notes.txt'].map(path => `${path} not_a_book`)
  expect(skipped.toSorted()).toEqual([...left, 'S/3.pdf format_not_allowed'].toSorted())
})

test('skips hidden things and those of systems', async () => {
  const top = tree('hidden', [
    '.hidden.cbz',
    '._a.cbz',
    '.trash/b.cbz',
    '__MACOSX/c.cbz',
    'S/@eaDir/d.cbz',
    '#recycle/e.cbz',
    'S/f.cbz',
  ])
  expect((await walked(top)).paths).toEqual(['S/f.cbz'])
})

describe('excluded patterns', () => {
  test.each<[string, string[]]>([
    ['*.pdf', ['Keep/a.cbz', 'Keep/Extras/b.cbz', 'Samples/c.cbz', 'Samples/Deep/d.cbz']],
    ['samples', ['Keep/a.cbz', 'Keep/Extras/b.cbz', 'Keep/e.pdf']],
    ['extras/', ['Keep/a.cbz', 'Keep/e.pdf', 'Samples/c.cbz', 'Samples/Deep/d.cbz']],
    ['/Samples/Deep', ['Keep/a.cbz', 'Keep/Extras/b.cbz', 'Keep/e.pdf', 'Samples/c.cbz']],
    ['keep/**/*.cbz', ['Keep/e.pdf', 'Samples/c.cbz', 'Samples/Deep/d.cbz']],
    ['\n  \nKEEP\nsamples\n', []],
  ])('%j', async (excluded, left) => {
    const top = join(root, 'excluded')
    rmSync(top, { recursive: true, force: true })
    tree('excluded', ['Keep/a.cbz', 'Keep/Extras/b.cbz', 'Keep/e.pdf', 'Samples/c.cbz', 'Samples/Deep/d.cbz'])
    expect((await walked(top, { excluded })).paths).toEqual(left.sort())
  })
})

test('B13: follows no link and reads no pipe, and says so', async () => {
  const top = tree('odd', ['S/a.cbz', 'outside.cbz'])
  symlinkSync('..', join(top, 'S', 'loop'))
  symlinkSync('../outside.cbz', join(top, 'S', 'link.cbz'))
  expect(await Bun.spawn(['mkfifo', join(top, 'S', 'pipe.cbz')]).exited).toBe(0)
  const { paths, problems, unknown } = await walked(top)
  expect(paths).toEqual(['S/a.cbz', 'outside.cbz'])
  expect(problems.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'link', path: 'S/link.cbz', message: 'S/link.cbz is a link: scans do not follow links.' },
    { kind: 'not_a_file', path: 'S/pipe.cbz', message: 'S/pipe.cbz is not a file that can be read.' },
  ])
  expect(unknown.size).toBe(0)
})

test('treats a folder named like a book as a folder', async () => {
  const top = tree('named', ['Folder.cbz/inside.cbz'])
  expect((await walked(top)).paths).toEqual(['Folder.cbz/inside.cbz'])
})

test('F09: knows nothing of what lies below a folder that it may not read', async () => {
  const top = tree('closed', ['Open/a.cbz', 'Closed/Deep/b.cbz', 'Closed2/c.cbz'])
  chmodSync(join(top, 'Closed'), 0)
  chmodSync(root, 0o755)
  // Root can read every folder, so this switches to user nobody for a moment.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  const { paths, problems, unknown } = await walked(top).finally(() => isRoot && process.seteuid?.(0))
  chmodSync(join(top, 'Closed'), 0o755)
  expect(paths).toEqual(['Closed2/c.cbz', 'Open/a.cbz'])
  const message = 'The folder Closed cannot be read (EACCES): its books stay as they were.'
  expect(problems).toEqual([{ kind: 'folder_unreadable', path: 'Closed', said: 'EACCES', message }])
  expect(
    ['Closed/Deep/b.cbz', 'Closed/x.cbz', 'Closed2/c.cbz', 'Open/gone.cbz'].map(p => isUnknown(unknown, p)),
  ).toEqual([true, true, false, false])
})

test('treats all paths as unknown when the root is missing', async () => {
  const { paths, unknown, problems } = await walked(join(root, 'never-made'))
  expect(paths).toEqual([])
  expect(isUnknown(unknown, 'any/book.cbz')).toBe(true)
  expect([...unknown]).toEqual([['', "The library's folder cannot be read (ENOENT): its books stay as they were."]])
  expect(problems).toEqual([])
})

test('does not stumble over names that are not UTF-8', async () => {
  const top = tree('bytes', ['S/a.cbz', 'S/placeholder'])
  renameSync(
    join(top, 'S/placeholder'),
    Buffer.concat([Buffer.from(`${top}/S/`), Buffer.from([0xff, 0xfe]), Buffer.from('.cbz')]),
  )
  for (let scan = 0; scan < 3; scan++) {
    const { paths, problems, unknown } = await walked(top)
    expect(paths).toEqual(['S/a.cbz'])
    expect(problems).toHaveLength(1)
    expect(problems[0]?.kind).toBe('file_name')
    expect(problems[0]?.message).toContain('is not valid UTF-8: rename it')
    expect(isUnknown(unknown, 'S/a.cbz')).toBe(false)
  }
})

test('returns names as the disk has them', async () => {
  const names = [
    'é.cbz',
    'e\u0301.cbz',
    '漫画.cbz',
    'שלום.cbz',
    'line\nbreak.cbz',
    `${'n'.repeat(251)}.cbz`,
    'quo\'te".cbz',
  ]
  const top = tree('names', names)
  expect((await walked(top)).paths).toEqual([...names].sort())
})

test('stops when it is aborted', async () => {
  const top = tree('stopped', ['S/a.cbz'])
  const stop = new AbortController()
  stop.abort(new Error('stop'))
  await expect(walked(top, { signal: stop.signal })).rejects.toThrow('stop')
})
