import { expect, test } from 'bun:test'
import type { LibraryDto } from '../../../../api/types'
import {
  asItWas,
  chosenFolders,
  folderOfProblem,
  foldersChange,
  foldersDraftOf,
  hasSpace,
  moved,
  overlapAbove,
  parentOfLastFolder,
  previewFolders,
  withNew,
  without,
  withPath,
} from './folders-draft.rules'

const library = { paths: ['/srv/a', '/mnt/b'] }
const saved = foldersDraftOf(library)
const added = (path: string) => withPath(withNew(saved), 2, path)

test('a new library waits for its first folder', () => {
  const draft = foldersDraftOf(undefined)
  expect(chosenFolders(draft)).toEqual([])
  expect(chosenFolders(withPath(draft, 0, '/srv/a'))).toEqual(['/srv/a'])
})

test('folders go with a request only when they are others', () => {
  expect(foldersChange(library, saved)).toEqual({})
  expect(foldersChange(library, withNew(saved))).toEqual({})
  expect(foldersChange(library, added('/mnt/c'))).toEqual({ paths: ['/srv/a', '/mnt/b', '/mnt/c'] })
  expect(foldersChange(library, withPath(saved, 0, '/srv/z'))).toEqual({ paths: ['/srv/z', '/mnt/b'] })
})

test('a folder takes the place of its neighbour among those that stay, and the request has them in that order', () => {
  const three = added('/mnt/c')
  expect(foldersChange(library, moved(saved, 1, -1))).toEqual({ paths: ['/mnt/b', '/srv/a'] })
  expect(foldersChange(library, moved(moved(saved, 1, -1), 0, -1))).toEqual({})
  expect(chosenFolders(moved(three, 0, 1))).toEqual(['/mnt/b', '/srv/a', '/mnt/c'])
  expect(moved(three, 0, -1)).toEqual(three)
  expect(moved(three, 2, 1)).toEqual(three)
  const left = without(three, 1)
  expect(chosenFolders(moved(left, 2, -1))).toEqual(['/mnt/c', '/srv/a'])
  expect(moved(left, 1, -1)).toEqual(left)
  expect(chosenFolders(asItWas(moved(left, 2, -1), 1))).toEqual(['/mnt/c', '/mnt/b', '/srv/a'])
})

test('a folder that the library has can stay after all, a new one is just gone', () => {
  const removed = without(added('/mnt/c'), 0)
  expect(removed.length).toBe(3)
  expect(chosenFolders(removed)).toEqual(['/mnt/b', '/mnt/c'])
  expect(chosenFolders(asItWas(removed, 0))).toEqual(['/srv/a', '/mnt/b', '/mnt/c'])
  expect(without(added('/mnt/c'), 2)).toEqual(saved)
  expect(asItWas(withPath(saved, 1, '/mnt/else'), 1)).toEqual(saved)
})

test('only one folder at a time is still to be chosen', () => {
  expect(withNew(withNew(saved)).filter(folder => folder.path === '').length).toBe(1)
})

test('a removed folder makes space for another one', () => {
  const full = foldersDraftOf({ paths: Array.from({ length: 100 }, (_, index) => `/srv/${index}`) })
  expect(hasSpace(full)).toBe(false)
  expect(hasSpace(without(full, 7))).toBe(true)
  expect(hasSpace(withNew(without(full, 7)))).toBe(false)
})

test('a folder that overlaps one above it is marked', () => {
  expect(overlapAbove(added('/mnt/b'), 2)).toEqual({ how: 'same', path: '/mnt/b' })
  expect(overlapAbove(added('/mnt/b/'), 2)).toEqual({ how: 'same', path: '/mnt/b' })
  expect(overlapAbove(added('/mnt/b/c'), 2)).toEqual({ how: 'inside', path: '/mnt/b' })
  expect(overlapAbove(added('/'), 2)).toEqual({ how: 'around', path: '/srv/a' })
  expect(overlapAbove(added('/mnt/bc'), 2)).toBeNull()
  expect(overlapAbove(without(added('/mnt/b'), 1), 2)).toBeNull()
})

test('what cannot be looked into is left out of the preview', () => {
  const absences = [{ folder: '/mnt/b', path: '' }] as LibraryDto['absences']
  expect(previewFolders(added('/srv'), undefined, new Map())).toEqual(['/srv/a', '/mnt/b'])
  expect(previewFolders(added('/srv/c'), { absences }, new Map())).toEqual(['/srv/a', '/srv/c'])
  expect(previewFolders(added('/gone'), undefined, new Map([['/gone', '']]))).toEqual(['/srv/a', '/mnt/b'])
})

test('a refusal finds its folder', () => {
  const draft = added('/srv/ab')
  expect(folderOfProblem(draft, 'The folder /srv/ab does not exist on the server', [])).toBe(2)
  expect(folderOfProblem(draft, 'The folder /mnt/b is inside /srv/a: its books are already included', [])).toBe(1)
  expect(folderOfProblem(draft, 'The library Manga already has this folder', ['/srv/ab'])).toBe(2)
  expect(folderOfProblem(draft, 'The name is too long', ['/else'])).toBeNull()
})

test('the browser for the next folder opens next to the last', () => {
  expect(parentOfLastFolder(withNew(saved))).toBe('/mnt')
  expect(parentOfLastFolder(foldersDraftOf(undefined))).toBe('')
})
