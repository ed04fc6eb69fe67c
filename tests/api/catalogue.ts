import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { ScanStatusDto } from '@octavo/contract/scan'
import type { SeriesDto } from '@octavo/contract/series'
import { type Client, until } from '../kit/client'
import { writtenError } from '../kit/written-errors'

export type BookPage = Paginated<BookDto>
export type SeriesPage = Paginated<SeriesDto>
export type LibraryPage = Paginated<LibraryDto>

const ENDED = ['completed', 'failed', 'cancelled']

/** Waits for the end of a library's last scan. */
export function scanEnd(admin: Client, libraryId: string, seconds = 120): Promise<ScanStatusDto> {
  return until(
    () => admin.get<ScanStatusDto>(`/api/v1/libraries/${libraryId}/scan-status`),
    ({ status }) => ENDED.includes(status),
    seconds,
  )
}

/** Scans a library, after the scan that may be under way, and waits for the end. */
export async function scan(admin: Client, libraryId: string, mode = 'normal'): Promise<ScanStatusDto> {
  const ask = () => admin.fetch(`/api/v1/libraries/${libraryId}/scan?mode=${mode}`, { method: 'POST' })
  let answer = await ask()
  for (let tries = 1; answer.status === 409 && tries < 10; tries++) {
    await scanEnd(admin, libraryId)
    answer = await ask()
  }
  if (!answer.ok) throw new Error(`A scan was answered ${answer.status}: ${await answer.text()}`)
  return scanEnd(admin, libraryId)
}

/** Confirms that books missing at the last scan are gone, and waits for the following scan. */
export async function confirmMissing(admin: Client, libraryId: string): Promise<ScanStatusDto> {
  await admin.post(`/api/v1/libraries/${libraryId}/confirm-missing`)
  return scanEnd(admin, libraryId)
}

/** Waits for the libraries of the command line, which are created once the server answers, and for their scans. */
export async function firstScans(admin: Client, libraries = 1): Promise<LibraryDto[]> {
  const all = () => admin.get<LibraryPage>('/api/v1/libraries')
  const { data } = await until(all, ({ total }) => total === libraries)
  for (const { id } of data) {
    const status = () => admin.fetch(`/api/v1/libraries/${id}/scan-status`)
    await until(status, ({ status }) => status === 200)
    await scanEnd(admin, id)
  }
  return [...(await all()).data]
}

/** Makes a library of a folder, scanned. */
export async function makeLibrary(admin: Client, name: string, path: string): Promise<LibraryDto> {
  const library = await admin.post<LibraryDto>('/api/v1/libraries', { name, path, scanImmediately: true })
  await scanEnd(admin, library.id)
  return admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
}

export async function allBooks(admin: Client, query = ''): Promise<readonly BookDto[]> {
  return (await admin.get<BookPage>(`/api/v1/books?pageSize=500${query}`)).data
}

/** The book at this path, given from its end. */
export async function bookAt(admin: Client, path: string): Promise<BookDto> {
  const book = (await allBooks(admin)).find(each => each.path.endsWith(path))
  if (!book) throw new Error(`There is no book at ${path}`)
  return book
}

export async function seriesNamed(admin: Client, title: string): Promise<SeriesDto> {
  const { data } = await admin.get<SeriesPage>('/api/v1/series?pageSize=500')
  const series = data.find(each => each.title === title)
  if (!series) throw new Error(`There is no series ${title}`)
  return series
}

export const JSON_HEADERS = { 'content-type': 'application/json' }

/** The status and the error code of an answer, as one value to compare. */
export async function refusal(answer: Response): Promise<string> {
  const text = await answer.clone().text()
  const written = await writtenError(answer)
  if (written === null) throw new Error(`No error in ${text.slice(0, 200)}`)
  return `${answer.status} ${written.error}`
}
