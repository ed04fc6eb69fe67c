// A running server, and folders with comics for libraries that have several of them.
import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { ScanReportDetailDto } from '@octavo/contract/scan'
import { comic } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type BookPage, JSON_HEADERS, scanEnd } from './catalogue'
import { type DATABASES, type Inhabited, startInhabited } from './people'

/** Modification time of all files here, in seconds: it distinguishes none of them. */
export const WRITTEN = 1_600_000_000

/** Call it within a `describe`: the server starts before its tests and stops after them. */
export function manyFolders(database: (typeof DATABASES)[number]) {
  const folder = temporaryFolder('folders')
  const at = (path: string) => join(folder.path, path)
  let octavo: Inhabited
  let admin: Client
  let made = 0
  const send = (who: Client, method: string, path: string, body?: object) =>
    who.fetch(`/api/v1${path}`, { method, ...(body && { headers: JSON_HEADERS, body: JSON.stringify(body) }) })
  const create = (body: object) => send(admin, 'POST', '/libraries', { name: 'Library', ...body })
  const library = async (id: string) => LibraryDto.parse(await admin.get(`/api/v1/libraries/${id}`))
  const booksOf = async (id: string) =>
    (await admin.get<BookPage>(`/api/v1/libraries/${id}/books?pageSize=500`)).data.toSorted((a, b) =>
      a.path < b.path ? -1 : 1,
    )
  const pathsOf = async (id: string) => (await booksOf(id)).map(book => book.path.slice(folder.path.length + 1))
  const idsOf = async (id: string) => new Map((await booksOf(id)).map(book => [book.path, book.id]))
  const read = (book: BookDto | undefined, page: number) =>
    admin.put(`/api/v1/books/${book?.id}/progress`, { currentPage: page })
  const pageOf = async (id: string | undefined) =>
    (await admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).book.readProgress?.currentPage
  const lastReport = async (id: string, back = 0) => {
    const { data } = await admin.get<Paginated<{ id: string }>>(`/api/v1/libraries/${id}/scans`)
    return ScanReportDetailDto.parse(await admin.get(`/api/v1/libraries/${id}/scans/${data[back]?.id}`))
  }

  /** Writes comics that all differ, in size too. */
  async function put(...paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), await comic({ pages: 3, size: { width: 60 + made++, height: 90 } }))
      utimesSync(at(path), WRITTEN, WRITTEN)
    }
  }

  /** Other bytes in the same file with equal size and time: reading it again finds no book. */
  function spoil(path: string): void {
    writeFileSync(at(path), new Uint8Array(statSync(at(path)).size).fill(7), { flag: 'r+' })
    utimesSync(at(path), WRITTEN, WRITTEN)
  }

  async function make(...folders: readonly string[]): Promise<string> {
    const paths = folders.map(at)
    const { id } = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'L', paths, scanImmediately: true })
    expect((await scanEnd(admin, id)).status).toBe('completed')
    return id
  }

  async function change(id: string, ...folders: readonly string[]): Promise<LibraryDto> {
    return LibraryDto.parse(await admin.patch(`/api/v1/libraries/${id}`, { paths: folders.map(at) }))
  }

  beforeAll(async () => {
    octavo = await startInhabited({ database, env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } })
    admin = octavo.admin
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })
  return {
    get admin() {
      return admin
    },
    get octavo() {
      return octavo
    },
    at,
    send,
    create,
    library,
    booksOf,
    pathsOf,
    idsOf,
    read,
    pageOf,
    lastReport,
    put,
    spoil,
    make,
    change,
  }
}
