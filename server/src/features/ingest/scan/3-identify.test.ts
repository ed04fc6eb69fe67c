import { expect, test } from 'bun:test'
import { type Identities, identify } from './3-identify'
import type { KnownBook } from './scan.types'
import type { WalkedFile } from './walked-file'

let nextPk = 1
const book = (path: string, inode: number, size = 100, modifiedMs = 1): KnownBook => {
  return {
    pk: nextPk++,
    seriesPk: 1,
    folderPk: 1,
    path,
    stamp: { size, modifiedMs, inode },
    sidecars: null,
    deleted: false,
  }
}
const file = (path: string, inode: number, size = 100, modifiedMs = 1): WalkedFile => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { name, folder: { pk: 1, path: '/lib' }, path, format: 'cbz', stamp: { size, modifiedMs, inode } }
}

/** Contents by path of the file, and by path of the book at its analysis. */
async function asked(
  question: {
    newFiles?: WalkedFile[]
    changed?: [KnownBook, WalkedFile][]
    unseen?: KnownBook[]
    inodesStable?: (folderPk: number, path: string) => boolean
  },
  contents: { files?: Record<string, string>; books?: Record<string, string> } = {},
) {
  const read: string[] = []
  const result = await identify({
    newFiles: question.newFiles ?? [],
    changed: new Map(question.changed),
    unseen: question.unseen ?? [],
    inodesStable: question.inodesStable ?? (() => true),
    hashesOf: async books =>
      new Map(books.flatMap(one => (contents.books?.[one.path] ? [[one, contents.books[one.path] as string]] : []))),
    hashOfFile: async one => {
      read.push(one.path)
      return contents.files?.[one.path] ?? null
    },
  })
  return { ...result, read, moves: movesOf(result) }
}

const movesOf = ({ moved }: Identities) => Object.fromEntries([...moved].map(([from, to]) => [from.path, to.path]))
const paths = (items: Iterable<{ path: string }>) => [...items].map(item => item.path)

test('a file of the same inode, size and time is the same file, and is not read', async () => {
  const { moves, missing, added, read } = await asked({
    newFiles: [file('B/1.cbz', 7)],
    unseen: [book('A/1.cbz', 7)],
  })
  expect([moves, paths(missing), paths(added), read]).toEqual([{ 'A/1.cbz': 'B/1.cbz' }, [], [], []])
})

test('a file of the same content is the same file on another disk', async () => {
  const { moves, added, missing } = await asked(
    { newFiles: [file('B/1.cbz', 70, 100, 9), file('B/2.cbz', 71, 100, 9)], unseen: [book('A/1.cbz', 7)] },
    { books: { 'A/1.cbz': 'x' }, files: { 'B/1.cbz': 'y', 'B/2.cbz': 'x' } },
  )
  expect([moves, paths(added), paths(missing)]).toEqual([{ 'A/1.cbz': 'B/2.cbz' }, ['B/1.cbz'], []])
})

test('no file is read when no missing book has its size', async () => {
  const { read, added, missing } = await asked(
    { newFiles: [file('B/1.cbz', 70, 101)], unseen: [book('A/1.cbz', 7)] },
    { books: { 'A/1.cbz': 'x' }, files: { 'B/1.cbz': 'x' } },
  )
  expect([read, paths(added), paths(missing)]).toEqual([[], ['B/1.cbz'], ['A/1.cbz']])
})

test('a copy is not a move', async () => {
  const { moves, added, missing } = await asked(
    { newFiles: [file('A/copy.cbz', 8, 100, 2)] },
    { books: { 'A/1.cbz': 'x' }, files: { 'A/copy.cbz': 'x' } },
  )
  expect([moves, paths(added), paths(missing)]).toEqual([{}, ['A/copy.cbz'], []])
})

test('a book whose content changed keeps its path when a copy of its old content lies next to it', async () => {
  const own = book('A/1.cbz', 7)
  const { moves, changed, added } = await asked(
    { newFiles: [file('A/old.cbz', 8, 100, 2)], changed: [[own, file('A/1.cbz', 9, 120, 3)]] },
    { books: { 'A/1.cbz': 'x' }, files: { 'A/old.cbz': 'x', 'A/1.cbz': 'y' } },
  )
  expect([moves, paths(changed.keys()), paths(added)]).toEqual([{}, ['A/1.cbz'], ['A/old.cbz']])
})

test('two files that exchanged their names exchange their books', async () => {
  const a = book('a.cbz', 1)
  const b = book('b.cbz', 2, 200)
  const { moves, changed, missing, displaced } = await asked({
    changed: [
      [a, file('a.cbz', 2, 200)],
      [b, file('b.cbz', 1)],
    ],
  })
  expect(moves).toEqual({ 'a.cbz': 'b.cbz', 'b.cbz': 'a.cbz' })
  expect([paths(changed.keys()), paths(missing), paths(displaced)]).toEqual([[], [], []])
})

test('a row of files that each took the next name keeps its books, even on another disk', async () => {
  const c1 = book('c1.cbz', 1)
  const c2 = book('c2.cbz', 2)
  const c3 = book('c3.cbz', 3)
  const { moves, missing, added } = await asked(
    {
      unseen: [c1],
      changed: [
        [c2, file('c2.cbz', 11, 100, 5)],
        [c3, file('c3.cbz', 12, 100, 5)],
      ],
      newFiles: [file('c4.cbz', 13, 100, 5)],
    },
    {
      books: { 'c1.cbz': 'one', 'c2.cbz': 'two', 'c3.cbz': 'three' },
      files: { 'c2.cbz': 'one', 'c3.cbz': 'two', 'c4.cbz': 'three' },
    },
  )
  expect(moves).toEqual({ 'c1.cbz': 'c2.cbz', 'c2.cbz': 'c3.cbz', 'c3.cbz': 'c4.cbz' })
  expect([paths(missing), paths(added)]).toEqual([[], []])
})

test('a file moved over another displaces its book', async () => {
  const a = book('a.cbz', 1)
  const b = book('b.cbz', 2, 200)
  const { moves, missing, displaced } = await asked({ unseen: [a], changed: [[b, file('b.cbz', 1)]] })
  expect(moves).toEqual({ 'a.cbz': 'b.cbz' })
  expect([paths(missing), paths(displaced)]).toEqual([['b.cbz'], ['b.cbz']])
})

test('another time or inode with the same content is a touch; with other content a change', async () => {
  const same = book('same.cbz', 1)
  const other = book('other.cbz', 2)
  const { touched, changed, read } = await asked(
    {
      changed: [
        [same, file('same.cbz', 1, 100, 99)],
        [other, file('other.cbz', 22)],
      ],
    },
    { books: { 'same.cbz': 'x', 'other.cbz': 'y' }, files: { 'same.cbz': 'x', 'other.cbz': 'z' } },
  )
  expect([paths(touched.keys()), paths(changed.keys()), read]).toEqual([
    ['same.cbz'],
    ['other.cbz'],
    ['same.cbz', 'other.cbz'],
  ])
})

test('of equal books the one that was called the same moves, and each only once', async () => {
  const first = book('A/1.cbz', 1)
  const second = book('A/2.cbz', 2)
  const { moves, added } = await asked(
    {
      unseen: [first, second],
      newFiles: [file('B/2.cbz', 11, 100, 5), file('B/3.cbz', 12, 100, 5), file('B/4.cbz', 13, 100, 5)],
    },
    {
      books: { 'A/1.cbz': 'x', 'A/2.cbz': 'x' },
      files: { 'B/2.cbz': 'x', 'B/3.cbz': 'x', 'B/4.cbz': 'x' },
    },
  )
  expect([moves, paths(added)]).toEqual([{ 'A/2.cbz': 'B/2.cbz', 'A/1.cbz': 'B/3.cbz' }, ['B/4.cbz']])
})

test('a file system without inodes is no reason to take files for each other', async () => {
  const { moves } = await asked({ newFiles: [file('B/1.cbz', 0)], unseen: [book('A/1.cbz', 0)] })
  expect(moves).toEqual({})
})

test('where inodes are synthetic, only the content identifies a file', async () => {
  const question = { newFiles: [file('B/1.cbz', 7)], unseen: [book('A/1.cbz', 7)], inodesStable: () => false }
  const other = await asked(question, { books: { 'A/1.cbz': 'x' }, files: { 'B/1.cbz': 'y' } })
  expect([other.moves, paths(other.added), paths(other.missing)]).toEqual([{}, ['B/1.cbz'], ['A/1.cbz']])
  const same = await asked(question, { books: { 'A/1.cbz': 'x' }, files: { 'B/1.cbz': 'x' } })
  expect(same.moves).toEqual({ 'A/1.cbz': 'B/1.cbz' })
})
