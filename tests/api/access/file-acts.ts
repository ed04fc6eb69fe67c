// Operations on missing books and on file deletion, in a library of their own.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { comic, writeLibrary } from '../../kit/books'
import { allBooks, makeLibrary, scan, scanEnd } from '../catalogue'
import type { Inhabited } from '../people'
import { jsonInit } from './objects'
import type { Person } from './people'

const GONE = ['Lost one', 'Lost part', 'Lost rest']
const DELETED = ['Doomed', 'Condemned', 'Doomed too', 'Condemned too', 'Chosen', 'Selected', 'Trash']

export interface FileWorld {
  readonly libraryId: string
  readonly books: readonly BookDto[]
}

/** A library that has lost three of its folders, awaiting confirmation. */
export async function loseFiles(octavo: Inhabited, folder: string): Promise<FileWorld> {
  const { admin } = octavo
  const names = [...GONE, ...DELETED, 'Stay'].map(name => `${name}/${name} 1`)
  const files: Record<string, Uint8Array> = {}
  for (const [index, name] of names.entries()) files[`losing/${name}.cbz`] = await comic({ pages: 10 + index })
  writeLibrary(folder, files)
  await admin.put('/api/v1/tasks/control', { paused: false })
  const { id: libraryId } = await makeLibrary(admin, 'Losing', join(folder, 'losing'))
  const books = (await allBooks(admin)).filter(book => book.libraryId === libraryId)
  for (const name of GONE) renameSync(join(folder, 'losing', name), join(folder, name))
  await scan(admin, libraryId)
  await admin.put('/api/v1/tasks/control', { paused: true })
  return { libraryId, books }
}

/** Requests by operation id; purges come after the confirmation. */
export function fileActs(octavo: Inhabited, who: Person, world: FileWorld) {
  const library = () => `/api/v1/libraries/${world.libraryId}`
  const bookOf = (name: string) => world.books.find(({ seriesName }) => seriesName === name)
  const remove = (path: string) => who.as.fetch(path, { method: 'DELETE' })
  const deleteFiles = (path: string, confirm: string) => who.as.fetch(path, jsonInit({ confirm }, 'DELETE'))
  const deleteMany = (kind: 'books' | 'series', ids: object) =>
    who.as.fetch(`/api/v1/${kind}/bulk/files/deletion`, jsonInit({ ...ids, confirm: '1' }))

  async function confirmMissing(): Promise<Response> {
    const { admin } = octavo
    const answer = await who.as.fetch(`${library()}/confirm-missing`, { method: 'POST' })
    await admin.put('/api/v1/tasks/control', { paused: false })
    await scanEnd(admin, world.libraryId)
    await admin.put('/api/v1/tasks/control', { paused: true })
    return answer
  }

  return {
    confirm_missing: confirmMissing,
    purge_missing_book: () => remove(`${library()}/missing-books/${bookOf('Lost one')?.id}`),
    purge_series_deleted_books: () => remove(`/api/v1/series/${bookOf('Lost part')?.seriesId}/purge-deleted`),
    purge_deleted_books: () => remove(`${library()}/purge-deleted`),
    delete_book_file: () => deleteFiles(`/api/v1/books/${bookOf('Doomed')?.id}/file`, 'Doomed 1.cbz'),
    delete_series_files: () => deleteFiles(`/api/v1/series/${bookOf('Condemned')?.seriesId}/files`, 'Condemned'),
    delete_bulk_book_files: () => deleteMany('books', { bookIds: [bookOf('Chosen')?.id] }),
    delete_bulk_series_files: () => deleteMany('series', { seriesIds: [bookOf('Selected')?.seriesId] }),
    komga_delete_book_file: () => remove(`/komga/api/v1/books/${bookOf('Doomed too')?.id}/file`),
    komga_delete_series_files: () => remove(`/komga/api/v1/series/${bookOf('Condemned too')?.seriesId}/file`),
    async komga_empty_trash() {
      await octavo.admin.fetch(`/komga/api/v1/books/${bookOf('Trash')?.id}/file`, { method: 'DELETE' })
      return who.as.fetch(`/komga${library()}/empty-trash`, { method: 'POST' })
    },
  }
}
