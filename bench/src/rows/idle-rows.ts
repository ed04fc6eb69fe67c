import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CAN_SEE_PROCESSES } from '../machine/processes'
import type { Result } from '../result'
import { type Api, signIn } from '../server/api'
import { type OctavoOptions, ROOT, startOctavo } from '../server/octavo'
import { restingRow } from './process-rows'
import { addLibrary } from './scan'

/** The files that tests read: some 240 books in all formats. */
const FIXTURES = resolve(ROOT, '../shared/fixtures')
/** An idle process returns its memory in three steps, ten seconds apart. */
const REST_MS = 45_000
const BOOKS = 30
const PAGES = [1, 2, 3]

export const IDLE_ROWS = 'memory, idle after a first scan'

/** Memory of a server that rests after its first scan, and after a person has looked at its books. */
export async function idleRows(place: Omit<OctavoOptions, 'core'>): Promise<Result[]> {
  if (!CAN_SEE_PROCESSES || !existsSync(FIXTURES)) return []
  const octavo = await startOctavo({ ...place, core: null })
  const atRest = async (row: string) => {
    await Bun.sleep(REST_MS)
    return restingRow(row, octavo)
  }
  try {
    const api = await signIn(octavo.url)
    await addLibrary(octavo, api, { folder: FIXTURES, books: 1, pages: 0, bytes: 0 }, 'Fixtures')
    const scanned = await atRest(IDLE_ROWS)
    await browse(api)
    return [scanned, await atRest('... after browsing 30 books')]
  } finally {
    await octavo.stop()
  }
}

interface Book {
  readonly id: string
  readonly pageCount: number
  readonly fileFormat: string
}

async function browse(api: Api): Promise<void> {
  const load = async (path: string) => (await api.fetch(path)).arrayBuffer()
  for (const list of ['libraries', 'series?pageSize=50', 'books?pageSize=50', 'search?query=the'])
    await load(`/api/v1/${list}`)
  const { data } = await api.get<{ data: readonly Book[] }>('/api/v1/books?pageSize=500')
  const books = data.filter(book => book.fileFormat !== 'epub' && book.pageCount >= PAGES.length).slice(0, BOOKS)
  await Promise.all(books.map(({ id }) => load(`/api/v1/books/${id}/thumbnail`)))
  for (const { id } of books) {
    await load(`/api/v1/books/${id}`)
    for (const page of PAGES) await load(`/api/v1/books/${id}/pages/${page}`)
  }
}
